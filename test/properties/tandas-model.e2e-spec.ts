import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hundredths } from '../e2e/support/amounts.js';
import type { TandaView } from '../e2e/support/answers.js';
import type { Service } from '../e2e/support/api-process.js';
import { sharedApi } from '../e2e/support/api-process.js';
import { expectNoDrift } from '../e2e/support/cli.js';
import type { Client } from '../e2e/support/client.js';
import { statusAndCode } from '../e2e/support/client.js';
import { aHousehold, anAccount, aTransaction, ok } from '../e2e/support/household.js';
import { sized } from '../e2e/support/long-form.js';

let service: Service;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());

const someTanda = fc.integer({ min: 2, max: 6 }).chain((turns) =>
  fc.record({
    turns: fc.constant(turns),
    myTurns: fc.uniqueArray(fc.integer({ min: 1, max: turns }), { minLength: 1, maxLength: 3 }),
    every: fc.constantFrom('week', 'two_weeks', 'quincena', 'month'),
    ownTurnPays: fc.boolean(),
  }),
);
const choices = fc.array(fc.record({ at: fc.nat({ max: 99 }), isLinked: fc.boolean(), isTrashed: fc.boolean() }), {
  minLength: 20,
  maxLength: 20,
});

async function expectBalanced(api: Client, { id, contactId }: TandaView): Promise<TandaView> {
  const tanda = ok(await api.get(`/v1/tandas/${id}`));
  const done = (kind: string) =>
    tanda.rounds
      .filter((round) => round.kind === kind && round.status === 'done')
      .reduce((sum, { amount }) => sum + hundredths(amount), 0n);
  expect([hundredths(tanda.paid), hundredths(tanda.received)]).toEqual([done('pay'), done('receive')]);
  const [owed] = ok(await api.get(`/v1/contacts/${contactId}`)).balances;
  expect(owed?.balance ?? '0.00').toBe(tanda.position);
  return tanda;
}

describe('the position of a tanda', () => {
  it('the position equals the debt of the contact in any order of rounds, deletions and restores, and ends at zero', async () => {
    await fc.assert(
      fc.asyncProperty(someTanda, choices, async (fields, picks) => {
        const { api, workspaceId } = await aHousehold(service);
        const { id: accountId } = await anAccount(api, { openingBalance: '9000.00' });
        const common = { name: 'Tanda', amount: '10.01', startDate: '2026-01-31', accountId };
        const tanda = ok(await api.post('/v1/tandas', { ...common, ...fields }));
        let turn = 0;
        for (;;) {
          const open = (await expectBalanced(api, tanda)).rounds.filter(({ status }) => status !== 'done');
          if (open.length === 0) break;
          const pick = picks[turn % picks.length]!;
          turn += 1;
          const round = open[pick.at % open.length]!;
          const type = round.kind === 'pay' ? 'expense' : 'income';
          const linked = pick.isLinked ? await aTransaction(api, { accountId, type, amount: round.amount }) : null;
          const path = `/v1/tandas/${tanda.id}/rounds/${round.number}/record` as const;
          const recorded = ok(await api.post(path, { kind: round.kind, transactionId: linked?.id ?? null }));
          const { transactionId } = recorded.rounds.find(
            ({ number, kind }) => number === round.number && kind === round.kind,
          )!;
          if (linked) expect(transactionId).toBe(linked.id);
          if (!pick.isTrashed || turn > picks.length) continue;
          ok(await api.delete(`/v1/transactions/${transactionId}`));
          await expectBalanced(api, tanda);
          if (pick.at % 2 === 0) ok(await api.post(`/v1/transactions/${transactionId}/restore`));
        }
        const ended = await expectBalanced(api, tanda);
        expect([ended.position, ended.status]).toEqual(['0.00', 'finished']);
        const trash = ok(await api.get('/v1/transactions/trash')).items;
        for (const { id } of trash) {
          expect(statusAndCode(await api.post(`/v1/transactions/${id}/restore`))).toBe('409 ROUND_RECORDED');
        }
        await expectNoDrift(service.database, workspaceId);
      }),
      { numRuns: sized(6, 40) },
    );
  });
});
