import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type pg from 'pg';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';
import type { Found, Rate } from './reference-rates.js';
import { pairRate, rateOn, SCALE, SOURCES } from './reference-rates.js';

const SEED = 20261121;
const WORKSPACE = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04';
const OTHER_WORKSPACE = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d05';
const CODES = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE'];
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

async function askDatabase(
  rates: readonly Rate[],
  questions: readonly { quote: string; base: string; day: string }[],
): Promise<(Found | null)[]> {
  await client.query('begin');
  try {
    const json = JSON.stringify(rates.map((rate) => ({ ...rate, rate: rate.rate.toString() })));
    await client.query(
      `insert into fx_feed_rates (quote, base, day, source, rate, fetched_at)
       select quote, base, day, source, rate, now() from json_to_recordset($1) as r (quote text, base text, day date, source text, rate bigint)
       where source <> 'own'`,
      [json],
    );
    await client.query(
      `insert into fx_own_rates (workspace_id, quote, base, day, rate, set_at)
       select owner, quote, base, day, case owner when $2 then rate else 1 end, now()
       from json_to_recordset($1) as r (quote text, base text, day date, source text, rate bigint)
       cross join unnest(array[$2, $3]::uuid[]) owner where source = 'own'`,
      [json, WORKSPACE, OTHER_WORKSPACE],
    );
    const { rows } = await client.query<{ rate: string | null; as_of: string | null }>(
      `select found.rate, found.as_of::text from rows from (json_to_recordset($1) as (quote text, base text, day date)) with ordinality as q (quote, base, day, n)
       left join lateral fx_rate_on($2, q.quote, q.base, q.day) found on true order by n`,
      [JSON.stringify(questions), WORKSPACE],
    );
    await agreesWithManyDays(questions, rows);
    return rows.map(({ rate, as_of }) => (rate === null ? null : { rate: BigInt(rate), asOf: as_of! }));
  } finally {
    await client.query('rollback');
  }
}

async function agreesWithManyDays(
  questions: readonly { quote: string; base: string; day: string }[],
  answers: readonly { rate: string | null; as_of: string | null }[],
): Promise<void> {
  const expected = questions.flatMap(({ quote, base, day }, at) =>
    answers[at]!.rate === null ? [] : [{ quote, base, day, ...answers[at] }],
  );
  const { rows } = await client.query(
    `select pair.quote, pair.base, found.day::text, found.rate, found.as_of::text from rows from (
       json_to_recordset($1) as (quote text, base text, days date[])) with ordinality as pair (quote, base, days, n)
     cross join lateral fx_rates_on($2, pair.quote, pair.base, pair.days) found order by pair.n, found.day`,
    [JSON.stringify(pairsOf(questions)), WORKSPACE],
  );
  expect(rows).toEqual(expected);
}

function pairsOf(questions: readonly { quote: string; base: string; day: string }[]) {
  const pairs = new Map<string, { quote: string; base: string; days: string[] }>();
  for (const { quote, base, day } of questions) {
    const pair = pairs.get(`${quote} ${base}`) ?? { quote, base, days: [] };
    pairs.set(`${quote} ${base}`, { ...pair, days: [...pair.days, day] });
  }
  return [...pairs.values()];
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
  it('the rate in force equals that of a simple model for random series with direct, inverse and cross rates', async () => {
    let [none, crosses] = [0, 0];
    await fc.assert(
      fc.asyncProperty(rates, async (series) => {
        const questions = CODES.flatMap((quote) =>
          CODES.flatMap((base) => ['2025-12-31', '2026-01-02', '2026-01-05'].map((on) => ({ quote, base, day: on }))),
        );
        const expected = questions.map(({ quote, base, day: on }) => rateOn(series, quote, base, on));
        expect(await askDatabase(series, questions)).toEqual(expected);
        none += expected.filter((rate) => rate === null).length;
        crosses += questions.filter(
          ({ quote, base, day: on }, at) => quote !== base && expected[at] && !pairRate(series, quote, base, on),
        ).length;
      }),
      { seed: SEED, numRuns: 100 },
    );
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
      'an old pair beats a newer cross',
      [on('AAA', 'BBB', '2026-01-01', 4n), on('AAA', 'CCC', '2026-01-03', 2n), on('CCC', 'BBB', '2026-01-03', 3n)],
      { rate: 4n * SCALE, asOf: '2026-01-01' },
    ],
    [
      'banxico beats ecb, and ecb beats a file',
      [
        on('AAA', 'BBB', '2026-01-01', 4n, 'file'),
        on('AAA', 'BBB', '2026-01-01', 5n, 'ecb'),
        on('AAA', 'BBB', '2026-01-01', 6n, 'banxico'),
      ],
      { rate: 6n * SCALE, asOf: '2026-01-01' },
    ],
    [
      'a rate of the workspace beats every feed',
      [on('AAA', 'BBB', '2026-01-01', 5n, 'banxico'), on('AAA', 'BBB', '2026-01-01', 7n, 'own')],
      { rate: 7n * SCALE, asOf: '2026-01-01' },
    ],
    [
      'a later feed beats a rate of the workspace',
      [on('AAA', 'BBB', '2026-01-02', 5n), on('AAA', 'BBB', '2026-01-01', 7n, 'own')],
      { rate: 5n * SCALE, asOf: '2026-01-02' },
    ],
    [
      'an inverse of the workspace beats the pair of every feed on one date',
      [on('AAA', 'BBB', '2026-01-01', 5n, 'banxico'), on('BBB', 'AAA', '2026-01-01', 2n, 'own')],
      { rate: SCALE / 2n, asOf: '2026-01-01' },
    ],
    [
      'a pair of the workspace beats its inverse on one date',
      [on('AAA', 'BBB', '2026-01-01', 5n, 'own'), on('BBB', 'AAA', '2026-01-01', 2n, 'own')],
      { rate: 5n * SCALE, asOf: '2026-01-01' },
    ],
    [
      'a pair from a file beats an inverse from banxico on one date',
      [on('AAA', 'BBB', '2026-01-01', 5n, 'file'), on('BBB', 'AAA', '2026-01-01', 2n, 'banxico')],
      { rate: 5n * SCALE, asOf: '2026-01-01' },
    ],
    [
      'a cross uses an inverse of the workspace even if a feed has the pair on that date',
      [
        on('AAA', 'CCC', '2026-01-01', 4n, 'ecb'),
        on('CCC', 'AAA', '2026-01-01', 2n, 'own'),
        on('CCC', 'BBB', '2026-01-01', 3n),
      ],
      { rate: (3n * SCALE) / 2n, asOf: '2026-01-01' },
    ],
    [
      'a cross can use rates of the workspace',
      [on('AAA', 'CCC', '2026-01-01', 5n, 'own'), on('CCC', 'BBB', '2026-01-01', 2n)],
      { rate: 10n * SCALE, asOf: '2026-01-01' },
    ],
    [
      'a later file beats an earlier banxico',
      [on('AAA', 'BBB', '2026-01-02', 4n, 'file'), on('AAA', 'BBB', '2026-01-01', 6n, 'banxico')],
      { rate: 4n * SCALE, asOf: '2026-01-02' },
    ],
    [
      'the cross whose older rate is the newest takes precedence',
      [
        on('AAA', 'CCC', '2026-01-04', 2n),
        on('CCC', 'BBB', '2026-01-01', 3n),
        on('AAA', 'DDD', '2026-01-02', 5n),
        on('DDD', 'BBB', '2026-01-02', 7n),
      ],
      { rate: 35n * SCALE, asOf: '2026-01-02' },
    ],
    [
      'crosses of equal age are ordered by currency code',
      [
        on('AAA', 'DDD', '2026-01-01', 5n),
        on('DDD', 'BBB', '2026-01-01', 7n),
        on('AAA', 'CCC', '2026-01-01', 2n),
        on('CCC', 'BBB', '2026-01-01', 3n),
      ],
      { rate: 6n * SCALE, asOf: '2026-01-01' },
    ],
    [
      'a cross uses one intermediate currency, not two',
      [on('AAA', 'CCC', '2026-01-01', 2n), on('CCC', 'DDD', '2026-01-01', 3n), on('DDD', 'BBB', '2026-01-01', 3n)],
      null,
    ],
    [
      'a cross uses the rounded rate of an inverse',
      [on('CCC', 'AAA', '2026-01-01', 3n), on('CCC', 'BBB', '2026-01-01', 3n)],
      { rate: 99_999_999n, asOf: '2026-01-01' },
    ],
    ['there is no rate before the first day', [on('AAA', 'BBB', '2026-01-06', 4n)], null],
  ])('finds the rate in force: %s', async (_, series, expected) => {
    expect(await askDatabase(series, [{ quote: 'AAA', base: 'BBB', day: '2026-01-05' }])).toEqual([expected]);
    expect(rateOn(series, 'AAA', 'BBB', '2026-01-05')).toEqual(expected);
  });

  it('a cross rate that rounds to zero counts as missing until one of its rates changes', async () => {
    const small = { rate: 1n, source: 'file' };
    const series = [
      on('AAA', 'CCC', '2026-01-01', 2n),
      { quote: 'AAA', base: 'CCC', day: '2026-01-03', ...small },
      on('AAA', 'CCC', '2026-01-05', 4n),
      { quote: 'CCC', base: 'BBB', day: '2026-01-02', rate: SCALE / 4n, source: 'file' },
    ];
    const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05', '2026-01-06'];
    expect(
      await askDatabase(
        series,
        days.map((date) => ({ quote: 'AAA', base: 'BBB', day: date })),
      ),
    ).toEqual([
      null,
      { rate: SCALE / 2n, asOf: '2026-01-01' },
      null,
      null,
      { rate: SCALE, asOf: '2026-01-02' },
      { rate: SCALE, asOf: '2026-01-02' },
    ]);
  });
});

function on(quote: string, base: string, date: string, whole: bigint, source = 'file'): Rate {
  return { quote, base, day: date, source, rate: whole * SCALE };
}
