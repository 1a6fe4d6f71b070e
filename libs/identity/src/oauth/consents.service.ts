import { Injectable } from '@nestjs/common';
import type { Interaction, Provider } from 'oidc-provider';
import type { Scope } from '@app/kernel';
import { Clock, newId } from '@app/kernel';
import { scopeOf } from '../grants/access-token.js';
import { Grants } from '../grants/grants.service.js';
import { AuthorizationServer, GRANT_SECONDS } from './authorization-server.service.js';
import { grantName } from './grant-name.js';
import { clientName, OAuthClients } from './oauth-clients.service.js';

const INCLUDED_SCOPES: Readonly<Record<Scope, readonly string[]>> = {
  read_only: ['read_only'],
  read_write: ['read_only', 'read_write'],
};

/** Records what people allowed their apps. */
@Injectable()
export class Consents {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly grants: Grants,
    private readonly clients: OAuthClients,
    private readonly clock: Clock,
  ) {}

  /** Whether anybody has ever let in the app of a request. */
  isLetIn(interaction: Interaction): Promise<boolean> {
    return this.clients.isLetIn(String(interaction.params['client_id']));
  }

  /**
   * Narrows an app's request to the scope that the person allows, as if the app had asked for that. `read_write` names
   * `read_only`, too, so that the app may later ask for a token that can only read.
   */
  async narrowScope(interaction: Interaction, allowed: Scope): Promise<void> {
    const offline = scopesOf(interaction).includes('offline_access') ? ['offline_access'] : [];
    interaction.params = { ...interaction.params, scope: [...INCLUDED_SCOPES[allowed], ...offline].join(' ') };
    await interaction.persist();
  }

  /**
   * Stores a person's consent to the request of an app, for one of their workspaces.
   * @returns the name of the grant, which the OAuth server continues with
   */
  async grant(provider: Provider, interaction: Interaction, userId: string, workspaceId: string): Promise<string> {
    const scopes = scopesOf(interaction);
    const clientId = String(interaction.params['client_id']);
    const client = await provider.Client.find(clientId);
    const scope = scopeOf(scopes.join(' ')) ?? 'read_only';
    const id = newId();
    const expiresAt = new Date(this.clock.now().getTime() + GRANT_SECONDS * 1000);
    const name = clientName(client?.clientName);
    await this.grants.create({ workspaceId, id, userId, clientId, clientName: name, scope, expiresAt });
    await this.clients.recordUse(clientId);
    const grant = new provider.Grant({ accountId: userId, clientId, jti: grantName(workspaceId, id) });
    if (scopes.includes('offline_access')) grant.addOIDCScope('offline_access');
    for (const resource of this.server.resources()) grant.addResourceScope(resource, INCLUDED_SCOPES[scope].join(' '));
    return grant.save();
  }
}

function scopesOf(interaction: Interaction): string[] {
  return String(interaction.params['scope']).split(' ');
}
