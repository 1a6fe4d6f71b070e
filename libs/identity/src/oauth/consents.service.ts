import { Injectable } from '@nestjs/common';
import type { Interaction, Provider } from 'oidc-provider';
import type { Scope } from '@app/kernel';
import { Clock, newId } from '@app/kernel';
import { scopeOf } from '../grants/access-token.js';
import { Grants } from '../grants/grants.service.js';
import { AuthorizationServer, GRANT_SECONDS } from './authorization-server.service.js';
import { grantName } from './grant-name.js';
import { clientName, OAuthClients } from './oauth-clients.service.js';

const SCOPE_WORDS: Readonly<Record<Scope, readonly string[]>> = {
  read_only: ['read_only'],
  read_write: ['read_only', 'read_write'],
};

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
   * Makes an app's request one for what the person allows, as if it had asked for that. Writing includes reading, and says
   * so, so that the app may later ask for a token that can read alone.
   */
  async settle(interaction: Interaction, allowed: Scope): Promise<void> {
    const offline = wordsOf(interaction).includes('offline_access') ? ['offline_access'] : [];
    interaction.params = { ...interaction.params, scope: [...SCOPE_WORDS[allowed], ...offline].join(' ') };
    await interaction.persist();
  }

  /**
   * Enters a person's consent to what an app asked for, in one of their workspaces.
   * @returns the name of the grant, by which the OAuth server goes on
   */
  async give(provider: Provider, interaction: Interaction, userId: string, workspaceId: string): Promise<string> {
    const words = wordsOf(interaction);
    const clientId = String(interaction.params['client_id']);
    const client = await provider.Client.find(clientId);
    const scope = scopeOf(words.join(' ')) ?? 'read_only';
    const id = newId();
    const expiresAt = new Date(this.clock.now().getTime() + GRANT_SECONDS * 1000);
    const name = clientName(client?.clientName);
    await this.grants.give({ workspaceId, id, userId, clientId, clientName: name, scope }, expiresAt);
    await this.clients.noteUse(clientId);
    const grant = new provider.Grant({ accountId: userId, clientId, jti: grantName(workspaceId, id) });
    if (words.includes('offline_access')) grant.addOIDCScope('offline_access');
    for (const resource of this.server.resources()) grant.addResourceScope(resource, SCOPE_WORDS[scope].join(' '));
    return grant.save();
  }
}

function wordsOf(interaction: Interaction): string[] {
  return String(interaction.params['scope']).split(' ');
}
