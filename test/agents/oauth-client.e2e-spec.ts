import type {
  OAuthClientProvider,
  OAuthClientMetadata,
  OAuthDiscoveryState,
  OAuthTokens,
} from '@modelcontextprotocol/client';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import type { Service } from '../e2e/support/api-process.js';
import { sharedApi } from '../e2e/support/api-process.js';
import type { Browser } from '../e2e/support/browser.js';
import { aDeveloper, aKeyOf } from '../e2e/support/browser.js';
import { answer, CALLBACK } from '../e2e/support/oauth-app.js';
import { Agent } from './support/agent.js';

let service: Service;
let browser: Browser;

beforeAll(async () => {
  service = await sharedApi();
  ({ browser } = await aDeveloper(service));
});
afterAll(() => service.stop());

class MemoryProvider implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata: OAuthClientMetadata = {
    ...{ client_name: 'Agente de estados de cuenta', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    ...{
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'accounts:write imports:write transactions:read offline_access',
    },
  };
  authorizationUrl: URL | undefined;
  savedTokens: OAuthTokens | undefined;
  private discovered: OAuthDiscoveryState | undefined;
  private client: { client_id: string } | undefined;
  private verifier = '';

  clientInformation = () => this.client;
  saveClientInformation = (client: { client_id: string }) => void (this.client = client);
  saveDiscoveryState = (state: OAuthDiscoveryState) => void (this.discovered = state);
  discoveryState = () => this.discovered;
  tokens = () => this.savedTokens;
  saveTokens = (tokens: OAuthTokens) => void (this.savedTokens = tokens);
  redirectToAuthorization = (address: URL) => void (this.authorizationUrl = address);
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
}

describe('the official MCP client', () => {
  it('given only the URL, the client registers, obtains consent, imports a statement and undoes the import', async () => {
    const provider = new MemoryProvider();
    const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { authProvider: provider });
    const client = new Client({ name: 'agente', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    await expect(client.connect(transport)).rejects.toBeInstanceOf(UnauthorizedError);
    expect(provider.authorizationUrl!.searchParams.get('resource')).toBe(`${service.url}/mcp`);
    await browser.follow(await browser.get(provider.authorizationUrl!.pathname + provider.authorizationUrl!.search));
    const callback = await answer(browser, 'allow', { duration: '1d' }, ['rules:write', 'webhooks:write']);
    await transport.finishAuth(callback.searchParams);
    expect(decodeJwt(provider.savedTokens!.access_token).aud).toBe(`${service.url}/mcp`);
    const agent = await Agent.connect(service.url, provider);
    expect(await agent.tools()).not.toContain('save_rule');
    const apiClient = service.client(provider.savedTokens!.access_token);
    // The token is valid only at the MCP endpoint, so an API key of the same user creates the account.
    expect((await apiClient.get('/v1/accounts')).status).toBe(401);
    const { key } = await aKeyOf(browser, 'cuentas', 'read_write');
    const account = await service.client(key).post('/v1/accounts', { name: 'Nómina', typeId: 'checking' });
    const text = 'Fecha,Descripción,Cargo,Abono\n01/11/2026,OXXO,45.00,\n02/11/2026,NOMINA,,500.00\n';
    const draft = await agent.call('import_statement', { accountId: account.body.id, filename: 'mov.csv', text });
    const done = await agent.act('commit_import', { importId: draft.import.id });
    expect((await agent.call('list_accounts')).items[0]!.balance).toBe('455.00');
    const undone = await agent.act(done.undo.tool, done.undo.arguments);
    expect([undone.result.transactionsRemoved, (await agent.call('list_accounts')).items[0]!.balance]).toEqual([
      2,
      '0.00',
    ]);
    await agent.close();
  });
});
