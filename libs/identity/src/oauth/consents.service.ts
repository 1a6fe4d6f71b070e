import { Injectable } from '@nestjs/common';
import type { Interaction, Provider } from 'oidc-provider';
import type { Scope } from '@app/kernel';
import { newId, scopesIn } from '@app/kernel';
import { Grants } from '../grants/grants.service.js';
import { AuthorizationServer } from './authorization-server.service.js';
import { grantName } from './grant-name.js';
import { clientName, OAuthClients } from './oauth-clients.service.js';

export interface Consent {
  readonly userId: string;
  readonly workspaceId: string;
  readonly scopes: readonly Scope[];
  /** End of the grant; null if it does not expire. */
  readonly expiresAt: Date | null;
}

@Injectable()
export class Consents {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly grants: Grants,
    private readonly clients: OAuthClients,
  ) {}

  /** True if the user has already authorized the app. */
  isAuthorizedBy(userId: string, interaction: Interaction): Promise<boolean> {
    return this.clients.isAuthorizedBy(userId, String(interaction.params['client_id']));
  }

  /** Reduces an authorization request to the scopes that the user allows, as if the app had only requested those. */
  async narrow(interaction: Interaction, scopes: readonly Scope[]): Promise<void> {
    const offline = isOffline(interaction) ? ['offline_access'] : [];
    interaction.params = { ...interaction.params, scope: [...scopes, ...offline].join(' ') };
    await interaction.persist();
  }

  async grant(provider: Provider, interaction: Interaction, consent: Consent): Promise<string> {
    const { userId, workspaceId, expiresAt } = consent;
    const clientId = String(interaction.params['client_id']);
    const client = await provider.Client.find(clientId);
    const id = newId();
    const scope = consent.scopes.join(' ');
    const name = clientName(client?.clientName);
    await this.grants.create({ workspaceId, id, userId, clientId, clientName: name, scope, expiresAt });
    await this.clients.recordUse(clientId);
    const grant = new provider.Grant({ accountId: userId, clientId, jti: grantName(workspaceId, id) });
    if (isOffline(interaction)) grant.addOIDCScope('offline_access');
    for (const resource of this.server.resources()) grant.addResourceScope(resource, scope);
    return grant.save();
  }
}

export function askedScopes(interaction: Interaction): Scope[] {
  return scopesIn(String(interaction.params['scope']));
}

/** True if an authorization request asks for a refresh token. */
export function isOffline(interaction: Interaction): boolean {
  return String(interaction.params['scope']).split(' ').includes('offline_access');
}
