import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Money } from '@app/kernel/pure';
import { FUNDING_FREQUENCIES } from '../goals/funding.js';
import type { Tanda } from './tanda.js';
import { debtParts, roundsOf, statusOf } from './tanda.js';

const tanda = (fields: Partial<Tanda> = {}): Tanda => ({
  amount: Money.parse('1000.00', 'MXN'),
  turns: 4,
  myTurns: [2],
  startDate: '2026-01-31',
  every: 'month',
  ownTurnPays: false,
  ...fields,
});
const shown = (one: Tanda) => roundsOf(one).map(({ number, kind, amount }) => `${number} ${kind} ${amount.toString()}`);

describe('the rounds of a tanda', () => {
  it('the user pays in the turns of other members and receives the pot in the turns in myTurns', () => {
    expect(shown(tanda())).toEqual(['1 pay 1000.00', '2 receive 3000.00', '3 pay 1000.00', '4 pay 1000.00']);
  });

  it('the user pays in every turn if ownTurnPays is true', () => {
    expect(shown(tanda({ turns: 2, myTurns: [1], ownTurnPays: true }))).toEqual([
      ...['1 pay 1000.00', '1 receive 2000.00', '2 pay 1000.00'],
    ]);
  });

  it('a user with two turns pays and receives for each turn', () => {
    expect(shown(tanda({ turns: 3, myTurns: [1, 3] }))).toEqual([
      ...['1 pay 1000.00', '1 receive 2000.00', '2 pay 2000.00', '3 pay 1000.00', '3 receive 2000.00'],
    ]);
  });

  it('computes the date of each round from the start date', () => {
    expect(roundsOf(tanda()).map(({ date }) => date)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
    expect(roundsOf(tanda({ every: 'quincena', startDate: '2026-01-16' })).map(({ date }) => date)).toEqual([
      ...['2026-01-31', '2026-02-15', '2026-02-28', '2026-03-15'],
    ]);
  });

  it('an unrecorded round is late from the day after its date', () => {
    const on = (today: string) => statusOf({ date: '2026-01-31' }, false, today);
    expect([on('2026-01-31'), on('2026-02-01'), statusOf({ date: '2026-01-31' }, true, '2027-01-01')]).toEqual([
      ...['due', 'late', 'done'],
    ]);
  });

  it('the position ends at zero and each round repays debt first, in any order of recording', () => {
    const some = fc.integer({ min: 2, max: 60 }).chain((turns) =>
      fc.record({
        turns: fc.constant(turns),
        myTurns: fc.uniqueArray(fc.integer({ min: 1, max: turns }), { minLength: 1 }),
        every: fc.constantFrom(...FUNDING_FREQUENCIES),
        ownTurnPays: fc.boolean(),
        seed: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
      }),
    );
    fc.assert(
      fc.property(some, ({ seed, ...fields }) => {
        let position = Money.zero('MXN');
        const order = roundsOf(tanda(fields)).map((round) => ({ round, at: seed.next().value! }));
        for (const { round } of order.sort((a, b) => a.at - b.at)) {
          const parts = debtParts(round, position);
          expect(
            Money.sum(
              parts.map(({ amount }) => amount),
              'MXN',
            ).equals(round.amount),
          ).toBe(true);
          const after = round.kind === 'pay' ? position.add(round.amount) : position.subtract(round.amount);
          const crosses = position.minor * after.minor < 0n;
          expect(parts.length).toBe(crosses ? 2 : 1);
          position = after;
        }
        expect(position.isZero).toBe(true);
      }),
    );
  });
});
