import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aDraft, statement } from '../../libs/importing/test/statements.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { expectNoDrift } from './support/cli.js';
import type { Client } from './support/client.js';
import { errorsOf, statusAndCode } from './support/client.js';
import { aHousehold, anAccount, aTransaction, ok } from './support/household.js';
import { until } from './support/until.js';

let service: Service;
let api: Client;
let workspaceId: string;
let accountId: string;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ api, workspaceId } = await aHousehold(service));
  accountId = (await anAccount(api)).id;
});

const EXPENSE = { type: 'expense', date: '2026-03-07', amount: '25.00', description: 'Tacos' };

const spent = (tags: string[], fields: Record<string, unknown> = {}) =>
  aTransaction(api, { accountId, tags, ...fields });
const tagsOf = async (id: string) => ok(await api.get(`/v1/transactions/${id}`)).tags;
const listed = async (query: string) => ok(await api.get(`/v1/transactions?${query}`)).items.map(({ id }) => id);

const WAITING_FOR_A_TAG = `
  select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%ledger_tags%'`;

describe('the tags of a transaction', () => {
  it('a transaction has no tags by default', async () => {
    const plain = await aTransaction(api, { accountId });
    expect(plain.tags).toEqual([]);
    expect(ok(await api.get('/v1/transactions')).items[0]?.tags).toEqual([]);
  });

  it('returns tags in the order sent, without duplicates', async () => {
    const { id, tags } = await spent(['viaje', ' Café ', 'CAFE', 'niño', 'NINO', 'viaje  largo']);
    expect(tags).toEqual(['viaje', 'Café', 'niño', 'viaje  largo']);
    expect(await tagsOf(id)).toEqual(tags);
  });

  it('returns tags in the workspace’s first spelling', async () => {
    await spent(['Vacaciones']);
    expect((await spent(['oaxaca', 'VACACIONES'])).tags).toEqual(['oaxaca', 'Vacaciones']);
    expect((await spent(['Oáxaca', 'vacaciones'])).tags).toEqual(['oaxaca', 'Vacaciones']);
  });

  it('accepts tags on transfers, adjustments, debts and transactions with splits', async () => {
    const otherAccount = await anAccount(api);
    const transfer = { type: 'transfer', toAccountId: otherAccount.id };
    expect((await spent(['mudanza'], transfer)).tags).toEqual(['mudanza']);
    expect((await spent(['mudanza', 'ajuste'], { type: 'adjustment', amount: '-5.00' })).tags).toHaveLength(2);
    const contact = ok(await api.post('/v1/contacts', { name: 'Ana' }));
    expect((await spent(['nuevo'], { type: 'lent', contactId: contact.id })).tags).toEqual(['nuevo']);
    const parts = { splits: [{ amount: '10.00' }, { amount: '15.00' }] };
    expect((await spent(['cena', 'mudanza'], parts)).tags).toEqual(['cena', 'mudanza']);
  });

  it('an edit replaces all tags, or keeps them if the request omits the field', async () => {
    const { id } = await spent(['a', 'b']);
    const edit = async (change: object) => ok(await api.patch(`/v1/transactions/${id}`, change)).tags;
    expect(await edit({ description: 'Otra', date: '2026-03-08', amount: '30.00' })).toEqual(['a', 'b']);
    expect(await edit({ tags: ['c', 'B'] })).toEqual(['c', 'b']);
    expect(await edit({ type: 'income' })).toEqual(['c', 'b']);
    expect(await edit({ tags: [] })).toEqual([]);
    await expectNoDrift(service.database, workspaceId);
  });

  it('trashes and restores a transaction with its tags', async () => {
    const { id } = await spent(['a']);
    expect(ok(await api.delete(`/v1/transactions/${id}`)).tags).toEqual(['a']);
    expect(ok(await api.get('/v1/transactions/trash')).items[0]?.tags).toEqual(['a']);
    expect(await listed('tag=a')).toEqual([]);
    expect(ok(await api.post(`/v1/transactions/${id}/restore`)).tags).toEqual(['a']);
    expect(await listed('tag=a')).toEqual([id]);
    ok(await api.delete(`/v1/transactions/${id}`));
    ok(await api.delete(`/v1/transactions/${id}/permanently`));
    await expectNoDrift(service.database, workspaceId);
  });

  it.each<[string, unknown, ...string[]]>([
    ['a string', 'a', '#/tags LIST_INVALID'],
    ['null', null, '#/tags LIST_INVALID'],
    ['an object', { 0: 'a' }, '#/tags LIST_INVALID'],
    ['a number in a list of tags', ['a', 1], '#/tags/1 TAG_INVALID'],
    ['an empty tag', [''], '#/tags/0 TAG_INVALID'],
    ['a tag of spaces', ['  '], '#/tags/0 TAG_INVALID'],
    ['a tag of only an accent', ['\u0301'], '#/tags/0 TAG_INVALID'],
    [
      'tags of only invisible characters',
      ['a', '\u200b\u2060', 'b', '\u00ad'],
      '#/tags/1 TAG_INVALID',
      '#/tags/3 TAG_INVALID',
    ],
    ['a path segment', ['.', '..', ' . '], '#/tags/0 TAG_INVALID', '#/tags/1 TAG_INVALID', '#/tags/2 TAG_INVALID'],
    ['a tag of two lines', ['a\nb'], '#/tags/0 TAG_INVALID'],
    ['a tag with a NUL', ['a\u0000'], '#/tags/0 TAG_INVALID'],
    ['an unpaired surrogate', ['\ud83d'], '#/tags/0 TAG_INVALID'],
    ['a tag of 41 characters', ['x'.repeat(41)], '#/tags/0 TAG_INVALID'],
    ['21 tags', Array.from({ length: 21 }, (_, n) => `t${n}`), '#/tags TOO_MANY_VALUES'],
    ['101 equal tags', Array.from({ length: 101 }, () => 'a'), '#/tags TOO_MANY_VALUES'],
  ])('rejects %s in the field tags', async (_, tags, ...errors) => {
    const answer = await api.post('/v1/transactions', { ...EXPENSE, accountId, tags });
    expect(statusAndCode(answer)).toBe('400 VALIDATION_FAILED');
    expect(errorsOf(answer)).toEqual(errors);
    const { id } = await spent(['a']);
    expect(errorsOf(await api.patch(`/v1/transactions/${id}`, { tags }))).toEqual(errors);
    expect(await tagsOf(id)).toEqual(['a']);
  });

  it('counts duplicates once toward the limit of 20 tags', async () => {
    const maximum = Array.from({ length: 20 }, (_, n) => `t${n}`);
    expect((await spent([...maximum, 'T3', 't0'])).tags).toEqual(maximum);
  });

  it('accepts 20 tags of 40 code points', async () => {
    const maximum = Array.from({ length: 20 }, (_, n) => `${'💸'.repeat(38)}${String(n).padStart(2, '0')}`);
    expect((await spent(maximum)).tags).toEqual(maximum);
  });
});

describe('a list of transactions', () => {
  it('filters by a tag, newest first, over several pages', async () => {
    const dates = ['2026-03-05', '2026-03-09', '2026-03-07', '2026-03-09', '2026-03-01'];
    const tagged: { id: string; date: string }[] = [];
    for (const date of dates) tagged.push(await spent(['Café'], { date }));
    await spent(['otro'], { date: '2026-03-08' });
    const expected = tagged.toSorted((a, b) => (a.date + a.id < b.date + b.id ? 1 : -1)).map(({ id }) => id);
    const pages: string[] = [];
    let cursor = '';
    do {
      const page = ok(await api.get(`/v1/transactions?tag=CAFE&limit=2${cursor}`));
      pages.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    expect(pages).toEqual(expected);
    expect(await listed(`tag=cafe&accountId=${accountId}&from=2026-03-07&type=expense`)).toEqual(expected.slice(0, 3));
    expect(await listed('tag=unknown')).toEqual([]);
    expect(statusAndCode(await api.get('/v1/transactions?tag='))).toBe('400 VALIDATION_FAILED');
  });

  it('`untagged` selects transactions without tags (true) or with tags (false)', async () => {
    const [plain, tagged] = [await spent([]), await spent(['a'])];
    expect(await listed('untagged=true')).toEqual([plain.id]);
    expect(await listed('untagged=false')).toEqual([tagged.id]);
    expect(statusAndCode(await api.get('/v1/transactions?untagged=true&tag=a'))).toBe('400 VALIDATION_FAILED');
  });

  it('filters changes by a tag, including trashed transactions', async () => {
    const [first, second] = [await spent(['a']), await spent(['a'])];
    await spent(['b']);
    ok(await api.delete(`/v1/transactions/${first.id}`));
    expect(await listed('tag=A&updatedSince=2020-01-01T00:00:00Z')).toEqual([second.id, first.id]);
  });

  it('a tag filter does not return transactions of another workspace', async () => {
    await spent(['a']);
    const otherHome = await aHousehold(service);
    expect(ok(await otherHome.api.get('/v1/transactions?tag=a')).items).toEqual([]);
  });
});

describe('the tags of a workspace', () => {
  const all = async () => ok(await api.get('/v1/tags'));
  const path = (name: string) => `/v1/tags/${encodeURIComponent(name)}` as const;
  const rename = (name: string, to: string) => api.patch(path(name), { name: to });

  it('lists tags by name, with the number of live transactions and the latest date', async () => {
    expect(await all()).toEqual([]);
    const latest = await spent(['viaje', 'Ánimo'], { date: '2026-03-09' });
    await spent(['VIAJE'], { date: '2026-03-08' });
    await spent(['basura'], { date: '2026-03-10' });
    expect(await all()).toEqual([
      { name: 'Ánimo', count: 1, lastDate: '2026-03-09' },
      { name: 'basura', count: 1, lastDate: '2026-03-10' },
      { name: 'viaje', count: 2, lastDate: '2026-03-09' },
    ]);
    ok(await api.delete(`/v1/transactions/${latest.id}`));
    expect(await all()).toEqual([
      { name: 'basura', count: 1, lastDate: '2026-03-10' },
      { name: 'viaje', count: 1, lastDate: '2026-03-08' },
    ]);
    expect(ok(await api.get(path('animo')))).toEqual({ name: 'Ánimo', count: 0, lastDate: null });
  });

  it('changes the spelling of a tag on all transactions', async () => {
    const [live, trashed] = [await spent(['a', 'viaje']), await spent(['viaje'])];
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    expect(ok(await rename('VIAJE', 'Viaje'))).toEqual({ name: 'Viaje', count: 1, lastDate: live.date });
    expect(await tagsOf(live.id)).toEqual(['a', 'Viaje']);
    expect(await tagsOf(trashed.id)).toEqual(['Viaje']);
    expect((await spent(['viaje'])).tags).toEqual(['Viaje']);
  });

  it('renames a tag on all transactions, and returns 404 for the old name', async () => {
    const { id } = await spent(['fin de mes', '50% / "más"']);
    expect(ok(await rename('50% / "MAS"', 'la mitad')).name).toBe('la mitad');
    expect(await tagsOf(id)).toEqual(['fin de mes', 'la mitad']);
    expect(statusAndCode(await rename('50% / "más"', 'x'))).toBe('404 TAG_NOT_FOUND');
    expect(await listed('tag=La+Mitad')).toEqual([id]);
  });

  it('merges a tag that is renamed to an existing tag', async () => {
    const first = await spent(['a', 'Vacaciones', 'b', 'viaje'], { date: '2026-03-01' });
    const second = await spent(['viaje'], { date: '2026-03-05' });
    const third = await spent(['Vacaciones'], { date: '2026-03-03' });
    const trashed = await spent(['viaje', 'b']);
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    expect(ok(await rename('viaje', 'VACACIONES'))).toEqual({ name: 'Vacaciones', count: 3, lastDate: '2026-03-05' });
    expect(await tagsOf(first.id)).toEqual(['a', 'Vacaciones', 'b']);
    expect(await tagsOf(trashed.id)).toEqual(['Vacaciones', 'b']);
    expect(await listed('tag=vacaciones')).toEqual([second.id, third.id, first.id]);
    expect(statusAndCode(await api.get(path('viaje')))).toBe('404 TAG_NOT_FOUND');
    ok(await api.post(`/v1/transactions/${trashed.id}/restore`));
    expect((await all()).map(({ name, count }) => `${name} ${count}`)).toEqual(['a 1', 'b 2', 'Vacaciones 4']);
    await expectNoDrift(service.database, workspaceId);
  });

  it('deleting a tag removes the tag from all transactions and returns its last state', async () => {
    const [live, trashed] = [await spent(['a', 'b']), await spent(['b'])];
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    expect(ok(await api.delete(path('B')))).toEqual({ name: 'b', count: 1, lastDate: live.date });
    expect(await tagsOf(live.id)).toEqual(['a']);
    expect(ok(await api.post(`/v1/transactions/${trashed.id}/restore`)).tags).toEqual([]);
    expect(statusAndCode(await api.delete(path('b')))).toBe('404 TAG_NOT_FOUND');
    expect((await spent(['B'])).tags).toEqual(['B']);
    await expectNoDrift(service.database, workspaceId);
  });

  it('a tag that no transaction uses returns 404, and another tag can get its name', async () => {
    const { id } = await spent(['Viaje']);
    ok(await api.patch(`/v1/transactions/${id}`, { tags: ['otro'] }));
    expect(statusAndCode(await rename('viaje', 'x'))).toBe('404 TAG_NOT_FOUND');
    expect(ok(await rename('otro', 'VIAJE')).name).toBe('VIAJE');
    expect(await tagsOf(id)).toEqual(['VIAJE']);
    await expectNoDrift(service.database, workspaceId);
  });

  it('updatedSince returns the transactions changed by renaming or deleting a tag', async () => {
    const first = await spent(['a']);
    const second = await spent(['b']);
    const since = async (instant: string) =>
      ok(await api.get(`/v1/transactions?updatedSince=${instant}`)).items.map(({ id }) => id);
    ok(await rename('a', 'c'));
    const { updatedAt } = ok(await api.get(`/v1/transactions/${first.id}`));
    expect(await since(updatedAt)).toEqual([first.id]);
    ok(await rename('c', 'c'));
    expect(ok(await api.get(`/v1/transactions/${first.id}`)).updatedAt).toBe(updatedAt);
    ok(await rename('c', 'b'));
    ok(await api.delete(path('b')));
    expect((await since(updatedAt)).toSorted()).toEqual([first.id, second.id].toSorted());
  });

  it('checks If-Match and Idempotency-Key when a tag is renamed or deleted', async () => {
    await spent(['a']);
    const { headers } = await api.get(path('a'));
    const etag = headers.etag!;
    await spent(['a']);
    const stale = { headers: { 'If-Match': etag } };
    expect(statusAndCode(await api.patch(path('a'), { name: 'b' }, stale))).toBe('412 PRECONDITION_FAILED');
    expect(statusAndCode(await api.delete(path('a'), undefined, stale))).toBe('412 PRECONDITION_FAILED');
    const withKey = { headers: { 'Idempotency-Key': 'b' } };
    const [renamed, again] = [
      await api.patch(path('a'), { name: 'b' }, withKey),
      await api.patch(path('a'), { name: 'b' }, withKey),
    ];
    expect(again.text).toBe(renamed.text);
    const entry = ok(await api.get('/v1/audit-log?limit=1')).items[0];
    expect(entry).toMatchObject({ action: 'PATCH /v1/tags/{name}', resourceId: 'a', fields: ['name'] });
  });

  it.each(['', ' ', 'x'.repeat(41), 'a\u0000b', '\u0301', '\u200d'])('rejects the tag name %j', async (name) => {
    if (name.trim() !== '') expect(statusAndCode(await api.get(path(name)))).toBe('404 TAG_NOT_FOUND');
    await spent(['a']);
    expect(statusAndCode(await rename('a', name))).toBe('400 VALIDATION_FAILED');
  });

  it('limits a workspace to 5,000 tags, without counting unused tags', async () => {
    await spent(['a']);
    await service.database.query(
      `insert into ledger_tags (workspace_id, id, name) select $1, gen_random_uuid(), 'lleno ' || n from generate_series(2, 5000) n`,
      [workspaceId],
    );
    expect((await spent(['b'])).tags).toEqual(['b']);
    expect((await all()).map(({ name }) => name)).toEqual(['a', 'b']);
    const { id } = await spent([]);
    await service.database.query(
      `with full_tags as (
         insert into ledger_tags (workspace_id, id, name, live_count)
         select $1, gen_random_uuid(), 'lleno ' || n, 1 from generate_series(3, 5000) n returning id)
       insert into ledger_tag_entries (workspace_id, tag_id, live, date, transaction_id)
       select $1, id, true, '2026-03-07', $2 from full_tags`,
      [workspaceId, id],
    );
    const refused = await api.post('/v1/transactions', { ...EXPENSE, accountId, tags: ['c'] });
    expect(statusAndCode(refused)).toBe('409 TAG_LIMIT_REACHED');
    expect(refused.body.detail).toContain('5000');
    expect((await spent(['A', 'LLENO 77'])).tags).toEqual(['a', 'lleno 77']);
  });

  it('does not return or delete tags of another workspace', async () => {
    const { id } = await spent(['a']);
    const otherHome = await aHousehold(service);
    expect(ok(await otherHome.api.get('/v1/tags'))).toEqual([]);
    expect(statusAndCode(await otherHome.api.delete(path('a')))).toBe('404 TAG_NOT_FOUND');
    expect(await tagsOf(id)).toEqual(['a']);
  });

  it.each([
    ['created', (tags: string[]) => spent(tags)],
    ['edited', async (tags: string[]) => ok(await api.patch(`/v1/transactions/${(await spent([])).id}`, { tags }))],
  ])('a transaction that is %s while one of its tags is deleted keeps all its tags', async (_, write) => {
    const { id } = await spent(['uno', 'dos']);
    ok(await api.patch(`/v1/transactions/${id}`, { tags: ['dos'] }));
    const connection = await service.database.connect();
    try {
      await connection.query('begin');
      await connection.query(`delete from ledger_tags where workspace_id = $1 and name = 'uno'`, [workspaceId]);
      const written = write(['uno', 'dos']);
      await until(async () => (await service.database.query(WAITING_FOR_A_TAG)).length > 0);
      await connection.query('commit');
      expect((await written).tags).toEqual(['uno', 'dos']);
    } finally {
      await connection.end();
    }
    await expectNoDrift(service.database, workspaceId);
  });

  it('concurrent creates, renames and deletes do not duplicate tags', async () => {
    const names = ['uno', 'dos', 'tres'];
    const nth = (n: number) => names[n % 3]!;
    const calls = Array.from({ length: 12 }, (_, n) => [
      api.post('/v1/transactions', { ...EXPENSE, accountId, tags: [nth(n), nth(n + 1).toUpperCase()] }),
      rename(nth(n), nth(n + 2)),
      spent([nth(n + 2)]).then(({ id }) => api.patch(`/v1/transactions/${id}`, { tags: names })),
      ...(n % 4 === 3 ? [api.delete(path(nth(n)))] : []),
    ]).flat();
    const answers = (await Promise.all(calls)).map((answer) => statusAndCode(answer));
    expect(new Set([...answers, '404 TAG_NOT_FOUND'])).toEqual(new Set(['200', '404 TAG_NOT_FOUND']));
    const folded = (await all()).map(({ name }) => name.toLowerCase());
    expect(new Set(folded).size).toBe(folded.length);
    await expectNoDrift(service.database, workspaceId);
  });
});

describe('rules about tags', () => {
  const rule = async (fields: object) =>
    ok(
      await api.post('/v1/rules', {
        name: 'Viaje',
        conditions: [{ field: 'tag', op: 'is', value: 'viaje' }],
        ...fields,
      }),
    );
  const TACOS = [{ field: 'description', op: 'contains', value: 'tacos' }];
  const adds = (value: string) => [{ kind: 'add_tag', value }];

  it.each([
    ['is', 'VIAJE', ['both', 'trip']],
    ['is_not', 'viaje', ['home', 'none']],
    ['one_of', ['viaje', 'Casa'], ['both', 'home', 'trip']],
    ['one_of', ['unknown'], []],
  ])('the tag condition %s %j matches the transactions %j', async (op, value, expected) => {
    const tagged = { trip: ['Viaje'], home: ['casa'], both: ['casa', 'viaje'], none: [] };
    for (const [description, tags] of Object.entries(tagged)) await spent(tags, { description });
    const preview = ok(await api.post('/v1/rules/preview', { conditions: [{ field: 'tag', op, value }] }));
    expect(preview.items.map(({ description }) => description).toSorted()).toEqual(expected);
  });

  it('a rule adds its tag to a new transaction, but conditions match only the original tags', async () => {
    await rule({ conditions: TACOS, actions: adds('Comida') });
    await rule({ conditions: TACOS, actions: adds('FAMILIA') });
    await rule({ conditions: TACOS, actions: adds('comida') });
    await rule({ conditions: [{ field: 'tag', op: 'is', value: 'comida' }], actions: adds('nunca') });
    expect((await spent(['familia'])).tags).toEqual(['familia', 'Comida']);
    const { id } = await spent([]);
    expect(await tagsOf(id)).toEqual(['Comida', 'familia']);
    const { rules } = ok(await api.get(`/v1/transactions/${id}/explain`));
    expect(rules.map(({ effects }) => effects[0]?.outcome)).toEqual(['applied', 'applied', 'already_so']);
    expect((await spent([], { type: 'adjustment' })).tags).toEqual([]);
    await expectNoDrift(service.database, workspaceId);
  });

  it('a rule does not add a tag to a transaction with 20 tags', async () => {
    await rule({ conditions: TACOS, actions: adds('una') });
    await rule({ conditions: TACOS, actions: adds('otra') });
    const maximum = Array.from({ length: 19 }, (_, n) => `t${n}`);
    const { id, tags } = await spent(maximum);
    expect(tags).toEqual([...maximum, 'una']);
    const { rules } = ok(await api.get(`/v1/transactions/${id}/explain`));
    expect(rules.map(({ effects }) => effects[0]?.outcome)).toEqual(['applied', 'passed_over']);
  });

  it('undoing a rule run removes only the tags that the run added', async () => {
    const plain = await spent([]);
    const own = await spent(['casa', 'viaje']);
    const more = await spent(['casa']);
    const { id } = await rule({ enabled: false, conditions: TACOS, actions: adds('Viaje') });
    expect(ok(await api.post(`/v1/rules/${id}/apply`))).toEqual({ matched: 3, changed: 2, skipped: 1 });
    expect(ok(await api.post(`/v1/rules/${id}/apply`))).toEqual({ matched: 3, changed: 0, skipped: 3 });
    expect(await tagsOf(more.id)).toEqual(['casa', 'viaje']);
    ok(await api.patch(`/v1/transactions/${more.id}`, { tags: ['viaje', 'casa', 'playa'] }));
    const run = ok(await api.get(`/v1/rules/${id}/runs`)).items.at(-1)!;
    expect(ok(await api.post(`/v1/rules/${id}/runs/${run.id}/undo`))).toEqual({ restored: 2, skipped: 0 });
    expect([await tagsOf(plain.id), await tagsOf(own.id), await tagsOf(more.id)]).toEqual([
      [],
      ['casa', 'viaje'],
      ['casa', 'playa'],
    ]);
    await expectNoDrift(service.database, workspaceId);
  });

  it('undoing a rule run keeps a tag that the user added again, and removes tags of trashed transactions', async () => {
    const [own, trashed] = [await spent([]), await spent(['casa'])];
    const { id } = await rule({ enabled: false, conditions: TACOS, actions: adds('regla') });
    ok(await api.post(`/v1/rules/${id}/apply`));
    for (const tags of [['casa'], ['casa', 'regla']]) ok(await api.patch(`/v1/transactions/${own.id}`, { tags }));
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    const [run] = ok(await api.get(`/v1/rules/${id}/runs`)).items;
    expect(ok(await api.post(`/v1/rules/${id}/runs/${run!.id}/undo`))).toEqual({ restored: 1, skipped: 1 });
    expect(await tagsOf(own.id)).toEqual(['casa', 'regla']);
    ok(await api.post(`/v1/transactions/${trashed.id}/restore`));
    expect(await tagsOf(trashed.id)).toEqual(['casa']);
    await expectNoDrift(service.database, workspaceId);
  });

  it('undoing a rule run skips and reports a trashed transaction with changes besides tags', async () => {
    const [live, trashed] = [await spent([]), await spent([])];
    const actions = [...adds('regla'), { kind: 'append_notes', value: 'de la regla' }];
    const { id } = await rule({ enabled: false, conditions: TACOS, actions });
    ok(await api.post(`/v1/rules/${id}/apply`));
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    const [run] = ok(await api.get(`/v1/rules/${id}/runs`)).items;
    expect(ok(await api.post(`/v1/rules/${id}/runs/${run!.id}/undo`))).toEqual({ restored: 1, skipped: 1 });
    expect(ok(await api.get(`/v1/transactions/${live.id}`))).toMatchObject({ notes: null, tags: [] });
    expect(ok(await api.post(`/v1/transactions/${trashed.id}/restore`)).notes).toBe('de la regla');
    expect(await tagsOf(trashed.id)).toEqual([]);
  });

  it('rules use the new name of a renamed tag, and an undo keeps tags that the transaction already had', async () => {
    const [plain, tagged] = [await spent([]), await spent(['vacaciones'])];
    const { id } = await rule({
      enabled: false,
      conditions: [...TACOS, { field: 'tag', op: 'is_not', value: 'VIAJE' }],
      actions: adds('Viaje'),
    });
    ok(await api.post(`/v1/rules/${id}/apply`));
    ok(await api.patch('/v1/tags/viaje', { name: 'vacaciones' }));
    expect(ok(await api.get(`/v1/rules/${id}`))).toMatchObject({
      conditions: [TACOS[0], { field: 'tag', op: 'is_not', value: 'vacaciones' }],
      actions: adds('vacaciones'),
    });
    const [run] = ok(await api.get(`/v1/rules/${id}/runs`)).items;
    ok(await api.post(`/v1/rules/${id}/runs/${run!.id}/undo`));
    expect([await tagsOf(plain.id), await tagsOf(tagged.id)]).toEqual([[], ['vacaciones']]);
  });

  it('rules add tags to imported transactions, and an undo does not treat these tags as edits', async () => {
    await rule({ conditions: TACOS, actions: adds('comida') });
    const draft = await aDraft(
      api,
      accountId,
      statement([
        ['2026-05-01', 'Tacos', '-25.00'],
        ['2026-05-02', 'Tacos', '-5.00'],
      ]),
    );
    expect(draft.rows.map((row) => row.tags)).toEqual([['comida'], ['comida']]);
    ok(await api.post(`/v1/imports/${draft.id}/commit`));
    const [first, second] = ok(await api.get(`/v1/transactions?importId=${draft.id}`)).items;
    expect([first!.tags, second!.tags]).toEqual([['comida'], ['comida']]);
    ok(await api.patch(`/v1/transactions/${second!.id}`, { tags: ['comida', 'mía'] }));
    const undone = ok(await api.post(`/v1/imports/${draft.id}/undo`)).undone;
    expect(undone).toMatchObject([{ transactionId: second!.id, outcome: 'edited' }]);
    expect(ok(await api.get('/v1/tags'))).toEqual([]);
    await expectNoDrift(service.database, workspaceId);
  });

  it.each([
    ['an empty tag', ''],
    ['a long tag', 'x'.repeat(41)],
    ['a tag of only an accent', '\u0301'],
  ])('rejects %s in an action or a condition of a rule', async (_, value) => {
    const request = { name: 'x', conditions: TACOS, actions: adds(value) };
    expect(errorsOf(await api.post('/v1/rules', request))).toEqual(['#/actions/0/value TAG_INVALID']);
    const conditions = [{ field: 'tag', op: 'is', value }];
    expect(errorsOf(await api.post('/v1/rules/preview', { conditions }))).toEqual(['#/conditions/0/value TAG_INVALID']);
  });
});
