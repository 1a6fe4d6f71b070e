import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type pg from 'pg';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';

const SEED = 20261121;
const WORKSPACE = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04';
const CODES = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE'];
const SCALE = 10n ** 8n;
/** From the first that is believed to the last. */
const SOURCES = ['banxico', 'ecb', 'file'];

interface Rate {
  readonly quote: string;
  readonly base: string;
  readonly day: string;
  readonly source: string;
  readonly rate: bigint;
}
interface Found {
  readonly rate: bigint;
  readonly asOf: string;
}

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Rounded half-even, as a schoolbook would do it. */
function halfEven(dividend: bigint, divisor: bigint): bigint {
  const [quotient, rest] = [dividend / divisor, dividend % divisor];
  if (rest * 2n < divisor) return quotient;
  if (rest * 2n > divisor) return quotient + 1n;
  return quotient % 2n === 0n ? quotient : quotient + 1n;
}

/** Contract section 8, word by word, over a list of rates. */
function pairRate(rates: readonly Rate[], quote: string, base: string, day: string): Found | null {
  const series = (from: string, into: string) =>
    rates
      .filter((rate) => rate.quote === from && rate.base === into && rate.day <= day)
      .sort((a, b) =>
        a.day === b.day ? SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source) : a.day < b.day ? 1 : -1,
      )[0];
  const [direct, inverse] = [series(quote, base), series(base, quote)];
  if (direct && (!inverse || direct.day >= inverse.day)) return { rate: direct.rate, asOf: direct.day };
  return inverse ? { rate: halfEven(SCALE * SCALE, inverse.rate), asOf: inverse.day } : null;
}

function rateOn(rates: readonly Rate[], quote: string, base: string, day: string): Found | null {
  if (quote === base) return { rate: SCALE, asOf: day };
  const pair = pairRate(rates, quote, base, day);
  if (pair) return pair;
  const crosses = CODES.flatMap((via) => {
    const [near, far] = [
      via === quote || via === base ? null : pairRate(rates, quote, via, day),
      pairRate(rates, via, base, day),
    ];
    return near && far
      ? [{ via, rate: halfEven(near.rate * far.rate, SCALE), asOf: near.asOf < far.asOf ? near.asOf : far.asOf }]
      : [];
  });
  crosses.sort((a, b) => (a.asOf === b.asOf ? (a.via < b.via ? -1 : 1) : a.asOf < b.asOf ? 1 : -1));
  return crosses[0] ? { rate: crosses[0].rate, asOf: crosses[0].asOf } : null;
}

async function askDatabase(
  rates: readonly Rate[],
  questions: readonly { quote: string; base: string; day: string }[],
): Promise<(Found | null)[]> {
  await client.query('begin');
  try {
    await client.query(
      `insert into fx_feed_rates (quote, base, day, source, rate, fetched_at)
       select quote, base, day, source, rate, now() from json_to_recordset($1) as r (quote text, base text, day date, source text, rate bigint)`,
      [JSON.stringify(rates.map((rate) => ({ ...rate, rate: rate.rate.toString() })))],
    );
    const { rows } = await client.query<{ rate: string | null; as_of: string | null }>(
      `select found.rate, found.as_of::text from rows from (json_to_recordset($1) as (quote text, base text, day date)) with ordinality as q (quote, base, day, n)
       left join lateral fx_rate_on($2, q.quote, q.base, q.day) found on true order by n`,
      [JSON.stringify(questions), WORKSPACE],
    );
    return rows.map(({ rate, as_of }) => (rate === null ? null : { rate: BigInt(rate), asOf: as_of! }));
  } finally {
    await client.query('rollback');
  }
}

const code = fc.constantFrom(...CODES);
const day = fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04');
const rate: fc.Arbitrary<Rate> = fc
  .record({
    quote: code,
    base: code,
    day,
    source: fc.constantFrom(...SOURCES),
    rate: fc.oneof(
      fc.bigInt({ min: 10n ** 6n, max: 10n ** 10n }),
      fc.constantFrom(2n * SCALE, 3n * SCALE, 16n * SCALE, SCALE / 2n),
    ),
  })
  .filter(({ quote, base }) => quote !== base);
const rates = fc.uniqueArray(rate, {
  maxLength: 14,
  selector: ({ quote, base, day, source }) => [quote, base, day, source].join(),
});

describe('the rate in force', () => {
  it('is what the contract’s words give, over any series: direct, inverse, cross, and every tie', async () => {
    let [none, crosses] = [0, 0];
    await fc.assert(
      fc.asyncProperty(rates, async (series) => {
        const questions = CODES.flatMap((quote) =>
          CODES.flatMap((base) => ['2025-12-31', '2026-01-02', '2026-01-05'].map((on) => ({ quote, base, day: on }))),
        );
        const expected = questions.map(({ quote, base, day: on }) => rateOn(series, quote, base, on));
        expect(await askDatabase(series, questions)).toEqual(expected);
        none += expected.filter((found) => found === null).length;
        crosses += questions.filter(
          ({ quote, base, day: on }, at) => quote !== base && expected[at] && !pairRate(series, quote, base, on),
        ).length;
      }),
      { seed: SEED, numRuns: 150 },
    );
    // The draw must have met what it is for.
    expect(none).toBeGreaterThan(100);
    expect(crosses).toBeGreaterThan(100);
  });

  it.each<[string, Rate[], Found | null]>([
    [
      'the pair beats its inverse on one date',
      [on('AAA', 'BBB', '2026-01-01', 4n), on('BBB', 'AAA', '2026-01-01', 2n)],
      { rate: 4n * SCALE, asOf: '2026-01-01' },
    ],
    [
      'a later inverse beats the pair',
      [on('AAA', 'BBB', '2026-01-01', 4n), on('BBB', 'AAA', '2026-01-02', 2n)],
      { rate: SCALE / 2n, asOf: '2026-01-02' },
    ],
    [
      'any pair, however old, beats a fresh cross',
      [on('AAA', 'BBB', '2026-01-01', 4n), on('AAA', 'CCC', '2026-01-03', 2n), on('CCC', 'BBB', '2026-01-03', 3n)],
      { rate: 4n * SCALE, asOf: '2026-01-01' },
    ],
    [
      'banxico is believed before ecb, and ecb before a file',
      [
        on('AAA', 'BBB', '2026-01-01', 4n, 'file'),
        on('AAA', 'BBB', '2026-01-01', 5n, 'ecb'),
        on('AAA', 'BBB', '2026-01-01', 6n, 'banxico'),
      ],
      { rate: 6n * SCALE, asOf: '2026-01-01' },
    ],
    [
      'a later file beats an earlier banxico',
      [on('AAA', 'BBB', '2026-01-02', 4n, 'file'), on('AAA', 'BBB', '2026-01-01', 6n, 'banxico')],
      { rate: 4n * SCALE, asOf: '2026-01-02' },
    ],
    [
      'the cross whose older leg is the freshest',
      [
        on('AAA', 'CCC', '2026-01-04', 2n),
        on('CCC', 'BBB', '2026-01-01', 3n),
        on('AAA', 'DDD', '2026-01-02', 5n),
        on('DDD', 'BBB', '2026-01-02', 7n),
      ],
      { rate: 35n * SCALE, asOf: '2026-01-02' },
    ],
    [
      'equal crosses go by currency code',
      [
        on('AAA', 'DDD', '2026-01-01', 5n),
        on('DDD', 'BBB', '2026-01-01', 7n),
        on('AAA', 'CCC', '2026-01-01', 2n),
        on('CCC', 'BBB', '2026-01-01', 3n),
      ],
      { rate: 6n * SCALE, asOf: '2026-01-01' },
    ],
    [
      'a cross goes through one currency, not through two',
      [on('AAA', 'CCC', '2026-01-01', 2n), on('CCC', 'DDD', '2026-01-01', 3n), on('DDD', 'BBB', '2026-01-01', 3n)],
      null,
    ],
    [
      'a cross through an inverse takes it as it is shown',
      [on('CCC', 'AAA', '2026-01-01', 3n), on('CCC', 'BBB', '2026-01-01', 3n)],
      { rate: 99_999_999n, asOf: '2026-01-01' },
    ],
    ['nothing is known before the first day', [on('AAA', 'BBB', '2026-01-06', 4n)], null],
  ])('%s', async (_, series, expected) => {
    expect(await askDatabase(series, [{ quote: 'AAA', base: 'BBB', day: '2026-01-05' }])).toEqual([expected]);
    expect(rateOn(series, 'AAA', 'BBB', '2026-01-05')).toEqual(expected);
  });
});

function on(quote: string, base: string, date: string, whole: bigint, source = 'file'): Rate {
  return { quote, base, day: date, source, rate: whole * SCALE };
}
