import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Frequency } from '@app/kernel/pure';
import { addDays, dayNumber } from '@app/kernel/pure';
import type { Candidate } from './free-occurrences.js';
import type { Arrival } from './nearest-occurrence.js';
import { matchesOf, occurrencesNear } from './nearest-occurrence.js';

const SEED = 20261202;

const aCandidate = (fields: { id?: string; every?: Frequency; startDate?: string; days?: number } = {}): Candidate => ({
  scheduleId: fields.id ?? 'rent',
  days: fields.days ?? 3,
  series: {
    recurrence: { every: fields.every ?? 'month', interval: 1, businessDay: 'none' },
    startDate: fields.startDate ?? '2026-01-05',
    endDate: null,
  },
});
const arrivals = (dates: readonly string[], ...candidates: Candidate[]): Arrival[] =>
  dates.map((date, at) => ({ transactionId: `${at}`, date, candidates }));
const match = async (transactions: readonly Arrival[], taken = new Map<string, Set<string>>()) =>
  (await matchesOf(transactions, taken)).map(
    ({ transactionId, scheduleId, nominalDate }) => `${transactionId} ${scheduleId} ${nominalDate}`,
  );

/** Reference implementation that checks every occurrence for every date. */
function oneAfterTheOther(dates: readonly string[], candidates: readonly Candidate[]) {
  const taken = new Set<string>();
  return dates.flatMap((date, at) => {
    const apart = (day: string) => Math.abs(dayNumber(day) - dayNumber(date));
    const [nearest] = candidates
      .toSorted((a, b) => (a.scheduleId < b.scheduleId ? -1 : 1))
      .flatMap(({ scheduleId, series, days }) =>
        occurrencesNear(series, date, days).map((occurrence) => ({ ...occurrence, scheduleId })),
      )
      .filter(({ scheduleId, nominalDate }) => !taken.has(`${scheduleId} ${nominalDate}`))
      .sort((a, b) => apart(a.date) - apart(b.date) || dayNumber(a.date) - dayNumber(b.date));
    if (nearest === undefined) return [];
    const { scheduleId, nominalDate } = nearest;
    taken.add(`${scheduleId} ${nominalDate}`);
    return [{ transactionId: `${at}`, scheduleId, nominalDate }];
  });
}

describe('matching of transactions with occurrences', () => {
  it('matches the nearest occurrence, and the earlier of two at the same distance', async () => {
    const weekly = aCandidate({ every: 'week', days: 10 });
    expect(await match(arrivals(['2026-01-09'], weekly))).toEqual(['0 rent 2026-01-12']);
    const fortnightly = aCandidate({ every: 'two_weeks', days: 7 });
    expect(await match(arrivals(['2026-01-12'], fortnightly))).toEqual(['0 rent 2026-01-05']);
  });

  it('does not match an occurrence twice', async () => {
    expect(await match(arrivals(['2026-01-05', '2026-01-05'], aCandidate()))).toEqual(['0 rent 2026-01-05']);
    const taken = new Map([['rent', new Set(['2026-01-05'])]]);
    expect(await match(arrivals(['2026-01-05'], aCandidate()), taken)).toEqual([]);
  });

  it('matches an occurrence again after the matched transaction has released it', async () => {
    const [first, last] = arrivals(['2026-01-05', '2026-01-06'], aCandidate());
    const leaves: Arrival = {
      ...{ transactionId: 'leaves', date: '2026-03-20', candidates: [] },
      released: { scheduleId: 'rent', nominalDate: '2026-01-05' },
    };
    expect(await match([first!, leaves, last!])).toEqual(['1 rent 2026-01-05']);
  });

  it('matches the nearest occurrence of all schedules, and prefers the oldest schedule on the same day', async () => {
    const younger = aCandidate({ id: 'younger', startDate: '2026-01-04' });
    expect(await match(arrivals(['2026-01-04'], aCandidate(), younger))).toEqual(['0 younger 2026-01-04']);
    const same = aCandidate({ id: 'same' });
    expect(await match(arrivals(['2026-01-05', '2026-01-05'], aCandidate(), same))).toEqual([
      '0 rent 2026-01-05',
      '1 same 2026-01-05',
    ]);
  });

  it('does not match an occurrence twice when a later transaction returns to it after many years', async () => {
    const dates = ['2026-01-05', ...Array.from({ length: 80 }, (_, n) => `${2027 + n}-01-05`), '2026-01-05'];
    expect((await match(arrivals(dates, aCandidate()))).filter((line) => line.endsWith('2026-01-05'))).toHaveLength(1);
  });

  it('finds occurrences that are at most `days` days away', () => {
    expect(occurrencesNear(aCandidate().series, '2026-02-08', 3)).toHaveLength(1);
    expect(occurrencesNear(aCandidate().series, '2026-02-09', 3)).toHaveLength(0);
    expect(occurrencesNear(aCandidate().series, '2026-02-05', 0)).toHaveLength(1);
  });

  it(`matches every transaction that has a free occurrence, and no occurrence twice (seed ${SEED})`, async () => {
    const aDate = fc.nat(120).map((days) => addDays('2026-01-01', days));
    const candidates = fc.array(
      fc
        .tuple(fc.constantFrom('week', 'two_weeks', 'quincena', 'month' as const), aDate, fc.nat(10), fc.nat(9_999))
        .map(([every, startDate, days, id]) => aCandidate({ id: `${id}`, every, startDate, days })),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(candidates, fc.array(aDate, { maxLength: 40 }), async (schedules, dates) => {
        const unique = [...new Map(schedules.map((schedule) => [schedule.scheduleId, schedule])).values()];
        const matches = await matchesOf(arrivals(dates, ...unique), new Map());
        const keys = matches.map(({ scheduleId, nominalDate }) => `${scheduleId} ${nominalDate}`);
        expect(new Set(keys).size).toBe(keys.length);
        expect(new Set(matches.map(({ transactionId }) => transactionId)).size).toBe(keys.length);
        const without = dates.filter((_, at) => !matches.some(({ transactionId }) => transactionId === `${at}`));
        const free = without.flatMap((date) =>
          unique.flatMap(({ scheduleId, series, days }) =>
            occurrencesNear(series, date, days).filter(
              ({ nominalDate }) => !keys.includes(`${scheduleId} ${nominalDate}`),
            ),
          ),
        );
        expect(free).toEqual([]);
        expect(matches).toEqual(oneAfterTheOther(dates, unique));
        for (const { transactionId, scheduleId, nominalDate } of matches) {
          const { days } = unique.find((schedule) => schedule.scheduleId === scheduleId)!;
          expect(Math.abs(dayNumber(nominalDate) - dayNumber(dates[Number(transactionId)]!))).toBeLessThanOrEqual(days);
        }
      }),
      { seed: SEED, numRuns: 100 },
    );
  });
});
