import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AccountView } from './support/answers.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { statusAndCode } from './support/client.js';
import type { Household } from './support/household.js';
import { aHousehold, anAccount, aTransaction, ok, UNKNOWN_ID } from './support/household.js';

const MIB = 1024 * 1024;

let service: Service;
let home: Household;
let account: AccountView;

beforeAll(async () => {
  service = await sharedApi();
  home = await aHousehold(service);
  account = await anAccount(home.api);
});
afterAll(() => service.stop());

const under = (key: string) => ({ headers: { 'idempotency-key': key } });
const expense = { type: 'expense', date: '2026-03-07', description: 'Tacos' } as const;
const splits = (more: () => object) => Array.from({ length: 50 }, () => ({ amount: '1.00', ...more() }));
const storedBytes = async () => {
  const [stored] = await service.database.query(
    `select coalesce(sum(pg_column_size(body)), 0)::int as text, coalesce(sum(pg_column_size(packed)), 0)::int as packed
     from kernel_idempotency_records where workspace_id = $1`,
    [home.workspaceId],
  );
  return stored as { text: number; packed: number };
};

describe('a large response to a request with an Idempotency-Key', () => {
  it('a large response is stored compressed and replayed byte for byte', async () => {
    // Random notes cannot be compressed, but each result of the batch repeats them.
    const notes = () => ({ notes: randomBytes(290).toString('base64') });
    const { id } = await aTransaction(home.api, {
      ...expense,
      accountId: account.id,
      amount: '50.00',
      splits: splits(notes),
    });
    const operations = Array.from({ length: 40 }, (_, at) => ({ op: at % 2 === 0 ? 'trash' : 'restore', id }));
    const first = await home.api.post('/v1/transactions/batch', { operations }, under('batch'));
    expect(ok(first).results).toHaveLength(40);
    expect(first.text.length).toBeGreaterThan(900_000);
    const again = await home.api.post('/v1/transactions/batch', { operations }, under('batch'));
    expect([again.headers['idempotency-replayed'], again.text === first.text]).toEqual(['true', true]);
    const { text, packed } = await storedBytes();
    expect(text).toBe(0);
    expect(packed).toBeLessThan(100_000);
  });

  it('a large problem response is replayed', async () => {
    const body = {
      ...expense,
      accountId: account.id,
      amount: '50.00',
      splits: splits(() => ({ categoryId: UNKNOWN_ID })),
    };
    const before = await storedBytes();
    const first = await home.api.post('/v1/transactions', body, under('refused'));
    expect(statusAndCode(first)).toBe('422 REFERENCE_NOT_FOUND');
    const after = await storedBytes();
    expect([after.text, after.packed > before.packed]).toEqual([0, true]);
    const again = await home.api.post('/v1/transactions', body, under('refused'));
    expect([again.status, again.headers['idempotency-replayed'], again.text]).toEqual([422, 'true', first.text]);
  });
});

describe('the quota of stored responses', () => {
  const contact = (name: string, key: string) => home.api.post('/v1/contacts', { name }, under(key));
  const countHoursAgo = (hours: number, bytes: number) =>
    service.database.query(
      `insert into kernel_stored_answers (workspace_id, hour, bytes)
       values ($1, date_trunc('hour', now()) - $2 * interval '1 hour', $3)
       on conflict (workspace_id, hour) do update set bytes = excluded.bytes`,
      [home.workspaceId, hours, bytes],
    );

  it('counts the stored bytes of each response', async () => {
    const counted = async () => {
      const counts = await service.database.query(
        'select sum(bytes)::int as bytes from kernel_stored_answers where workspace_id = $1',
        [home.workspaceId],
      );
      return counts[0]!['bytes'] as number;
    };
    const before = await counted();
    const created = await contact('Ana', 'ana');
    expect((await counted()) - before).toBe(200 + 'ana'.length + Buffer.byteLength(created.text));
    await contact('Ana', 'ana');
    expect((await counted()) - before).toBe(200 + 'ana'.length + Buffer.byteLength(created.text));
  });

  it('while the quota is used up, rejects new keys with 429 and still replays stored responses', async () => {
    await contact('Luis', 'luis');
    await countHoursAgo(20, 200 * MIB);
    const refused = await contact('Eva', 'eva');
    expect(statusAndCode(refused)).toBe('429 RATE_LIMITED');
    expect(refused.body.detail).toContain('200 MiB');
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(4 * 3_600);
    expect(wait).toBeLessThanOrEqual(5 * 3_600);
    expect((await contact('Luis', 'luis')).headers['idempotency-replayed']).toBe('true');
    expect((await home.api.get('/v1/contacts')).body.map(({ name }) => name).sort()).toEqual(['Ana', 'Luis']);
    expect(statusAndCode(await home.api.post('/v1/contacts', { name: 'Sin llave' }))).toBe('200');
    const other = await aHousehold(service);
    expect(statusAndCode(await other.api.post('/v1/contacts', { name: 'Eva' }, under('eva')))).toBe('200');
  });

  it('accepts new keys again after the stored responses have expired', async () => {
    await countHoursAgo(20, 0);
    await countHoursAgo(25, 200 * MIB);
    expect(statusAndCode(await contact('Eva', 'eva'))).toBe('200');
  });
});
