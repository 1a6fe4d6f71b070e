import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aDraft, commit, statement, undo } from '../../libs/importing/test/statements.js';
import { addDays, addMonths } from '../../libs/kernel/src/calendar/day-number.js';
import type { AccountView, OccurrenceView, ScheduleView } from './support/answers.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { Answer, Client } from './support/client.js';
import { statusAndCode } from './support/client.js';
import { aContact, aHousehold, anAccount, aTransaction, ok, UNKNOWN_ID } from './support/household.js';

let service: Service;
let api: Client;
let workspaceId: string;
let account: AccountView;
let otherAccount: AccountView;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ api, workspaceId } = await aHousehold(service));
  [account, otherAccount] = [await anAccount(api), await anAccount(api)];
});

const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(new Date());
const YEAR = 'from=2026-01-01&to=2026-12-31';

const rent = (fields: Record<string, unknown> = {}) => ({
  accountId: account.id,
  type: 'expense',
  amount: '9500.00',
  description: 'Renta',
  recurrence: { every: 'month' },
  startDate: '2026-01-05',
  ...fields,
});
const aSchedule = async (fields: Record<string, unknown> = {}): Promise<ScheduleView> =>
  ok(await api.post('/v1/schedules', rent(fields)));
const occurrencesOf = async ({ id }: { id: string }, range = YEAR) =>
  ok(await api.get(`/v1/schedules/${id}/occurrences?${range}`)).items;
const act = ({ id }: { id: string }, date: string, action: string, body?: unknown) =>
  api.post(`/v1/schedules/${id}/occurrences/${date}/${action}`, body) as Promise<Answer<OccurrenceView>>;
const takenOccurrences = async (schedule: { id: string }, range = YEAR) =>
  (await occurrencesOf(schedule, range))
    .filter(({ status }) => !['planned', 'overdue'].includes(status))
    .map(({ nominalDate, status }) => `${nominalDate} ${status}`);
const scheduleIdOf = async (id: string) => ok(await api.get(`/v1/transactions/${id}`)).scheduleId;
const pointersOf = (answer: { body: unknown }) =>
  (answer.body as { errors: { pointer?: string; parameter?: string }[] }).errors.map(
    ({ pointer, parameter }) => pointer ?? parameter,
  );

describe('schedules', () => {
  it('returns a schedule with its defaults and its next date', async () => {
    const schedule = await aSchedule({ startDate: TODAY });
    expect(schedule).toEqual({
      id: schedule.id,
      name: null,
      accountId: account.id,
      type: 'expense',
      amount: '9500.00',
      currency: 'MXN',
      description: 'Renta',
      categoryId: null,
      contactId: null,
      toAccountId: null,
      tags: [],
      recurrence: { every: 'month', interval: 1, businessDay: 'none' },
      startDate: TODAY,
      endDate: null,
      autoPost: false,
      match: { text: null, amountTolerance: '0.00', days: 3 },
      status: 'active',
      nextDate: TODAY,
      createdAt: schedule.createdAt,
      updatedAt: schedule.createdAt,
    });
    expect(ok(await api.get(`/v1/schedules/${schedule.id}`))).toEqual(schedule);
    expect(ok(await api.get('/v1/schedules'))).toEqual([schedule]);
  });

  it('edits, pauses and deletes a schedule, and keeps omitted fields', async () => {
    const schedule = await aSchedule({ match: { text: 'casera', days: 0 }, tags: ['casa', 'CASA'] });
    const path = `/v1/schedules/${schedule.id}` as const;
    const edited = ok(await api.patch(path, { amount: '9900.5', recurrence: { every: 'quincena' }, status: 'paused' }));
    expect(edited).toMatchObject({
      amount: '9900.50',
      status: 'paused',
      tags: ['casa'],
      recurrence: { every: 'quincena', interval: 1 },
      match: { text: 'casera', amountTolerance: '0.00', days: 0 },
    });
    expect(ok(await api.patch(path, { status: 'active', endDate: '2026-01-10' }))).toMatchObject({
      status: 'ended',
      nextDate: null,
    });
    expect(ok(await api.delete(path)).id).toBe(schedule.id);
    expect(statusAndCode(await api.get(path))).toBe('404 SCHEDULE_NOT_FOUND');
  });

  it('lists schedules by next date and ended schedules last, and filters by status', async () => {
    const later = await aSchedule({ startDate: addDays(TODAY, 9) });
    const ended = await aSchedule({ recurrence: { every: 'once' } });
    const sooner = await aSchedule({ startDate: addDays(TODAY, 2) });
    ok(await api.patch(`/v1/schedules/${later.id}`, { status: 'paused' }));
    const ids = async (query: '' | '?status=active' | '?status=paused' | '?status=ended') =>
      ok(await api.get(`/v1/schedules${query}`)).map(({ id }) => id);
    expect(await ids('')).toEqual([sooner.id, later.id, ended.id]);
    expect([await ids('?status=active'), await ids('?status=paused'), await ids('?status=ended')]).toEqual([
      [sooner.id],
      [later.id],
      [ended.id],
    ]);
  });

  it.each([
    [{ amount: '-1.00' }, '#/amount'],
    [{ type: 'lent' }, '#/type'],
    [{ type: 'transfer' }, '#/toAccountId'],
    [{ toAccountId: UNKNOWN_ID }, '#/toAccountId'],
    [{ recurrence: { every: 'quincena', interval: 2 } }, '#/recurrence/interval'],
    [{ recurrence: { every: 'month', interval: 13 } }, '#/recurrence/interval'],
    [{ recurrence: { every: 'daily' } }, '#/recurrence/every'],
    [{ recurrence: null }, '#/recurrence'],
    [{ endDate: '2026-01-04' }, '#/endDate'],
    [{ match: { days: 11 } }, '#/match/days'],
    [{ match: { amountTolerance: '-0.01' } }, '#/match/amountTolerance'],
    [{ match: { amountTolerance: '0.001' } }, '#/match/amountTolerance'],
    [{ every: 'month' }, '#/every'],
    [{ status: 'paused' }, '#/status'],
  ])('rejects a schedule with %j and points to the field', async (fields, pointer) => {
    const refused = await api.post('/v1/schedules', rent(fields));
    expect(statusAndCode(refused)).toBe('400 VALIDATION_FAILED');
    expect(pointersOf(refused)).toContain(pointer);
    expect(ok(await api.get('/v1/schedules'))).toEqual([]);
  });

  it('rejects unknown IDs in a schedule, and resources that a schedule uses cannot be deleted', async () => {
    const unknown = { accountId: UNKNOWN_ID, categoryId: UNKNOWN_ID, contactId: UNKNOWN_ID };
    const refused = await api.post('/v1/schedules', rent(unknown));
    expect(statusAndCode(refused)).toBe('422 REFERENCE_NOT_FOUND');
    expect(pointersOf(refused)).toEqual(['#/accountId', '#/categoryId', '#/contactId']);
    const category = ok(await api.post('/v1/categories', { name: 'Casa propia', kind: 'expense' }));
    const into = ok(await api.post('/v1/categories', { name: 'Otra casa', kind: 'expense' }));
    const contactId = await aContact(service.database, workspaceId);
    const schedule = await aSchedule({ categoryId: category.id, contactId });
    expect(statusAndCode(await api.delete(`/v1/categories/${category.id}`))).toBe('409 CATEGORY_IN_USE');
    expect(statusAndCode(await api.delete(`/v1/contacts/${contactId}`))).toBe('409 CONTACT_IN_USE');
    expect(statusAndCode(await api.delete(`/v1/accounts/${account.id}`))).toBe('409 ACCOUNT_IN_USE');
    ok(await api.delete(`/v1/categories/${category.id}?moveTo=${into.id}`));
    expect(ok(await api.get(`/v1/schedules/${schedule.id}`)).categoryId).toBe(into.id);
  });

  it('updates the tags of a schedule when tags are renamed, merged or deleted', async () => {
    const schedule = await aSchedule({ tags: ['casa', 'fijo'] });
    await aTransaction(api, { accountId: otherAccount.id, tags: ['casa', 'fijo', 'hogar'] });
    const tags = async () => ok(await api.get(`/v1/schedules/${schedule.id}`)).tags;
    ok(await api.patch('/v1/tags/casa', { name: 'hogar' }));
    expect(await tags()).toEqual(['hogar', 'fijo']);
    ok(await api.delete('/v1/tags/fijo'));
    expect(await tags()).toEqual(['hogar']);
  });

  it('stores tags with SQL or array syntax unchanged, and posts transactions with these tags', async () => {
    const tags = [
      'NULL',
      '{}',
      '""',
      "''",
      '{a,b}',
      'c,d',
      '\\',
      'a\\"b',
      "it's",
      '?',
      '??',
      '$1',
      ':name',
      '%_',
      '"x"',
      '}',
      '{',
    ];
    const schedule = await aSchedule({ tags });
    expect(ok(await api.get(`/v1/schedules/${schedule.id}`)).tags).toEqual(tags);
    ok(await api.patch(`/v1/schedules/${schedule.id}`, { tags: [...tags, 'null_'], name: 'Casa' }));
    const { transactionId } = ok(await act(schedule, '2026-01-05', 'post'));
    expect(ok(await api.get(`/v1/transactions/${transactionId}`)).tags).toEqual([...tags, 'null_']);
    ok(await api.patch('/v1/tags/NULL', { name: 'null' }));
    expect(ok(await api.get(`/v1/schedules/${schedule.id}`)).tags).toEqual(['null', ...tags.slice(1), 'null_']);
  });
});

describe('the occurrences of a schedule', () => {
  it('moves dates to banking days, and reports occurrences as overdue from the third day', async () => {
    const pay = await aSchedule({ recurrence: { every: 'quincena', businessDay: 'before' }, startDate: '2026-11-01' });
    const items = await occurrencesOf(pay, 'from=2026-11-01&to=2026-11-30');
    expect(items.map(({ nominalDate, date }) => `${nominalDate} ${date}`)).toEqual([
      '2026-11-15 2026-11-13',
      '2026-11-30 2026-11-30',
    ]);
    const days = await aSchedule({ recurrence: { every: 'week' }, startDate: addDays(TODAY, -10) });
    const week = await occurrencesOf(days, `from=${addDays(TODAY, -10)}&to=${addDays(TODAY, 4)}`);
    expect(week.map(({ status }) => status)).toEqual(['overdue', 'overdue', 'planned']);
    const second = await aSchedule({ recurrence: { every: 'once' }, startDate: addDays(TODAY, -2) });
    expect((await occurrencesOf(second, `from=${addDays(TODAY, -9)}&to=${TODAY}`))[0]!.status).toBe('planned');
  });

  it('rejects a range of more than a year and an inverted range', async () => {
    const { id } = await aSchedule();
    const path = `/v1/schedules/${id}/occurrences` as const;
    for (const range of ['from=2026-01-01&to=2027-01-02', 'from=2026-02-01&to=2026-01-31', 'from=hoy']) {
      expect(statusAndCode(await api.get(`${path}?${range}`))).toBe('400 VALIDATION_FAILED');
    }
    expect(ok(await api.get(`${path}?from=2026-01-05&to=2027-01-05`)).items).toHaveLength(13);
    expect(ok(await api.get(path)).items).toHaveLength(12);
  });

  it('posts an occurrence once, optionally with a different amount and date', async () => {
    const category = ok(await api.get('/v1/categories')).find(({ kind }) => kind === 'expense')!;
    const schedule = await aSchedule({ categoryId: category.id, tags: ['casa'] });
    const posted = ok(await act(schedule, '2026-01-05', 'post'));
    expect(posted).toMatchObject({ status: 'posted', date: '2026-01-05', amount: '9500.00' });
    const transaction = ok(await api.get(`/v1/transactions/${posted.transactionId}`));
    expect(transaction).toMatchObject({
      ...{ accountId: account.id, type: 'expense', amount: '9500.00', date: '2026-01-05', description: 'Renta' },
      ...{ scheduleId: schedule.id, tags: ['casa'], status: 'live' },
    });
    expect(transaction.category?.id).toBe(category.id);
    expect(statusAndCode(await act(schedule, '2026-01-05', 'post'))).toBe('409 OCCURRENCE_NOT_OPEN');
    const dearer = ok(await act(schedule, '2026-02-05', 'post', { amount: '9700.00', date: '2026-02-20' }));
    expect(dearer).toMatchObject({ status: 'posted', date: '2026-02-05', amount: '9700.00' });
    expect(ok(await api.get(`/v1/transactions/${dearer.transactionId}`))).toMatchObject({ date: '2026-02-20' });
    expect(ok(await api.get('/v1/transactions')).items).toHaveLength(2);
  });

  it('posts an occurrence as a transfer, and rejects the post if an account is not active', async () => {
    const saving = await aSchedule({ type: 'transfer', toAccountId: otherAccount.id, amount: '100.00' });
    const { transactionId } = ok(await act(saving, '2026-01-05', 'post'));
    expect(ok(await api.get(`/v1/transactions/${transactionId}`)).transfer?.accountId).toBe(otherAccount.id);
    ok(await api.post(`/v1/accounts/${otherAccount.id}/archive`));
    expect(statusAndCode(await act(saving, '2026-02-05', 'post'))).toBe('409 ACCOUNT_NOT_ACTIVE');
    expect(await takenOccurrences(saving)).toEqual(['2026-01-05 posted']);
  });

  it('skips and unskips an occurrence, and updates the next date', async () => {
    const schedule = await aSchedule({ startDate: TODAY });
    expect(ok(await act(schedule, TODAY, 'skip')).status).toBe('skipped');
    expect(ok(await api.get(`/v1/schedules/${schedule.id}`)).nextDate).toBe(addMonths(TODAY, 1));
    for (const action of ['skip', 'post']) {
      expect(statusAndCode(await act(schedule, TODAY, action))).toBe('409 OCCURRENCE_NOT_OPEN');
    }
    expect(ok(await act(schedule, TODAY, 'unskip')).status).toBe('planned');
    expect(statusAndCode(await act(schedule, TODAY, 'unskip'))).toBe('409 OCCURRENCE_NOT_OPEN');
    expect(ok(await api.get(`/v1/schedules/${schedule.id}`)).nextDate).toBe(TODAY);
  });

  it('returns 404 for an occurrence that does not exist', async () => {
    const schedule = await aSchedule();
    for (const date of ['2026-01-06', '2025-12-05', 'x', '2026-02-30']) {
      expect(statusAndCode(await act(schedule, date, 'skip'))).toBe('404 OCCURRENCE_NOT_FOUND');
    }
    expect(statusAndCode(await act({ id: UNKNOWN_ID }, '2026-01-05', 'skip'))).toBe('404 SCHEDULE_NOT_FOUND');
  });

  it('links an occurrence only to a live transaction of the same account and type that has no occurrence', async () => {
    const schedule = await aSchedule();
    const fits = await aTransaction(api, { accountId: account.id, amount: '1.00', date: '2025-01-01' });
    const link = (id: string, date = '2026-01-05') => act(schedule, date, 'link', { transactionId: id });
    const elsewhere = await aTransaction(api, { accountId: otherAccount.id });
    const income = await aTransaction(api, { accountId: account.id, type: 'income' });
    const trashed = await aTransaction(api, { accountId: account.id });
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    for (const { id } of [elsewhere, income, trashed, { id: UNKNOWN_ID }]) {
      expect(statusAndCode(await link(id))).toBe('422 REFERENCE_NOT_FOUND');
    }
    expect(ok(await link(fits.id))).toMatchObject({ status: 'matched', transactionId: fits.id, amount: '1.00' });
    expect(await scheduleIdOf(fits.id)).toBe(schedule.id);
    expect(statusAndCode(await link(fits.id, '2026-02-05'))).toBe('422 REFERENCE_NOT_FOUND');
    expect(statusAndCode(await link(fits.id))).toBe('409 OCCURRENCE_NOT_OPEN');
  });

  it('deleting a schedule clears the scheduleId of its transactions, even in the trash', async () => {
    const schedule = await aSchedule();
    const [first, second] = [
      ok(await act(schedule, '2026-01-05', 'post')),
      ok(await act(schedule, '2026-02-05', 'post')),
    ];
    ok(await api.delete(`/v1/transactions/${second.transactionId}`));
    ok(await api.delete(`/v1/schedules/${schedule.id}`));
    expect(ok(await api.post(`/v1/transactions/${second.transactionId}/restore`)).scheduleId).toBeNull();
    expect(ok(await api.get(`/v1/transactions/${first.transactionId}`))).toMatchObject({
      status: 'live',
      scheduleId: null,
    });
  });
});

describe('matching transactions with occurrences', () => {
  const paid = (fields: Record<string, unknown> = {}) =>
    aTransaction(api, { accountId: account.id, amount: '9500.00', date: '2026-02-05', ...fields });

  it('a transaction matches the nearest free occurrence within match.days, or the earlier of two at the same distance', async () => {
    const schedule = await aSchedule({ recurrence: { every: 'week' }, startDate: '2026-02-02', match: { days: 10 } });
    expect((await paid({ date: '2026-02-12' })).scheduleId).toBe(schedule.id);
    expect(await takenOccurrences(schedule)).toEqual(['2026-02-09 matched']);
    await paid({ date: '2026-02-12' });
    expect(await takenOccurrences(schedule)).toEqual(['2026-02-09 matched', '2026-02-16 matched']);
    await paid({ date: '2026-02-12' });
    await paid({ date: '2026-02-12' });
    expect(await takenOccurrences(schedule)).toEqual(
      ['2026-02-02', '2026-02-09', '2026-02-16'].map((date) => `${date} matched`),
    );
  });

  it('a transaction with a different account, type, amount, description or date does not match an occurrence', async () => {
    const schedule = await aSchedule({ match: { text: 'RENTÁ', amountTolerance: '10.00' } });
    const description = 'Pago de renta';
    for (const fields of [
      { accountId: otherAccount.id, description },
      { type: 'income', description },
      { amount: '9510.01', description },
      { amount: '9489.99', description },
      { description: 'Pago' },
      { date: '2026-02-09', description },
    ]) {
      expect((await paid(fields)).scheduleId).toBeNull();
    }
    expect((await paid({ amount: '9490.00', date: '2026-02-08', description })).scheduleId).toBe(schedule.id);
    expect(await takenOccurrences(schedule)).toEqual(['2026-02-05 matched']);
  });

  it('a transaction matches an occurrence by the banking day of the occurrence', async () => {
    const fields = { recurrence: { every: 'quincena', businessDay: 'before' }, match: { days: 0 } };
    const pay = await aSchedule({ ...fields, type: 'income', startDate: '2026-11-01' });
    expect((await paid({ type: 'income', date: '2026-11-15' })).scheduleId).toBeNull();
    expect((await paid({ type: 'income', date: '2026-11-13' })).scheduleId).toBe(pay.id);
  });

  it('a transaction does not match paused schedules or skipped occurrences', async () => {
    const schedule = await aSchedule();
    ok(await api.patch(`/v1/schedules/${schedule.id}`, { status: 'paused' }));
    expect((await paid()).scheduleId).toBeNull();
    ok(await api.patch(`/v1/schedules/${schedule.id}`, { status: 'active' }));
    ok(await act(schedule, '2026-02-05', 'skip'));
    expect((await paid()).scheduleId).toBeNull();
  });

  it('a trashed transaction frees its occurrence, and a restored transaction matches the occurrence again if it is still free', async () => {
    const schedule = await aSchedule();
    const [payment] = [await paid()];
    expect(ok(await api.delete(`/v1/transactions/${payment.id}`)).scheduleId).toBeNull();
    expect(await takenOccurrences(schedule)).toEqual([]);
    expect(ok(await api.post(`/v1/transactions/${payment.id}/restore`)).scheduleId).toBe(schedule.id);
    ok(await api.delete(`/v1/transactions/${payment.id}`));
    const second = await paid();
    expect(second.scheduleId).toBe(schedule.id);
    expect(ok(await api.post(`/v1/transactions/${payment.id}/restore`)).scheduleId).toBeNull();
    const posted = ok(await act(schedule, '2026-03-05', 'post', { amount: '1.00' }));
    ok(await api.delete(`/v1/transactions/${posted.transactionId}`));
    ok(await api.post(`/v1/transactions/${posted.transactionId}/restore`));
    expect(await takenOccurrences(schedule)).toEqual(['2026-02-05 matched', '2026-03-05 posted']);
    ok(await api.delete(`/v1/transactions/${posted.transactionId}`));
    ok(await api.delete(`/v1/transactions/${posted.transactionId}/permanently`));
    expect(ok(await act(schedule, '2026-03-05', 'post')).status).toBe('posted');
  });

  it('an edited transaction frees an occurrence that no longer matches, and can match another occurrence', async () => {
    const schedule = await aSchedule();
    const { id } = await paid();
    const edit = async (fields: object) => ok(await api.patch(`/v1/transactions/${id}`, fields)).scheduleId;
    expect(await edit({ notes: 'x', date: '2026-02-07' })).toBe(schedule.id);
    expect(await edit({ amount: '9501.00' })).toBeNull();
    expect(await takenOccurrences(schedule)).toEqual([]);
    expect(await edit({ amount: '9500.00', date: '2026-03-04' })).toBe(schedule.id);
    expect(await takenOccurrences(schedule)).toEqual(['2026-03-05 matched']);
    expect(await edit({ accountId: otherAccount.id })).toBeNull();
  });

  it('a posted transaction keeps its occurrence unless its account or type changes', async () => {
    const schedule = await aSchedule();
    const { transactionId } = ok(await act(schedule, '2026-01-05', 'post'));
    const edit = async (fields: object) => ok(await api.patch(`/v1/transactions/${transactionId}`, fields)).scheduleId;
    expect(await edit({ amount: '1.00', date: '2026-06-06', description: 'Otra' })).toBe(schedule.id);
    expect((await occurrencesOf(schedule))[0]).toMatchObject({ amount: '1.00', status: 'posted' });
    expect(await edit({ type: 'income' })).toBeNull();
    expect(await takenOccurrences(schedule)).toEqual([]);
  });

  it('each imported transaction matches at most one occurrence, and an undo frees the matched occurrences', async () => {
    const schedule = await aSchedule({ match: { text: 'renta', amountTolerance: '100.00' } });
    const weekly = await aSchedule({ type: 'income', amount: '50.00', recurrence: { every: 'week' } });
    const draft = await aDraft(
      api,
      account.id,
      statement([
        ['2026-01-04', 'Renta enero', '-9450.00'],
        ['2026-01-05', 'Renta otra', '-9500.00'],
        ['2026-02-06', 'RENTA febrero', '-9600.00'],
        ['2026-03-05', 'Súper', '-9500.00'],
        ['2026-04-05', 'Renta abril', '-9600.01'],
        ['2026-01-12', 'Beca', '50.00'],
        ['2026-01-13', 'Beca', '50.00'],
        ['2026-01-14', 'Beca', '50.00'],
        ['2026-05-05', 'Cheque 7', '-9500.00'],
        ['2026-06-05', 'Renta junio', '-9500.00'],
      ]),
    );
    const rename = (index: number, description: string) =>
      api.patch(`/v1/imports/${draft.id}/rows/${index}`, { description });
    ok(await rename(8, 'Renta mayo'));
    ok(await rename(9, 'Cena de junio'));
    await commit(api, draft);
    const { items } = ok(await api.get(`/v1/transactions?importId=${draft.id}`));
    const matchedItems = items.filter(({ scheduleId }) => scheduleId === schedule.id);
    expect(matchedItems.map(({ description }) => description)).toEqual(['Renta mayo', 'RENTA febrero', 'Renta enero']);
    const matchedOccurrences = (await occurrencesOf(schedule)).filter(({ status }) => status === 'matched');
    expect(matchedOccurrences.map(({ transactionId }) => transactionId)).toEqual(
      matchedItems.map(({ id }) => id).reverse(),
    );
    expect(await takenOccurrences(schedule)).toEqual([
      '2026-01-05 matched',
      '2026-02-05 matched',
      '2026-05-05 matched',
    ]);
    expect(await takenOccurrences(weekly)).toEqual(['2026-01-12 matched']);
    await undo(api, draft);
    expect([await takenOccurrences(schedule), await takenOccurrences(weekly)]).toEqual([[], []]);
  });
});

describe('many concurrent clients', () => {
  it('concurrent creates, posts, links and skips match an occurrence with at most one transaction', async () => {
    const schedule = await aSchedule();
    const entry = {
      type: 'expense',
      date: '2026-02-05',
      description: 'Tacos',
      accountId: account.id,
      amount: '9500.00',
    };
    const linked = await aTransaction(api, { accountId: account.id });
    const draft = await aDraft(api, account.id, statement([['2026-02-05', 'Birria', '-9500.00']]));
    await Promise.all([
      commit(api, draft),
      ...Array.from({ length: 6 }, () => api.post('/v1/transactions', entry)),
      ...Array.from({ length: 3 }, () => act(schedule, '2026-02-05', 'post')),
      act(schedule, '2026-02-05', 'link', { transactionId: linked.id }),
      act(schedule, '2026-02-05', 'skip'),
    ]);
    const [occurrence] = await occurrencesOf(schedule, 'from=2026-02-05&to=2026-02-05');
    const { items } = ok(await api.get('/v1/transactions?limit=200'));
    const matchedItems = items.filter(({ scheduleId }) => scheduleId !== null).map(({ id }) => id);
    expect(matchedItems).toEqual(occurrence!.status === 'skipped' ? [] : [occurrence!.transactionId]);
    expect(occurrence!.status).not.toBe('planned');
  });
});
