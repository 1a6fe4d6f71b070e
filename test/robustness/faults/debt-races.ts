import { beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { hundredths } from '../../e2e/support/amounts.js';
import { statusAndCode } from '../../e2e/support/client.js';
import type { TransactionView } from '../../e2e/support/answers.js';
import type { Answer, Client } from '../../e2e/support/client.js';
import type { Household } from '../../e2e/support/household.js';
import { aContact, anAccount, aTransaction, ok, everyItem } from '../../e2e/support/household.js';

const SEED = 20261125;

const days = Array.from({ length: 20 }, (_, at) => `2026-01-${String(at + 1).padStart(2, '0')}`);

async function calls(count: number, call: (at: number) => Promise<Answer>): Promise<Answer[]> {
  const turns = Array.from({ length: count }, (_, at) => at).values();
  const answers: Answer[] = [];
  const caller = async () => {
    for (const at of turns) answers.push(await call(at));
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  return answers;
}

export interface World {
  readonly here: Client;
  readonly there: Client;
  readonly home: Household;
  readonly database: TestDatabase;
}

export function debtRaces(world: () => World, sized: (everyday: number, long: number) => number): void {
  let here: Client;
  let there: Client;
  let home: Household;
  let ana: string;
  let beto: string;

  beforeEach(async () => {
    const now = world();
    ({ here, there, home } = now);
    ana = await aContact(now.database, home.workspaceId, 'Ana');
    beto = await aContact(now.database, home.workspaceId, 'Beto');
  });

  /** Expects the sum of a history to equal its last running balance and the balance of the contact. */
  async function expectExact(contactId: string): Promise<number> {
    const { items } = await everyItem(here, `/v1/contacts/${contactId}/iou-history?limit=200`);
    let balance = 0n;
    for (const { delta, runningBalance } of items)
      expect(hundredths(runningBalance)).toBe((balance += hundredths(delta)));
    const [shown] = ok(await there.get(`/v1/contacts/${contactId}`)).balances;
    expect(shown === undefined ? 0n : hundredths(shown.balance)).toBe(balance);
    return items.length;
  }

  it('concurrent changes to debts on the same days keep every figure exact', async () => {
    const draw = sized(60, 400);
    const [draws] = fc.sample(
      fc.array(
        fc.record({ what: fc.nat(9), day: fc.nat(19), pick: fc.nat(10_000), cents: fc.integer({ min: 1, max: 999 }) }),
        { minLength: draw, maxLength: draw, size: 'max' },
      ),
      { seed: SEED, numRuns: 1 },
    );
    const createdIds: string[] = [];
    const answers = new Map<string, number>();
    const turns = draws!.values();
    const caller = async (client: Client) => {
      for (const { what, day, pick, cents } of turns) {
        const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        const some = createdIds[pick % Math.max(1, createdIds.length)];
        const debt = { type: cents % 2 ? 'lent' : 'repayment_received', amount, date: days[day], contactId: ana };
        const path = `/v1/transactions/${some}` as const;
        let answer: Answer<TransactionView>;
        if (what < 4 || some === undefined) {
          answer = await client.post('/v1/transactions', {
            ...debt,
            accountId: null,
            currency: 'MXN',
            description: 'x',
          });
        } else if (what < 6) answer = await client.delete(path);
        else if (what < 8) answer = await client.post(`${path}/restore`);
        else answer = await client.patch(path, { amount, date: days[day], contactId: cents % 3 ? ana : beto });
        if (answer.status === 200) createdIds.push(answer.body.id);
        answers.set(statusAndCode(answer), (answers.get(statusAndCode(answer)) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 24 }, (_, at) => caller(at % 2 ? here : there)));

    const allowed = ['200', '409 TRANSACTION_IN_TRASH', '409 TRANSACTION_NOT_IN_TRASH'];
    expect([...answers.keys()].filter((answer) => !allowed.includes(answer))).toEqual([]);
    expect(answers.get('200')).toBeGreaterThan(draw / 2);
    const live = (await everyItem(here, '/v1/transactions?limit=200')).items;
    expect((await expectExact(ana)) + (await expectExact(beto))).toBe(live.length);
  });

  it('concurrent moves of debts between two contacts in opposite directions do not deadlock', async () => {
    const account = await anAccount(here);
    const dinners: TransactionView[] = [];
    for (const contactId of [ana, beto, ana, beto]) {
      dinners.push(
        await aTransaction(here, {
          accountId: account.id,
          splits: [{ amount: '10.00' }, { amount: '15.00', type: 'lent', contactId }],
        }),
      );
    }
    const answers = await calls(sized(24, 120), (at) => {
      const [first, second] = (at + Math.floor(at / 4)) % 2 ? [ana, beto] : [beto, ana];
      return (at % 2 ? here : there).patch(`/v1/transactions/${dinners[at % 4]!.id}`, {
        splits: [
          { amount: '10.00', type: 'lent', contactId: first },
          { amount: '15.00', type: 'lent', contactId: second },
        ],
      });
    });

    expect(new Set(answers.map(statusAndCode))).toEqual(new Set(['200']));
    expect([await expectExact(ana), await expectExact(beto)]).toEqual([4, 4]);
  });

  it('a debt counts at most once after concurrent trashes and restores', async () => {
    const { id } = await aTransaction(here, { accountId: null, currency: 'MXN', type: 'lent', contactId: ana });
    await calls(sized(32, 200), (at) => {
      const client = at % 2 ? here : there;
      return at % 4 < 2 ? client.delete(`/v1/transactions/${id}`) : client.post(`/v1/transactions/${id}/restore`);
    });
    const { status } = ok(await here.get(`/v1/transactions/${id}`));

    expect(await expectExact(ana)).toBe(status === 'live' ? 1 : 0);
  });
}
