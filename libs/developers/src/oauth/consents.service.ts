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

  /** Makes an app's request one for reading alone, as if it had asked for no more. */
  async narrow(interaction: Interaction): Promise<void> {
    const words = String(interaction.params['scope']).split(' ');
    const kept = new Set(words.map((word) => (word === 'read_write' ? 'read_only' : word)));
    interaction.params = { ...interaction.params, scope: [...kept].join(' ') };
    await interaction.persist();
  }

  /**
   * Enters a person's consent to what an app asked for, in one of their workspaces.
   * @returns the name of the grant, by which the OAuth server goes on
   */
  async give(provider: Provider, interaction: Interaction, userId: string, workspaceId: string): Promise<string> {
    const asked = String(interaction.params['scope']);
    const clientId = String(interaction.params['client_id']);
    const client = await provider.Client.find(clientId);
    const scope = scopeOf(asked) ?? 'read_only';
    const id = newId();
    const expiresAt = new Date(this.clock.now().getTime() + GRANT_SECONDS * 1000);
    const name = clientName(client?.clientName);
    await this.grants.give({ workspaceId, id, userId, clientId, clientName: name, scope }, expiresAt);
    await this.clients.noteUse(clientId);
    const grant = new provider.Grant({ accountId: userId, clientId, jti: grantName(workspaceId, id) });
    if (asked.split(' ').includes('offline_access')) grant.addOIDCScope('offline_access');
    const words = scope === 'read_write' ? 'read_only read_write' : 'read_only';
    for (const resource of this.server.resources()) grant.addResourceScope(resource, words);
    return grant.save();
  }
}
