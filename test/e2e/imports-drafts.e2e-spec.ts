import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Movement } from '../../libs/importing/test/statements.js';
import { aDraft, aDraftOf, commit, statement, undo, upload } from '../../libs/importing/test/statements.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { statusAndCode } from './support/client.js';
import type { AccountView, ImportView } from './support/answers.js';
import type { Answer, Client } from './support/client.js';
import type { Household } from './support/household.js';
import { aHousehold, anAccount, aTransaction, ok, everyItem } from './support/household.js';

let service: Service;
let home: Household;
let api: Client;
let account: AccountView;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  home = await aHousehold(service);
  api = home.api;
  account = await anAccount(api, { openingBalance: '100.00' });
});

const detail = async (draft: ImportView) => ok(await api.get(`/v1/imports/${draft.id}`));
const row = async (draft: ImportView, index: number, body: unknown) =>
  ok(await api.patch(`/v1/imports/${draft.id}/rows/${index}`, body));
const warned = (draft: ImportView) =>
  draft.rows.flatMap(({ index, warnings }) => warnings.map(({ code }) => `${index} ${code}`));

describe('the reconciliation of a draft', () => {
  const BALANCED: Movement[] = [
    ['2026-03-07', 'Tacos', '-25.00', '75.00'],
    ['2026-03-08', 'Nómina', '1000.00', '1075.00'],
    ['2026-03-09', 'Renta', '-400.50', '674.50'],
  ];
  const withBalance = (movements: readonly Movement[]) => statement(movements, 'Saldo');

  it.each([
    ['oldest', BALANCED],
    ['newest', BALANCED.toReversed()],
  ])('returns the opening and closing balance of a statement with the %s row first', async (_, rows) => {
    const draft = await aDraft(api, account.id, withBalance(rows));
    const agreed = {
      ...{
        openingBalance: '100.00',
        closingBalance: '674.50',
        accountBalance: '100.00',
        accountBalanceAfter: '674.50',
      },
      ...{ difference: '0.00', firstBreak: null },
    };
    expect(draft.reconciliation).toEqual(agreed);
    const committed = await commit(api, draft);
    expect(committed).toMatchObject({ reconciliation: agreed, balanceAfter: '674.50' });
    await aTransaction(api, { accountId: account.id });
    expect(await detail(draft)).toEqual(committed);
    expect((await undo(api, draft)).reconciliation).toEqual(agreed);
  });

  it('changing a row updates the reconciliation', async () => {
    const draft = await aDraft(api, account.id, withBalance(BALANCED));
    const differs = async (index: number, body: unknown) => (await row(draft, index, body)).reconciliation;
    expect(await differs(2, { excluded: true })).toMatchObject({
      ...{ accountBalanceAfter: '1075.00', difference: '-400.50', closingBalance: '674.50', firstBreak: null },
    });
    expect(await differs(2, { excluded: false })).toMatchObject({ difference: '0.00' });
    expect(await differs(1, { amount: '900.00' })).toMatchObject({
      ...{ accountBalanceAfter: '574.50', difference: '100.00', openingBalance: '100.00' },
      firstBreak: { index: 1, line: 3, expected: '975.00', found: '1075.00' },
    });
    expect(warned(await detail(draft))).toEqual(['1 BALANCE_BREAK']);
    expect(await differs(1, { amount: '1000.00' })).toMatchObject({ difference: '0.00', firstBreak: null });
    expect(warned(await detail(draft))).toEqual([]);
    await aTransaction(api, { accountId: account.id, date: '2026-03-07', amount: '25.00' });
    expect(await differs(0, {})).toMatchObject({ accountBalance: '75.00', accountBalanceAfter: '674.50' });
    expect(await differs(0, { includeDuplicate: true })).toMatchObject({
      accountBalanceAfter: '649.50',
      difference: '25.00',
    });
  });

  it('reports the earliest row of each balance break, with its expected balance', async () => {
    const broken: Movement[] = [
      ['2026-03-07', 'Uno', '-25.00', '75.00'],
      ['2026-03-08', 'Dos', '-5.00', '60.00'],
      ['2026-03-09', 'Tres', '-10.00', '50.00'],
      ['2026-03-10', 'Cuatro', '-10.00', '41.00'],
      ['2026-03-11', 'Cinco', '-1.00', '40.00'],
    ];
    const up = await aDraft(api, account.id, withBalance(broken));
    expect(warned(up)).toEqual(['1 BALANCE_BREAK', '3 BALANCE_BREAK']);
    expect(up.reconciliation!.firstBreak).toEqual({ index: 1, line: 3, expected: '70.00', found: '60.00' });
    const down = await aDraft(api, account.id, withBalance(broken.toReversed()));
    expect(warned(down)).toEqual(['1 BALANCE_BREAK', '3 BALANCE_BREAK']);
    expect(down.reconciliation!.firstBreak).toEqual({ index: 3, line: 5, expected: '70.00', found: '60.00' });
  });

  it('ignores the balances before a row in error until the row is corrected', async () => {
    const withError: Movement[] = [['2026-03-07', 'Tacos', 'x', '75.00'], ...BALANCED.slice(1)];
    const draft = await aDraft(api, account.id, withBalance(withError));
    expect(draft.reconciliation).toMatchObject({
      openingBalance: null,
      closingBalance: '674.50',
      difference: '-25.00',
    });
    const corrected = await row(draft, 0, { amount: '25.00', type: 'expense' });
    expect(corrected.reconciliation).toMatchObject({ openingBalance: '100.00', difference: '0.00', firstBreak: null });
  });

  it.each([
    ['the amount owed', ['350.00', '320.00']],
    ['the negative amount owed', ['-350.00', '-320.00']],
  ])('the balance of a card statement is the amount owed if the file shows %s', async (_, [first, second]) => {
    const card = await anAccount(api, { typeId: 'credit_card', openingBalance: '250.00' });
    const rows: Movement[] = [
      ['2026-03-07', 'Cine', '-100.00', first!],
      ['2026-03-08', 'Pago', '30.00', second!],
    ];
    const draft = await aDraft(api, card.id, withBalance(rows));
    expect(draft.reconciliation).toEqual({
      ...{
        openingBalance: '250.00',
        closingBalance: '320.00',
        accountBalance: '250.00',
        accountBalanceAfter: '320.00',
      },
      ...{ difference: '0.00', firstBreak: null },
    });
    const moved = ok(await api.patch(`/v1/imports/${draft.id}`, { accountId: account.id }));
    expect(moved.reconciliation).toMatchObject({ accountBalance: '100.00', accountBalanceAfter: '30.00' });
  });

  it('the reconciliation is null for a file without balances', async () => {
    expect(await aDraftOf(api, account.id, ['2026-03-07', 'Tacos', '-25.00'])).toMatchObject({ reconciliation: null });
  });
});

describe('the details of a row', () => {
  const SENT = 'SPEI ENVIADO BANORTE 0054907843 072 2003260renta MBAN01002611200012345678 Casero de Ejemplo';

  it('parses the details of a row from its text and columns without changing the description', async () => {
    const file = statement(
      [
        ['2026-03-20', SENT, '-9500.00', ''],
        ['2026-03-21', 'Pago', '-10.00', 'HSBC2026032100001'],
        ['2026-03-22', 'Tacos', '-25.00', ''],
      ],
      'Clave de Rastreo',
    );
    const draft = await aDraft(api, account.id, file);
    expect(draft.rows.map(({ details }) => details)).toEqual([
      {
        ...{ counterparty: 'Casero de Ejemplo', trackingKey: 'MBAN01002611200012345678', reference: '0054907843' },
        ...{ clabe: null, bank: 'BANORTE', rfc: null, cardLastFour: null },
        ...{ foreignAmount: null, foreignCurrency: null, foreignRate: null },
      },
      expect.objectContaining({ trackingKey: 'HSBC2026032100001', counterparty: null }),
      null,
    ]);
    expect(draft.rows[0]!.description).toBe(SENT);
    await commit(api, draft);
    const { items } = await everyItem(api, `/v1/transactions?importId=${draft.id}`);
    expect(items.map(({ notes, description }) => [description, notes])).toContainEqual([SENT, null]);
    expect((await detail(draft)).rows[0]!.details).toEqual(draft.rows[0]!.details);
  });
});

describe('the transfer candidate of a row', () => {
  const key = 'MBAN01002611200099887766';
  const side = (amount: string, day = '2026-03-20', tracking = key): Movement => [
    ...([day, `SPEI CLAVE DE RASTREO ${tracking}`, amount] as const),
  ];
  const candidate = (draft: ImportView, index = 0) => draft.rows[index]!.transferCandidate;
  let savings: AccountView;

  beforeEach(async () => {
    savings = await anAccount(api, { typeId: 'savings' });
  });

  it('finds the transfer candidate in another draft or a committed import', async () => {
    const out = await aDraftOf(api, account.id, side('-500.00'));
    expect(candidate(out)).toBeNull();
    const into = await aDraftOf(api, savings.id, ['2026-03-19', 'Otra', '1.00'], side('500.00', '2026-03-21'));
    expect(candidate(into)).toBeNull();
    expect(candidate(into, 1)).toEqual({
      ...{
        transactionId: null,
        importId: out.id,
        index: 0,
        accountId: account.id,
        date: '2026-03-20',
        amount: '500.00',
      },
    });
    expect(candidate(await detail(out))).toMatchObject({ importId: into.id, index: 1, accountId: savings.id });
    await commit(api, out);
    const { id } = (await everyItem(api, `/v1/transactions?importId=${out.id}`)).items[0]!;
    expect(candidate(await detail(into), 1)).toEqual({
      ...{
        transactionId: id,
        importId: null,
        index: null,
        accountId: account.id,
        date: '2026-03-20',
        amount: '500.00',
      },
    });
    expect((await everyItem(api, `/v1/imports/${into.id}/rows`)).items[1]!.transferCandidate).toMatchObject({
      transactionId: id,
    });
    ok(await api.patch(`/v1/transactions/${id}`, { type: 'transfer', toAccountId: savings.id }));
    expect(candidate(await detail(into), 1)).toBeNull();
    await undo(api, out);
    expect(candidate(await detail(into), 1)).toBeNull();
  });

  it('a transfer candidate has the same tracking key, amount and currency, the opposite direction and a date at most five days away', async () => {
    const dollars = await anAccount(api, { currency: 'USD' });
    await aDraftOf(api, savings.id, side('500.00'));
    const mine = await aDraftOf(
      ...([api, account.id] as const),
      side('-500.01'),
      side('500.00'),
      side('-500.00', '2026-03-20', 'MBAN01002611200099887767'),
      side('-500.00', '2026-03-26'),
      side('-500.00', '2026-03-25'),
    );
    expect(mine.rows.map(({ transferCandidate }) => transferCandidate !== null)).toEqual([
      ...[false, false, false, false, true],
    ]);
    const same = await aDraftOf(api, savings.id, side('-500.00'));
    expect(candidate(same)).not.toMatchObject({ accountId: savings.id });
    expect(candidate(await aDraftOf(api, dollars.id, side('-500.00')))).toBeNull();
    const neighbour = (await aHousehold(service)).api;
    const theirs = await aDraftOf(neighbour, (await anAccount(neighbour)).id, side('-500.00'));
    expect(candidate(theirs)).toBeNull();
  });

  it('never suggests an excluded row or a trashed transaction as the transfer candidate', async () => {
    const into = await aDraftOf(api, savings.id, side('500.00'));
    const out = await aDraftOf(api, account.id, side('-500.00'));
    await row(into, 0, { excluded: true });
    expect(candidate(await detail(out))).toBeNull();
    await row(into, 0, { excluded: false });
    await commit(api, into);
    expect(candidate(await detail(out))).not.toBeNull();
    const { id } = (await everyItem(api, `/v1/transactions?importId=${into.id}`)).items[0]!;
    ok(await api.delete(`/v1/transactions/${id}`));
    expect(candidate(await detail(out))).toBeNull();
  });
});

describe('the suggested category of a row', () => {
  const categories = async (kind = 'expense') =>
    ok(await api.get('/v1/categories'))
      .filter((each) => each.kind === kind)
      .map(({ id }) => id as string);
  const hinted = (draft: ImportView) =>
    draft.rows.map(({ categoryId, categorySource }) => [categoryId, categorySource]);

  it('suggests the latest category chosen for the same description and type', async () => {
    const [first, second] = await categories();
    for (const [categoryId, description] of [
      [first, 'OXXO  Reforma'],
      [second, 'oxxo reforma'],
    ]) {
      await aTransaction(api, { accountId: account.id, description, categoryId });
    }
    const draft = await aDraftOf(
      ...([api, account.id] as const),
      ['2026-03-20', 'ÓXXO REFORMA', '-30.00'],
      ['2026-03-20', 'OXXO REFORMA', '30.00'],
      ['2026-03-20', 'OXXO REFORMA 2', '-30.00'],
    );
    expect(hinted(draft)).toEqual([
      [second, 'history'],
      [null, null],
      [null, null],
    ]);
    expect(hinted(await row(draft, 1, { type: 'expense' }))[1]).toEqual([second, 'history']);
    expect(hinted(await row(draft, 1, { type: 'income' }))[1]).toEqual([null, null]);
    await commit(api, draft);
    const { items } = await everyItem(api, `/v1/transactions?importId=${draft.id}`);
    expect(items.filter(({ category }) => category !== null)).toMatchObject([{ category: { id: second } }]);
  });

  it('does not suggest archived categories or categories of trashed transactions', async () => {
    const [first, second] = await categories();
    const trashed = await aTransaction(api, { accountId: account.id, description: 'Cine', categoryId: first });
    await aTransaction(api, { accountId: account.id, description: 'Teatro', categoryId: first });
    await aTransaction(api, { accountId: account.id, description: 'Teatro', categoryId: second });
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    ok(await api.patch(`/v1/categories/${second}`, { archived: true }));
    const draft = await aDraftOf(api, account.id, ['2026-03-20', 'Cine', '-1.00'], ['2026-03-20', 'Teatro', '-1.00']);
    expect(hinted(draft)).toEqual([
      [null, null],
      [first, 'history'],
    ]);
  });

  it('suggests the current category of an earlier import’s transaction if the descriptions in the files match', async () => {
    const [first] = await categories();
    const earlier = await aDraftOf(api, account.id, ['2026-02-20', 'SEVEN 123', '-1.00']);
    await commit(api, earlier);
    const { id } = (await everyItem(api, `/v1/transactions?importId=${earlier.id}`)).items[0]!;
    ok(await api.patch(`/v1/transactions/${id}`, { description: 'Café', categoryId: first }));
    const draft = await aDraftOf(
      api,
      account.id,
      ['2026-03-20', 'Seven 123', '-1.00'],
      ['2026-03-20', 'Café', '-1.00'],
    );
    expect(hinted(draft)).toEqual([
      [first, 'history'],
      [null, null],
    ]);
  });

  it('prefers the category in the file to the suggested one, and the user’s choice to both', async () => {
    const [first, second] = await categories();
    const { name } = ok(await api.get(`/v1/categories/${second}`));
    await aTransaction(api, { accountId: account.id, description: 'Tacos', categoryId: first });
    const rows: Movement[] = [
      ['2026-03-20', 'Tacos', '-1.00', name],
      ['2026-03-20', 'Tacos', '-2.00', 'Nueva del banco'],
      ['2026-03-20', 'Tacos', '-3.00', ''],
    ];
    const draft = await aDraft(api, account.id, statement(rows, 'Categoría'));
    expect(hinted(draft)).toEqual([
      [second, 'file'],
      [null, 'file'],
      [first, 'history'],
    ]);
    await row(draft, 2, { categoryId: second });
    expect(hinted(await row(draft, 0, { categoryId: null })).slice(0, 3)).toEqual([
      [null, 'person'],
      [null, 'file'],
      [second, 'person'],
    ]);
    const again = ok(await api.patch(`/v1/imports/${draft.id}`, {}));
    expect(hinted(again)).toEqual([
      [null, 'person'],
      [null, 'file'],
      [second, 'person'],
    ]);
    await row(draft, 2, { categoryId: null });
    const committed = await commit(api, draft);
    expect(hinted(committed)[2]).toEqual([null, 'person']);
    expect(hinted(committed)[1]![1]).toBe('file');
    expect(hinted(committed)[1]![0]).not.toBeNull();
  });

  it('a category set by a rule takes precedence over the file and earlier transactions, and the committed transaction names the rule', async () => {
    const [byRule, byHand, byFile] = await categories();
    const { name } = ok(await api.get(`/v1/categories/${byFile}`));
    await aTransaction(api, { accountId: account.id, description: 'Oxxo Centro', categoryId: byHand });
    await aTransaction(api, { accountId: account.id, description: 'Cine', categoryId: byHand });
    const aRule = async (pattern: string, more = {}) =>
      ok(
        await api.post('/v1/rules', {
          name: 'Tienda',
          conditions: [{ field: 'description', op: 'matches', value: pattern }],
          actions: [
            { kind: 'set_category', value: byRule },
            { kind: 'append_notes', value: 'tienda' },
          ],
          ...more,
        }),
      );
    const rule = await aRule('^oxxo');
    await aRule('.', { enabled: false, priority: 1 });
    const rows: Movement[] = [
      ['2026-03-20', 'OXXO CENTRO', '-1.00', ''],
      ['2026-03-20', 'Cine', '-2.00', ''],
      ['2026-03-20', 'OXXO SUR', '-3.00', name],
      ['2026-03-20', 'Taxi', '-4.00', ''],
      ['2026-03-20', 'OXXO NORTE', '-5.00', ''],
    ];
    const draft = await aDraft(api, account.id, statement(rows, 'Categoría'));
    expect(hinted(draft)).toEqual([
      [byRule, 'rule'],
      [byHand, 'history'],
      [byRule, 'rule'],
      [null, null],
      [byRule, 'rule'],
    ]);
    expect(draft.rows[2]!.category).toBe(name);
    expect(hinted(await row(draft, 0, { description: 'Café' }))[0]).toEqual([byHand, 'history']);
    expect(hinted(await row(draft, 3, { description: 'oxxo taxi' }))[3]).toEqual([byRule, 'rule']);
    expect(hinted(await row(draft, 4, { categoryId: byHand }))[4]).toEqual([byHand, 'person']);
    await commit(api, draft);
    const { items } = await everyItem(api, `/v1/transactions?importId=${draft.id}`);
    const entered = async (amount: string) => {
      const { id, notes } = items.find((item) => item.amount === amount)!;
      return { notes, category: ok(await api.get(`/v1/transactions/${id}/explain`)).category };
    };
    expect(await entered('1.00')).toEqual({ notes: null, category: { id: byHand, source: 'import', ruleId: null } });
    expect(await entered('3.00')).toMatchObject({ category: { id: byRule, source: 'rule', ruleId: rule.id } });
    expect(await entered('4.00')).toEqual({
      notes: 'tienda',
      category: { id: byRule, source: 'rule', ruleId: rule.id },
    });
    expect(await entered('5.00')).toEqual({
      notes: 'tienda',
      category: { id: byHand, source: 'person', ruleId: null },
    });
  });

  it('an undo does not treat a category and notes set by a rule as a user’s edit', async () => {
    const [category] = await categories();
    const { id: byRule } = ok(await api.post('/v1/categories', { name: 'Fugaz', kind: 'expense' }));
    ok(
      await api.post('/v1/rules', {
        name: 'Tienda',
        conditions: [{ field: 'description', op: 'contains', value: 'oxxo' }],
        actions: [
          { kind: 'set_category', value: byRule },
          { kind: 'set_description', value: 'Tienda' },
          { kind: 'append_notes', value: 'de la esquina' },
        ],
      }),
    );
    const draft = await aDraftOf(
      ...([api, account.id] as const),
      ['2026-03-20', 'OXXO UNO', '-1.00'],
      ['2026-03-20', 'OXXO DOS', '-2.00'],
      ['2026-03-20', 'Cine', '-3.00'],
    );
    await commit(api, draft);
    const { items } = await everyItem(api, `/v1/transactions?importId=${draft.id}`);
    const edited = items.find(({ amount }) => amount === '2.00')!;
    ok(await api.patch(`/v1/transactions/${edited.id}`, { notes: 'mía' }));
    ok(await api.delete(`/v1/categories/${byRule}?moveTo=${category}`));
    const undone = await undo(api, draft);
    expect(undone).toMatchObject({
      undone: [{ transactionId: edited.id, index: 1, outcome: 'edited' }],
      undoneTotal: 1,
    });
  });

  it('stops suggesting a deleted category', async () => {
    const { id: categoryId } = ok(await api.post('/v1/categories', { name: 'Fugaz', kind: 'expense' }));
    const { id } = await aTransaction(api, { accountId: account.id, description: 'Cine', categoryId });
    const draft = await aDraftOf(api, account.id, ['2026-03-20', 'Cine', '-1.00']);
    expect(hinted(draft)).toEqual([[categoryId, 'history']]);
    ok(await api.patch(`/v1/transactions/${id}`, { categoryId: null }));
    ok(await api.delete(`/v1/categories/${categoryId}`));
    expect(hinted(await detail(draft))).toEqual([[null, null]]);
  });
});

describe('a corrected mapping', () => {
  // The "Descripción" column contains the branch instead of the description.
  const file = (month: string) =>
    `Fecha,Descripción,Detalle,Monto\n2026-${month}-07,Sucursal 12,Tacos,-25.00\n2026-${month}-08,Sucursal 12,Pan,-3.00\n`;
  const descriptions = (draft: ImportView) => draft.rows.map(({ description }) => description);
  const mapping = { description: 2, notes: 1 };

  it('a commit saves a corrected mapping for the account’s next statement with the same layout', async () => {
    const first = await aDraft(api, account.id, file('03'));
    expect(first).toMatchObject({ mappingSource: 'found', mapping: { description: 1 } });
    const corrected = ok(await api.patch(`/v1/imports/${first.id}`, { mapping }));
    expect([corrected.mappingSource, ...descriptions(corrected)]).toEqual(['given', 'Tacos', 'Pan']);
    const meanwhile = await aDraft(api, account.id, file('04'));
    expect(meanwhile.mappingSource).toBe('found');
    await commit(api, first);
    const next = await aDraft(api, account.id, file('04').replace('Descripción', ' DESCRIPCION '));
    expect([next.mappingSource, ...descriptions(next)]).toEqual(['remembered', 'Tacos', 'Pan']);
    expect(next.mapping).toMatchObject({ date: 0, description: 2, notes: 1, amount: 3 });
    const caught = ok(await api.patch(`/v1/imports/${meanwhile.id}`, {}));
    expect(caught.mappingSource).toBe('remembered');
  });

  it('applies a saved mapping to a long file, which a separate process reads', async () => {
    await commit(api, await aDraft(api, account.id, file('03'), { mapping }));
    const long = file('04') + '2026-04-09,Sucursal 12,Leche,-2.00\n'.repeat(4_000);
    const next = await aDraft(api, account.id, long);
    expect([next.mappingSource, next.stats.total, next.rows[2]!.description]).toEqual(['remembered', 4_002, 'Leche']);
    const again = ok(await api.patch(`/v1/imports/${next.id}`, { mapping: { description: 1, notes: null } }));
    expect([again.stats.total, again.rows[2]!.description]).toEqual([4_002, 'Sucursal 12']);
  });

  it('applies a saved mapping only to its account and layout', async () => {
    await commit(api, await aDraft(api, account.id, file('03'), { mapping }));
    const otherAccount = await anAccount(api);
    expect((await aDraft(api, otherAccount.id, file('04'))).mappingSource).toBe('found');
    const reworded = file('04')
      .replaceAll(/$/gm, (end) => end)
      .replace('Monto', 'Importe');
    expect((await aDraft(api, account.id, reworded)).mappingSource).toBe('found');
    const moved = ok(
      await api.patch(`/v1/imports/${(await aDraft(api, otherAccount.id, file('05'))).id}`, { accountId: account.id }),
    );
    expect([moved.mappingSource, ...descriptions(moved)]).toEqual(['remembered', 'Tacos', 'Pan']);
  });

  it('the settings of an upload override a saved mapping key by key, and a later correction replaces the saved mapping', async () => {
    await commit(api, await aDraft(api, account.id, file('03'), { mapping: { ...mapping, invertSign: true } }));
    const second = await aDraft(api, account.id, file('04'), { mapping: { invertSign: false } });
    expect(second).toMatchObject({ mappingSource: 'given', mapping: { description: 2, invertSign: false } });
    await commit(api, second);
    const third = await aDraft(api, account.id, file('05'));
    expect(third).toMatchObject({ mappingSource: 'remembered', mapping: { description: 2, invertSign: false } });
    await commit(api, ok(await api.patch(`/v1/imports/${third.id}`, { mapping: { description: 1, notes: null } })));
    const fourth = await aDraft(api, account.id, file('06'));
    expect(descriptions(fourth)).toEqual(['Sucursal 12', 'Sucursal 12']);
  });

  it('recognizes the layout of a file without a header by the content of the columns', async () => {
    const bare = (month: string) => `07/${month}/2026,Sucursal,Tacos,-25.00\n18/${month}/2026,Sucursal,Pan,-3.00\n`;
    await commit(api, await aDraft(api, account.id, bare('03'), { mapping: { description: 2 } }));
    const next = await aDraft(api, account.id, bare('04'));
    expect([next.mappingSource, ...descriptions(next)]).toEqual(['remembered', 'Tacos', 'Pan']);
    const narrower = await aDraft(api, account.id, '07/05/2026,Tacos,-25.00\n18/05/2026,Pan,-3.00\n');
    expect(narrower.mappingSource).toBe('found');
  });

  it('deletes the saved mappings of a deleted account', async () => {
    const short = await anAccount(api);
    const draft = await aDraft(api, short.id, file('03'), { mapping });
    await row(draft, 0, { excluded: true });
    await row(draft, 1, { excluded: true });
    await commit(api, draft);
    ok(await api.delete(`/v1/accounts/${short.id}`));
    const heir = await anAccount(api);
    expect((await aDraft(api, heir.id, file('04'))).mappingSource).toBe('found');
    expect(statusAndCode(await upload(api, short.id, file('04')))).toBe('422 REFERENCE_NOT_FOUND');
  });
});

describe('an invalid row index in a path', () => {
  it('returns 404 for an invalid row index, even if the body is invalid', async () => {
    const draft = await aDraftOf(api, account.id, ['2026-03-07', 'Tacos', '-25.00']);
    for (const index of ['x', '-1', '01', '1.0', '%20']) {
      for (const raw of ['{', '[]', '{"amount":"x"}', '{"nope":1}', '']) {
        const answer = await api.patch(`/v1/imports/${draft.id}/rows/${index}`, undefined, { raw });
        expect([index, raw, statusAndCode(answer)]).toEqual([index, raw, '404 IMPORT_ROW_NOT_FOUND']);
      }
    }
    expect(statusAndCode(await api.patch(`/v1/imports/x/rows/x`, undefined, { raw: '{' }))).toBe(
      '404 IMPORT_NOT_FOUND',
    );
    expect(statusAndCode(await api.patch(`/v1/imports/${draft.id}/rows/7`, { amount: 'x' }))).toBe(
      '400 VALIDATION_FAILED',
    );
    expect(statusAndCode(await api.patch(`/v1/imports/${draft.id}/rows/7`, {}))).toBe('404 IMPORT_ROW_NOT_FOUND');
  });
});

describe('reading an open draft', () => {
  it('shows the rows of an open draft with the status that they would have in a commit now', async () => {
    const otherAccount = await anAccount(api);
    const rows: Movement[] = [
      ['2026-04-01', 'Gas', '-10.00', '90.00'],
      ['2026-04-02', 'Luz', '-20.00', '70.00'],
    ];
    const file = statement(rows, 'Saldo');
    const open = await aDraft(api, otherAccount.id, file);
    const first = await aDraft(api, otherAccount.id, file);
    ok(await api.post(`/v1/imports/${first.id}/commit`));
    const now = ok(await api.get(`/v1/imports/${open.id}`));
    expect(now.stats).toEqual({ total: 2, ready: 0, errors: 0, duplicates: 2, excluded: 0 });
    expect(now.rows.map(({ duplicateOf }) => typeof duplicateOf)).toEqual(['string', 'string']);
    expect(now.reconciliation).toMatchObject({ accountBalance: '-30.00', accountBalanceAfter: '-30.00' });
    ok(await api.post(`/v1/imports/${first.id}/undo`));
    const page = ok(await api.get(`/v1/imports/${open.id}/rows?status=ready`));
    expect(page.items).toHaveLength(2);
    expect(ok(await api.post(`/v1/imports/${open.id}/commit`)).transactionsCreated).toBe(2);
  });
});

describe('external IDs that a bank repeats', () => {
  const reading = { mapping: { date: 0, description: 1, amount: 2, externalId: 3 } };
  const codes = (row: { warnings: { code: string }[] }) => row.warnings.map(({ code }) => code);

  it('a row with a known external ID is a duplicate, and has a warning if no other field matches', async () => {
    const otherAccount = await anAccount(api);
    const first = await aDraft(
      api,
      otherAccount.id,
      statement(
        [
          ['2026-04-01', 'Gas', '-10.00', '1'],
          ['2026-04-02', 'Luz', '-20.00', '2'],
        ],
        'Folio',
      ),
      reading,
    );
    ok(await api.post(`/v1/imports/${first.id}/commit`));
    const rows: Movement[] = [
      ['2026-05-01', 'Cine', '-30.00', '1'],
      ['2026-05-02', 'Luz', '-21.00', '2'],
    ];
    const next = await aDraft(api, otherAccount.id, statement(rows, 'Folio'), reading);
    expect(next.rows.map((row) => [row.status, codes(row)])).toEqual([
      ['duplicate', ['EXTERNAL_ID_REUSED']],
      ['duplicate', []],
    ]);
    expect((await row(next, 0, { includeDuplicate: true })).rows[0]!.status).toBe('ready');
  });

  const statuses = (draft: ImportView) => draft.rows.map(({ status }) => status);

  it('a later equal row with the same external ID is a duplicate only while the earlier row is included', async () => {
    const otherAccount = await anAccount(api);
    const rows: Movement[] = Array.from({ length: 3 }, () => ['2026-04-01', 'Gas', '-10.00', 'A']);
    const draft = await aDraft(api, otherAccount.id, statement(rows, 'Folio'), reading);
    expect([statuses(draft), draft.rows.map(codes)]).toEqual([
      ['ready', 'duplicate', 'duplicate'],
      [[], [], []],
    ]);
    expect(statuses(await row(draft, 0, { excluded: true }))).toEqual(['excluded', 'ready', 'duplicate']);
    expect(statuses(await row(draft, 0, { excluded: false }))).toEqual(['ready', 'duplicate', 'duplicate']);
  });

  it('only the first of several differing rows keeps a repeated external ID', async () => {
    const otherAccount = await anAccount(api);
    const rows: Movement[] = [
      ['2026-04-01', 'Gas', '-10.00', 'A'],
      ['2026-04-01', 'Gas', '-10.00', 'A'],
      ['2026-04-09', 'Cine', '-11.00', 'A'],
      ['2026-04-10', 'Pan', '-12.00', 'B'],
    ];
    const file = statement(rows, 'Folio');
    const draft = await aDraft(api, otherAccount.id, file, reading);
    const repeated = ['EXTERNAL_ID_REPEATED'];
    expect([statuses(draft), draft.rows.map(codes)]).toEqual([
      ['ready', 'ready', 'ready', 'ready'],
      [repeated, repeated, repeated, []],
    ]);
    ok(await api.post(`/v1/imports/${draft.id}/commit`));
    const { items } = ok(await api.get(`/v1/transactions?importId=${draft.id}`));
    expect(items.map(({ externalId }) => externalId).sort()).toEqual(['A', 'B', null, null]);
    const again = await aDraft(api, otherAccount.id, file, reading);
    expect(statuses(again)).toEqual(Array(4).fill('duplicate'));
    expect(ok(await api.post(`/v1/imports/${draft.id}/undo`)).balanceAfter).toBe('0.00');
  });

  it('removes a repeated external ID from all rows if another transaction has it', async () => {
    const otherAccount = await anAccount(api);
    const entry = {
      accountId: otherAccount.id,
      type: 'expense',
      date: '2026-01-05',
      amount: '3.00',
      description: 'Té',
    };
    ok(await api.post('/v1/transactions', { ...entry, externalId: 'A' }));
    const rows: Movement[] = [
      ['2026-04-01', 'Gas', '-10.00', 'A'],
      ['2026-04-09', 'Cine', '-11.00', 'A'],
    ];
    const draft = await aDraft(api, otherAccount.id, statement(rows, 'Folio'), reading);
    expect(statuses(draft)).toEqual(['ready', 'ready']);
    ok(await api.post(`/v1/imports/${draft.id}/commit`));
    const { items } = ok(await api.get(`/v1/transactions?importId=${draft.id}`));
    expect(items.map(({ externalId }) => externalId)).toEqual([null, null]);
  });
});

describe('a row that resembles a manually created transaction', () => {
  const possible = (draft: ImportView) =>
    draft.rows.map(({ duplicateOf, status, warnings }) => [
      ...[status, duplicateOf],
      warnings.some(({ code }) => code === 'POSSIBLE_DUPLICATE'),
    ]);
  const entered = async (accountId: string, date: string, amount: string, more = {}) =>
    ok(await api.post('/v1/transactions', { accountId, type: 'expense', date, amount, description: 'A mano', ...more }))
      .id;

  it('warns about a possible duplicate within 3 days of a manual transaction or transfer', async () => {
    const [otherAccount, savings] = [await anAccount(api), await anAccount(api)];
    const id = await entered(otherAccount.id, '2026-04-03', '45.50');
    const moved = await entered(savings.id, '2026-04-08', '500.00', { type: 'transfer', toAccountId: otherAccount.id });
    const rows: Movement[] = [
      ['2026-04-01', 'Panadería', '-45.50'],
      ['2026-04-10', 'Traspaso', '500.00'],
      ['2026-04-12', 'Traspaso', '500.00'],
      ['2026-04-03', 'Abono', '45.50'],
    ];
    const draft = await aDraft(api, otherAccount.id, statement(rows));
    expect(possible(draft)).toEqual([
      ['ready', id, true],
      ['ready', moved, true],
      ['ready', null, false],
      ['ready', null, false],
    ]);
    expect(draft.stats).toMatchObject({ ready: 4, duplicates: 0 });
    const committed = ok(await api.post(`/v1/imports/${draft.id}/commit`));
    expect([committed.transactionsCreated, possible(committed)[0]]).toEqual([4, ['ready', id, true]]);
    ok(await api.post(`/v1/imports/${draft.id}/undo`));
    ok(await api.delete(`/v1/transactions/${id}`));
    expect(possible(await aDraft(api, otherAccount.id, statement(rows)))[0]).toEqual(['ready', null, false]);
  });

  it('warns about a manual transaction only on the nearest row, and not if another row or import matches the transaction', async () => {
    const otherAccount = await anAccount(api);
    const [early, late] = [
      await entered(otherAccount.id, '2026-04-02', '9.00'),
      await entered(otherAccount.id, '2026-04-05', '9.00'),
    ];
    const rows: Movement[] = [
      ['2026-04-05', 'Otra', '-9.00'],
      ['2026-04-04', 'Otra', '-9.00'],
      ['2026-04-04', 'Otra', '-9.00'],
    ];
    const draft = await aDraft(api, otherAccount.id, statement(rows));
    expect(possible(draft)).toEqual([
      ['ready', late, true],
      ['ready', early, true],
      ['ready', null, false],
    ]);
    expect(possible(await row(draft, 1, { excluded: true }))[2]).toEqual(['ready', early, true]);
    expect(possible(await row(draft, 1, { excluded: false }))[2]).toEqual(['ready', null, false]);
    expect(possible(await row(draft, 0, { amount: '9.01' }))).toEqual([
      ['ready', null, false],
      ['ready', late, true],
      ['ready', early, true],
    ]);
    const exact: Movement[] = [
      ['2026-04-02', 'A mano', '-9.00'],
      ['2026-04-03', 'Otra', '-9.00'],
    ];
    expect(possible(await aDraft(api, otherAccount.id, statement(exact)))).toEqual([
      ['duplicate', early, false],
      ['ready', late, true],
    ]);
    ok(await api.post(`/v1/imports/${draft.id}/commit`));
    const [first] = possible(await aDraft(api, otherAccount.id, statement([['2026-04-06', 'Nueva', '-9.01']])));
    expect(first).toEqual(['ready', null, false]);
  });
});

it('truncates notes that exceed the limit of the ledger, and raises a warning', async () => {
  const file = statement(
    [
      ['2026-04-01', 'Gas', '-10.00', 'n'.repeat(2_001)],
      ['2026-04-02', 'Luz', '-20.00', 'n'.repeat(2_000)],
    ],
    'Notas',
  );
  const draft = await aDraft(api, account.id, file, { mapping: { notes: 3 } });
  expect(draft.rows.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([['NOTES_CUT'], []]);
});

it('lists new categories before the commit, after the commit and after the undo', async () => {
  const otherAccount = await anAccount(api);
  const rows: Movement[] = [
    ['2026-04-01', 'Gas', '-10.00', 'Cilindros'],
    ['2026-04-02', 'Luz', '-20.00', 'Cilindros'],
  ];
  const draft = await aDraft(api, otherAccount.id, statement(rows, 'Categoría'), { mapping: { category: 3 } });
  const newCategories = [{ name: 'Cilindros', count: 2 }];
  expect(draft.newCategories).toEqual(newCategories);
  expect(ok(await api.post(`/v1/imports/${draft.id}/commit`)).newCategories).toEqual(newCategories);
  expect(ok(await api.post(`/v1/imports/${draft.id}/undo`)).newCategories).toEqual(newCategories);
  expect(ok(await api.get(`/v1/imports/${draft.id}`)).newCategories).toEqual(newCategories);
});

it('every change to an import returns the current ETag, which the next change can send in If-Match', async () => {
  const file = statement(
    [
      ['2026-04-01', 'Gas', '-10.00', '90.00'],
      ['2026-04-02', 'Luz', '-20.00', '70.00'],
    ],
    'Saldo',
  );
  let last = await upload(api, account.id, file);
  const path = `/v1/imports/${last.body.id}` as const;
  const expectSame = async () => {
    const read = await api.get(path);
    expect(last.text).toBe(read.text);
    expect(last.headers.etag).toBe(read.headers.etag);
  };
  await expectSame();
  const changes: ((options: object) => Promise<Answer<ImportView>>)[] = [
    (options) => api.patch(path, { delimiter: ',', mapping: { notes: 1 } }, options),
    (options) => api.patch(`${path}/rows/1`, { description: 'x' }, options),
    (options) => api.post(`${path}/commit`, {}, options),
    (options) => api.post(`${path}/undo`, {}, options),
  ];
  for (const change of changes) {
    last = await change({ headers: { 'if-match': last.headers.etag! } });
    expect(statusAndCode(last)).toBe('200');
    await expectSame();
  }
});

it('an undo that is rejected because of an archived account names the account', async () => {
  const oldSavings = await anAccount(api, { name: 'Ahorro viejo' });
  const draft = await aDraft(api, oldSavings.id, statement([['2026-04-01', 'Gas', '-10.00']]));
  ok(await api.post(`/v1/imports/${draft.id}/commit`));
  ok(await api.post(`/v1/accounts/${oldSavings.id}/archive`));
  const { status, body } = await api.post(`/v1/imports/${draft.id}/undo`);
  expect([status, body.code, body.detail]).toEqual([
    409,
    'ACCOUNT_NOT_ACTIVE',
    'The account Ahorro viejo is not active.',
  ]);
});
