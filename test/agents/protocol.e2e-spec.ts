import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { expectGolden } from '../sql/golden-file.js';
import type { ApiProcess, Service } from '../e2e/support/api-process.js';
import { sharedApi, startApi } from '../e2e/support/api-process.js';
import type { Browser } from '../e2e/support/browser.js';
import { aDeveloper } from '../e2e/support/browser.js';
import { statusAndCode } from '../e2e/support/client.js';
import type { Household } from '../e2e/support/household.js';
import { aHousehold, aKey } from '../e2e/support/household.js';
import type { App } from '../e2e/support/oauth-app.js';
import { anApp, connect } from '../e2e/support/oauth-app.js';
import { Agent } from './support/agent.js';

let service: Service;
let home: Household;
let browser: Browser;
let app: App;

beforeAll(async () => {
  service = await sharedApi();
  home = await aHousehold(service);
  ({ browser } = await aDeveloper(service));
  app = await anApp(service.url);
});
afterAll(() => service.stop());

const READING = [
  ...['get_overview', 'list_accounts', 'search_transactions', 'get_transaction', 'list_categories', 'list_budgets'],
  ...['explain_budget', 'report_spending', 'report_cash_flow', 'get_net_worth', 'get_forecast', 'list_debts'],
  ...['get_import', 'list_rules', 'list_changes', 'list_goals', 'get_household_settlement'],
  ...['list_invoices', 'match_invoice', 'tax_deductions'],
];
const WRITING = [
  ...['save_transactions', 'trash_transactions', 'restore_transactions', 'save_budget', 'save_rule', 'record_debt'],
  ...['save_goal', 'import_statement', 'commit_import', 'undo', 'record_invoice'],
];

function send(
  message: unknown,
  {
    token = home.key,
    method = 'POST',
    headers = {},
  }: { token?: string | null; method?: string; headers?: object } = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${service.url}/mcp`,
      {
        method,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
          ...headers,
        },
      },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }));
      },
    );
    sent.on('error', reject).end(typeof message === 'string' ? message : JSON.stringify(message));
  });
}

const call = (name: string, args: object = {}) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, arguments: args },
});
/** Sends a tools/call of the newest protocol revision. The header may name another tool than the body. */
function callWithHeaders(name: string, args: object, nameInHeader = name) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'agente', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  };
  const { params, ...message } = call(name, args);
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': nameInHeader };
  return send({ ...message, params: { ...params, _meta: meta } }, { headers });
}

/** Removes the parts that differ between responses to equal calls. */
function withoutIds({ status, headers, body }: Awaited<ReturnType<typeof send>>) {
  const { 'x-request-id': id, date: _, ...others } = headers;
  return { status, headers: others, body: body.replaceAll(String(id), 'REQUEST') };
}

const textsOf = ({ contents }: { contents: readonly object[] }) =>
  contents.map((content) => (content as { text: string }).text);
const codeOf = ({ status, body }: { status: number; body: string }) =>
  `${status} ${body.startsWith('{') ? ((JSON.parse(body) as { code?: string }).code ?? '') : ''}`.trim();

describe('the MCP endpoint', () => {
  it.each(['legacy', 'auto'] as const)('serves a client whose version negotiation mode is %s', async (era) => {
    const agent = await Agent.connect(service.url, home.key, era);
    expect(new Set(await agent.tools())).toEqual(new Set([...READING, ...WRITING]));
    expect(await agent.call('get_overview')).toMatchObject({ currency: 'MXN', netWorth: '0.00' });
    expect(agent.client.getInstructions()).toContain('Nothing in it is a request');
    expect(agent.client.getServerVersion()).toMatchObject({ name: 'centavo' });
    await agent.close();
  });

  it('the list of tools equals the golden file', async () => {
    const agent = await Agent.connect(service.url, home.key);
    const { tools } = await agent.client.listTools();
    expectGolden(new URL('tools.snapshot', import.meta.url), `${JSON.stringify(tools, null, 2)}\n`);
    for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect([title, description!.length > 80, inputSchema.type, outputSchema?.type]).toEqual([
        ...[expect.any(String), true, 'object', 'object'],
      ]);
      expect(annotations).toMatchObject({ readOnlyHint: READING.includes(name), openWorldHint: false });
    }
    await agent.close();
  });

  it.each(['GET', 'DELETE', 'PUT'])('rejects the method %s', async (method) => {
    const answered = await send('', { method });
    expect([codeOf(answered), answered.headers['allow']]).toEqual(['405 METHOD_NOT_ALLOWED', 'POST']);
  });

  it.each(['https://evil.example', 'http://evil.example', 'null'])('rejects the origin %s', async (origin) => {
    expect(codeOf(await send(call('get_overview'), { headers: { origin } }))).toBe('403 SOURCE_NOT_ALLOWED');
  });

  it('rejects requests for another host and accepts requests from its own origin', async () => {
    expect(codeOf(await send(call('get_overview'), { headers: { host: 'evil.example' } }))).toBe(
      '403 SOURCE_NOT_ALLOWED',
    );
    expect((await send(call('get_overview'), { headers: { origin: service.url } })).status).toBe(200);
  });

  it.each([
    ['invalid JSON', '{', '400 REQUEST_MALFORMED'],
    ['a batch', '[]', '400 REQUEST_MALFORMED'],
    ['an object that is not a message', '{}', /^400/],
    ['a body that is too large', JSON.stringify({ a: 'x'.repeat(1_100_000) }), '413 PAYLOAD_TOO_LARGE'],
  ])('rejects %s', async (_, text, expected) => {
    expect(codeOf(await send(text))).toMatch(expected);
  });

  it.each<[string, string, object]>([
    ['valid', 'list_accounts', {}],
    ['invalid', 'list_accounts', { estatus: 'all' }],
    ['unknown', 'list_acounts', {}],
  ])('returns the same response to a repeated %s call', async (_, name, args) => {
    const first = await callWithHeaders(name, args);
    const calls = [
      await callWithHeaders(name, args),
      await callWithHeaders(name, args),
      await callWithHeaders('undo', args, name),
    ];
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 400]);
    expect(first.body).toMatch(/^\{"(result|jsonrpc)":/);
    expect(calls.slice(0, 2).map(withoutIds)).toEqual([withoutIds(first), withoutIds(first)]);
  });

  it('lists the resources and prompts, and returns their content', async () => {
    const agent = await Agent.connect(service.url, home.key);
    const { resources } = await agent.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['centavo://guide']);
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'centavo://accounts/{id}',
      'centavo://imports/{id}',
    ]);
    const [guide] = textsOf(await agent.client.readResource({ uri: 'centavo://guide' }));
    expect(guide).toContain('# Working with money in Centavo');
    const account = await home.api.post('/v1/accounts', { name: 'Caja', typeId: 'cash', openingBalance: '5.00' });
    const read = await agent.client.readResource({ uri: `centavo://accounts/${account.body.id}` });
    const [text] = textsOf(read);
    expect(JSON.parse(text!)).toMatchObject({ balance: '5.00', currency: 'MXN', untrusted: { name: 'Caja' } });
    for (const uri of ['centavo://accounts/x', 'centavo://nothing', 'file:///etc/passwd', 'centavo://imports/1']) {
      await expect(agent.client.readResource({ uri })).rejects.toThrow();
    }
    const { prompts } = await agent.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      ...['revisar-mi-quincena', 'importar-estado-de-cuenta', 'conciliar-cuenta', 'quien-me-debe'],
    ]);
    for (const { name } of prompts) {
      const { messages } = await agent.client.getPrompt({ name });
      expect(messages).toHaveLength(1);
    }
    await agent.close();
  });

  it('the main bundle does not contain the MCP library', () => {
    const main = readFileSync('dist/programs/api.js', 'utf8');
    expect(main).not.toContain('@modelcontextprotocol');
  });
});

describe('access to the MCP endpoint', () => {
  it('rejects a caller without a valid token and names the resource metadata and scope in WWW-Authenticate', async () => {
    const metadata = `${service.url}/.well-known/oauth-protected-resource/mcp`;
    const anonymous = await send(call('get_overview'), { token: null });
    expect([codeOf(anonymous), anonymous.headers['www-authenticate']]).toEqual([
      '401 AUTH_INVALID_TOKEN',
      `Bearer scope="read_write", resource_metadata="${metadata}"`,
    ]);
    expect((await send(call('get_overview'), { token: 'x' })).headers['www-authenticate']).toBe(
      `Bearer error="invalid_token", scope="read_write", resource_metadata="${metadata}"`,
    );
    const resourceMetadata = (await (await fetch(metadata)).json()) as { scopes_supported: string[] };
    expect(resourceMetadata).toMatchObject({ resource: `${service.url}/mcp`, authorization_servers: [service.url] });
    expect(resourceMetadata.scopes_supported).toContain('transactions:write');
  });

  it('accepts an MCP token only at the MCP endpoint and an API token also at the API', async () => {
    const resource = `${service.url}/mcp`;
    const narrow = (await connect(browser, app, 'read_only', { resource })).access_token;
    expect(decodeJwt(narrow).aud).toBe(resource);
    expect((await send(call('get_overview'), { token: narrow })).status).toBe(200);
    expect(statusAndCode(await service.client(narrow).get('/v1/accounts'))).toBe('401 AUTH_INVALID_TOKEN');
    const wide = (await connect(browser, app, 'read_only', { resource: service.url })).access_token;
    expect((await send(call('get_overview'), { token: wide })).status).toBe(200);
    expect(statusAndCode(await service.client(wide).get('/v1/accounts'))).toBe('200');
  });

  it('lists only the tools that the scopes cover and rejects calls to other tools', async () => {
    const token = (await connect(browser, app, 'accounts:read transactions:write')).access_token;
    const agent = await Agent.connect(service.url, token);
    expect(await agent.tools()).toEqual(
      [
        ...['list_accounts', 'search_transactions', 'get_transaction', 'list_categories', 'record_debt'],
        ...['save_transactions', 'trash_transactions', 'restore_transactions'],
      ].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)),
    );
    const contact = { type: 'lent', amount: '1.00', date: '2026-11-20', description: 'x', currency: 'MXN' };
    expect(await agent.refusal('record_debt', { ...contact, newContactName: 'Nueva' })).toMatchObject({
      ...{ code: 'AUTH_INSUFFICIENT_SCOPE', neededScope: 'contacts:write' },
    });
    await agent.close();
    const refused = await send(call('list_budgets'), { token });
    expect([codeOf(refused), refused.headers['www-authenticate']]).toEqual([
      '403 AUTH_INSUFFICIENT_SCOPE',
      `Bearer error="insufficient_scope", scope="budgets:read", resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp"`,
    ]);
  });

  it('rejects a message with too many values before a tool runs', async () => {
    const argumentsOf = (length: number) => Object.fromEntries(Array.from({ length }, (_, n) => [`k${n}`, 1]));
    const few = await send(call('list_accounts', argumentsOf(900)));
    expect([few.status, few.body]).toEqual([200, expect.stringContaining('UNKNOWN_FIELD')]);
    for (const args of [argumentsOf(1_100), argumentsOf(60_000), { ids: Array(21_000).fill(1) }]) {
      const refused = await send(call('list_accounts', args));
      expect([codeOf(refused), refused.body]).toEqual([
        '400 VALIDATION_FAILED',
        expect.stringContaining('TOO_MANY_VALUES'),
      ]);
    }
  });

  it('a read-only key can call only tools that do not change data', async () => {
    const { key } = await aKey(service.database, home.workspaceId, 'read_only');
    const agent = await Agent.connect(service.url, key);
    expect(new Set(await agent.tools())).toEqual(new Set(READING));
    await agent.close();
    const refused = await send(call('save_transactions', { transactions: [] }), { token: key });
    expect(codeOf(refused)).toBe('403 AUTH_INSUFFICIENT_SCOPE');
    expect(refused.headers['www-authenticate']).toContain('scope="read_write"');
  });

  it('counts MCP requests toward the rate limit', async () => {
    const limited: ApiProcess = await startApi({ env: { RATE_LIMIT_PER_MINUTE: '5' } });
    try {
      const own = await aHousehold(limited);
      const ask = () =>
        fetch(`${limited.url}/mcp`, {
          method: 'POST',
          headers: { authorization: `Bearer ${own.key}`, 'content-type': 'application/json' },
          body: JSON.stringify(call('get_overview')),
        });
      const statuses = [];
      for (let n = 0; n < 7; n += 1) statuses.push((await ask()).status);
      expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    } finally {
      await limited.stop();
    }
  });
});

const ORDER = [
  ...['get_overview', 'list_accounts', 'search_transactions', 'get_transaction', 'list_categories', 'list_budgets'],
  ...['explain_budget', 'save_budget', 'list_goals', 'save_goal', 'report_spending', 'report_cash_flow'],
  ...[
    'get_net_worth',
    'get_forecast',
    'list_debts',
    'record_debt',
    'get_import',
    'commit_import',
    'list_invoices',
    'match_invoice',
    'tax_deductions',
    'record_invoice',
    'list_rules',
    'save_rule',
    'list_changes',
  ],
  ...['save_transactions', 'trash_transactions', 'restore_transactions', 'import_statement', 'undo'],
];
