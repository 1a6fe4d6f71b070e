import { Injectable } from '@nestjs/common';
import type { Interaction, Provider } from 'oidc-provider';
import { Clock, newId } from '@app/kernel';
import { Grants, scopeOf } from '@app/identity';
import { AuthorizationServer, GRANT_SECONDS } from './authorization-server.service.js';
import { grantName } from './grant-name.js';
import { clientName, OAuthClients } from './oauth-clients.service.js';

/** What people allowed. */
@Injectable()
export class Consents {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly grants: Grants,
    private readonly clients: OAuthClients,
    private readonly clock: Clock,
  ) {}

  /**
   * Enters a person's consent to what an app asked for, or to reading alone, in one of their workspaces.
   * @returns the name of the grant, by which the OAuth server goes on
   */
  async give(
    provider: Provider,
    interaction: Interaction,
    userId: string,
    workspaceId: string,
    narrowed: boolean,
  ): Promise<string> {
    const asked = String(interaction.params['scope']);
    const clientId = String(interaction.params['client_id']);
    const client = await provider.Client.find(clientId);
    const scope = narrowed || scopeOf(asked) === 'read_only' ? 'read_only' : 'read_write';
    const id = newId();
    await this.grants.give({
      workspaceId,
      id,
      userId,
      clientId,
      clientName: clientName(client?.clientName),
      scope,
      expiresAt: new Date(this.clock.now().getTime() + GRANT_SECONDS * 1000),
    });
    await this.clients.noteUse(clientId);
    const grant = new provider.Grant({ accountId: userId, clientId, jti: grantName(workspaceId, id) });
    if (asked.split(' ').includes('offline_access')) grant.addOIDCScope('offline_access');
    const words = scope === 'read_write' ? 'read_only read_write' : 'read_only';
    for (const resource of this.server.resources()) grant.addResourceScope(resource, words);
    return grant.save();
  }
}
