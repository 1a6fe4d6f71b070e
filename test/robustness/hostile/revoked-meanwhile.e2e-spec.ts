import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { aKeyOf } from '../../e2e/support/browser.js';
import { statusAndCode } from '../../e2e/support/client.js';
import { ok } from '../../e2e/support/household.js';
import type { Somebody } from '../../e2e/support/people.js';
import { accept, anOwner, invite, join } from '../../e2e/support/people.js';
import { until } from '../../e2e/support/until.js';
import { slowest } from '../bounds.js';

let service: Service;
let owner: Somebody;
let former: Somebody;
let key: string;

beforeAll(async () => {
  service = await startApi();
});
afterAll(() => service.stop());

/** Sends a request except for the end of its body. Returns a function that sends the end and returns the status. */
function slowly(method: string, path: string, body: object): () => Promise<string> {
  const { hostname, port } = new URL(service.url);
  const text = JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: x\r\nAuthorization: Bearer ${key}\r\nConnection: close`,
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}`,
  ];
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (data) => (answer += data.toString()));
  socket.write(`${head.join('\r\n')}\r\n\r\n${text.slice(0, 5)}`);
  return async () => {
    socket.write(text.slice(5));
    await new Promise((resolve) => socket.on('close', resolve));
    return `${answer.slice(9, 12)} ${/"code":"(\w+)"/.exec(answer)?.[1] ?? ''}`.trim();
  };
}

/** True if a request with the key has been authenticated. */
const isUsed = async (keyName: string) => {
  const [row] = await service.database.query<{ used: boolean }>(
    `select last_used_at is not null as used from identity_api_keys where name = $1`,
    [keyName],
  );
  return row!.used;
};

describe('requests whose sender loses their rights before the end of the body', () => {
  beforeAll(async () => {
    owner = await anOwner(service);
    former = await join(service, owner, 'owner');
    ({ key } = await aKeyOf(former.browser, 'lenta', 'read_write'));
  });

  it('a removed owner can neither invite nor write', async () => {
    const accomplice = await join(service, owner, 'viewer');
    const begun = [
      slowly('POST', '/v1/invitations', { email: 'complice@example.mx', role: 'owner' }),
      slowly('POST', '/v1/webhooks', { url: 'https://example.com/hook', types: ['*'] }),
      slowly('POST', '/v1/contacts', { name: 'Después' }),
      slowly('PATCH', `/v1/members/${accomplice.id}`, { role: 'owner' }),
    ];
    await until(() => isUsed('lenta'));
    await pause(1_100);
    ok(await owner.api.delete(`/v1/members/${former.id}`));
    expect(await Promise.all(begun.map((finish) => finish()))).toEqual(Array(4).fill('401 AUTH_INVALID_TOKEN'));
    expect(ok(await owner.api.get('/v1/invitations'))).toEqual([]);
    expect(ok(await owner.api.get('/v1/contacts'))).toEqual([]);
  });

  it('a demoted owner cannot invite, even at once', async () => {
    await accept(former.browser, await invite(owner.api, former.email, 'owner'));
    ({ key } = await aKeyOf(former.browser, 'nueva', 'read_write'));
    const invites = slowly('POST', '/v1/invitations', { email: 'complice@example.mx', role: 'owner' });
    const promotes = slowly('PATCH', `/v1/members/${former.id}`, { role: 'owner' });
    await until(() => isUsed('nueva'));
    ok(await owner.api.patch(`/v1/members/${former.id}`, { role: 'editor' }));
    expect(await invites()).toBe('401 AUTH_INVALID_TOKEN');
    expect(await promotes()).toBe('401 AUTH_INVALID_TOKEN');
    expect(statusAndCode(await service.client(key).post('/v1/invitations', { email: 'c@example.mx' }))).toBe(
      '403 AUTH_INSUFFICIENT_SCOPE',
    );
  });

  it('a long request continues if its token keeps its rights', async () => {
    const finish = slowly('POST', '/v1/contacts', { name: 'Rosa' });
    await pause(1_100);
    expect(await finish()).toBe('200');
  });

  it('a member whose role changes meanwhile can still rename themselves', async () => {
    const editor = await join(service, owner, 'editor');
    ({ key } = await aKeyOf(editor.browser, 'de paso', 'read_write'));
    const rename = slowly('PATCH', `/v1/members/${editor.id}`, { name: 'Luis' });
    await until(() => isUsed('de paso'));
    ok(await owner.api.patch(`/v1/members/${editor.id}`, { role: 'viewer' }));
    expect(await rename()).toBe('200');
  });

  it('a request is logged although the key of an earlier request in the same second was revoked', async () => {
    const guest = await join(service, owner, 'editor');
    // The next request starts the timer of the log.
    await pause(1_500);
    ok(await guest.api.get('/v1/accounts'));
    ok(await owner.api.delete(`/v1/members/${guest.id}`));
    ok(await owner.api.get('/v1/budgets'));
    await until(async () => {
      const logged = await service.database.query(
        `select from identity_logged_requests r join identity_api_keys k on k.workspace_id = r.workspace_id and k.id = r.key_id
         where k.member_id = $1 and r.path = '/v1/budgets'`,
        [owner.id],
      );
      return logged.length > 0;
    }, slowest(4_000));
  });
});
