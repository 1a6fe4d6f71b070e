import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bankingDayBefore } from '../../libs/kernel/src/calendar/banking-days.js';
import { addDays, addMonths, firstOfMonth } from '../../libs/kernel/src/calendar/day-number.js';
import type { AccountView } from './support/answers.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { Client } from './support/client.js';
import { statusAndCode } from './support/client.js';
import { aHousehold, anAccount, aTransaction, ok, UNKNOWN_ID } from './support/household.js';

let service: Service;
let api: Client;
let account: AccountView;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ api } = await aHousehold(service));
  account = await anAccount(api);
});

const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(new Date());
const suggestions = async () => ok(await api.get('/v1/schedules/suggestions')).items;
const enter = (date: string, fields: Record<string, unknown> = {}) =>
  aTransaction(api, { accountId: account.id, description: 'NETFLIX 0045', amount: '299.00', date, ...fields });
const monthsAgo = (count: number) => addMonths(addDays(TODAY, -5), -count);

describe('schedule suggestions', () => {
  it('returns the recurrence, next date and transactions of a suggestion', async () => {
    const transactions = [];
    for (const [count, amount] of [
      [3, '249.00'],
      [2, '249.00'],
      [1, '299.00'],
      [0, '299.00'],
    ] as const) {
      transactions.push(await enter(monthsAgo(count), { amount, description: `Netflix ${count}` }));
    }
    await enter(monthsAgo(1), { description: 'Café' });
    const [suggestion, ...others] = await suggestions();
    expect(others).toEqual([]);
    expect(suggestion).toMatchObject({
      ...{ description: 'Netflix 0', accountId: account.id, type: 'expense', stopped: false },
      ...{
        amount: '299.00',
        amountMin: '249.00',
        amountMax: '299.00',
        transactionIds: transactions.map(({ id }) => id),
      },
      ...{ firstDate: monthsAgo(3), lastDate: monthsAgo(0), nextDate: addMonths(monthsAgo(0), 1) },
    });
    expect(suggestion!.recurrence).toMatchObject({ every: 'month', interval: 1 });
  });

  it('suggests a quincena for pay on the 15th and last day of the month, moved to the preceding banking day', async () => {
    const month = firstOfMonth(addMonths(TODAY, -4));
    for (let n = 0; n < 4; n += 1) {
      const first = addMonths(month, n);
      for (const day of [addDays(first, 14), addDays(addMonths(first, 1), -1)]) {
        await enter(bankingDayBefore(day), { type: 'income', amount: '9000.00', description: 'NOMINA' });
      }
    }
    const remaining = await suggestions();
    expect(remaining.map(({ recurrence, type }) => [type, recurrence.every])).toEqual([['income', 'quincena']]);
  });

  it('does not suggest a dismissed or already scheduled payment again, even after more transactions', async () => {
    for (const count of [3, 2, 1]) {
      await enter(monthsAgo(count));
      await enter(monthsAgo(count), { description: 'Gimnasio', amount: '500.00' });
    }
    const [suggestion] = (await suggestions()).filter(({ description }) => description === 'Gimnasio');
    expect(ok(await api.delete(`/v1/schedules/suggestions/${suggestion!.id}`))).toEqual(suggestion);
    expect(statusAndCode(await api.delete(`/v1/schedules/suggestions/${suggestion!.id}`))).toBe(
      '404 SUGGESTION_NOT_FOUND',
    );
    expect(statusAndCode(await api.delete(`/v1/schedules/suggestions/${UNKNOWN_ID}`))).toBe('404 SUGGESTION_NOT_FOUND');
    await enter(monthsAgo(0), { description: 'Gimnasio', amount: '500.00' });
    expect((await suggestions()).map(({ description }) => description)).toEqual(['NETFLIX 0045']);
    const schedule = { accountId: account.id, type: 'expense', amount: '299.00', description: 'Netflix' };
    ok(await api.post('/v1/schedules', { ...schedule, recurrence: { every: 'month' }, startDate: TODAY }));
    expect(await suggestions()).toEqual([]);
  });

  it('suggests each subscription of a shop separately, even after price increases', async () => {
    for (const [count, small, large] of [
      ...[[7, '49.00', '129.00'] as const, [6, '49.00', '129.00'] as const, [5, '49.00', '129.00'] as const],
      ...[[4, '49.00', '129.00'] as const, [3, '55.00', '129.00'] as const, [2, '55.00', '139.00'] as const],
      ...[[1, '55.00', '139.00'] as const, [0, '55.00', '139.00'] as const],
    ]) {
      await enter(addDays(monthsAgo(count), 4), { description: 'APPS.COM', amount: small });
      await enter(addDays(monthsAgo(count), -9), { description: 'APPS.COM', amount: large });
    }
    const amounts = async () => (await suggestions()).map(({ amountMin, amount }) => `${amountMin} ${amount}`).sort();
    expect(await amounts()).toEqual(['129.00 139.00', '49.00 55.00']);
    const small = (await suggestions()).find(({ amount }) => amount === '55.00')!;
    ok(await api.delete(`/v1/schedules/suggestions/${small.id}`));
    await enter(addDays(monthsAgo(0), 5), { description: 'APPS.COM', amount: '60.00' });
    expect(await amounts()).toEqual(['129.00 139.00']);
  });

  it('a suggestion is stopped if an expected transaction is missing', async () => {
    for (const count of [5, 4, 3]) await enter(monthsAgo(count));
    expect(await suggestions()).toMatchObject([{ stopped: true, nextDate: null, lastDate: monthsAgo(3) }]);
  });

  it('ignores irregular and trashed transactions, and transactions of other accounts', async () => {
    const otherAccount = await anAccount(api);
    for (const days of [3, 9, 50, 51, 77]) await enter(addDays(TODAY, -days), { description: 'Súper' });
    for (const count of [2, 1]) await enter(monthsAgo(count));
    await enter(monthsAgo(0), { accountId: otherAccount.id });
    const trashed = await enter(monthsAgo(0));
    ok(await api.delete(`/v1/transactions/${trashed.id}`));
    expect(await suggestions()).toEqual([]);
  });
});
