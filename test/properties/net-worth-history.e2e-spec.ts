import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newId } from '../../libs/kernel/src/id/id.js';
import { written } from '../e2e/support/amounts.js';
import type { ApiProcess } from '../e2e/support/api-process.js';
import { startApi } from '../e2e/support/api-process.js';
import type { Household } from '../e2e/support/household.js';
import { aHousehold, ok } from '../e2e/support/household.js';
import type { LedgerVerifier } from '../e2e/support/ledger-verifier.js';
import { startVerifier } from '../e2e/support/ledger-verifier.js';
import type { Rate } from './reference-rates.js';
import { halfEven, rateOn, SCALE, SOURCES } from './reference-rates.js';
import { sized } from '../e2e/support/long-form.js';

const SEED = Number(process.env.CENTAVO_TEST_SEED ?? 20261125);
const WORLDS = sized(9, 40);
const QUERIES = 5;
/** The period starts in December 2027, so that it contains a leap day. */
const FIRST = Date.UTC(2027, 11, 20);
const CODES = ['MXN', 'USD', 'EUR', 'JPY'];
const dayOf = (index: number) => new Date(FIRST + index * 86_400_000).toISOString().slice(0, 10);

interface Account {
  readonly id: string;
  readonly kind: 'asset' | 'liability';
  readonly currency: string;
  readonly status: 'active' | 'archived' | 'closed';
  readonly opening: bigint;
  readonly openingDate: string;
  readonly fixedRate: bigint | null;
}

interface Entry {
  readonly id: string;
  readonly account: number;
  readonly receiver: number | null;
  readonly date: string;
  /** Change of the position in the account. `received` is the change in the account that receives a transfer. */
  readonly amount: bigint;
  readonly received: bigint;
  readonly trashed: boolean;
}

interface World {
  readonly accounts: Account[];
  readonly rates: Rate[];
  /** `changed` contains the final state of each entry, or null for a permanently deleted entry. */
  readonly entered: Entry[];
  readonly changed: (Entry | null)[];
}

let service: ApiProcess;
let verifier: LedgerVerifier;

beforeAll(async () => {
  service = await startApi();
  verifier = startVerifier(service.database);
});
afterAll(async () => {
  verifier.stop();
  await service.stop();
});

const day = fc.integer({ min: 0, max: 120 }).map(dayOf);
const cents = fc.bigInt({ min: -1_000_000n, max: 1_000_000n }).filter((amount) => amount !== 0n);
const rateValue = fc.oneof(
  fc.bigInt({ min: 10n ** 6n, max: 10n ** 10n }),
  fc.constantFrom(SCALE / 2n, SCALE, 3n * SCALE),
);
const account = fc.record({
  id: fc.constant('').map(() => newId()),
  kind: fc.constantFrom('asset' as const, 'liability' as const),
  currency: fc.constantFrom(...CODES),
  status: fc.constantFrom('active' as const, 'active' as const, 'archived' as const, 'closed' as const),
  opening: fc.oneof(fc.constant(0n), cents),
  openingDate: day,
  fixedRate: fc.option(rateValue, { freq: 4 }),
});
const rate = fc
  .record({
    quote: fc.constantFrom(...CODES),
    base: fc.constantFrom(...CODES),
    day,
    source: fc.constantFrom(...SOURCES),
    rate: rateValue,
  })
  .filter(({ quote, base }) => quote !== base);
const entry = fc.record({
  account: fc.nat(100),
  receiver: fc.option(fc.nat(100), { freq: 3 }),
  date: day,
  amount: cents,
  received: cents.map((amount) => (amount < 0n ? -amount : amount)),
  trashed: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
});
const world: fc.Arbitrary<World> = fc
  .record({
    accounts: fc.array(account, { minLength: 1, maxLength: 6 }),
    rates: fc.uniqueArray(rate, {
      maxLength: 14,
      selector: ({ quote, base, day: on, source }) => [quote, base, on, source].join(),
    }),
    entries: fc.array(fc.record({ first: entry, then: fc.option(entry, { freq: 2 }), deleted: fc.boolean() }), {
      maxLength: 40,
      size: 'max',
    }),
  })
  .map(({ accounts, rates, entries }) => {
    const placed = (drawn: typeof entry extends fc.Arbitrary<infer T> ? T : never, id: string): Entry => {
      const at = drawn.account % accounts.length;
      const to = drawn.receiver === null ? null : drawn.receiver % accounts.length;
      const receiver = to === at ? null : to;
      const amount = receiver === null || drawn.amount < 0n ? drawn.amount : -drawn.amount;
      return { ...drawn, id, account: at, receiver, amount };
    };
    const entered = entries.map(({ first }) => placed(first, newId()));
    const changed = entries.map(({ then, deleted }, at) => {
      const now = then === null ? entered[at]! : placed(then, entered[at]!.id);
      return deleted && now.trashed ? null : now;
    });
    return { accounts, rates, entered, changed };
  });
const question = fc.record({
  days: fc.tuple(fc.nat(130), fc.nat(130)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
  interval: fc.constantFrom('day', 'week', 'month'),
});

async function settle(home: Household, { accounts, rates, entered, changed }: World): Promise<void> {
  const { database } = service;
  const ask = (text: string, rows: unknown) => database.query(text, [home.workspaceId, json(rows)]);
  await database.query('truncate fx_feed_rates');
  await ask(
    `insert into fx_feed_rates select quote, base, day, source, rate, now()
     from json_to_recordset($2) as r (quote text, base text, day date, source text, rate bigint)
     where source <> 'own' and $1::uuid is not null`,
    rates,
  );
  await ask(
    `insert into fx_own_rates (workspace_id, quote, base, day, rate, set_at) select $1, quote, base, day, rate, now()
     from json_to_recordset($2) as r (quote text, base text, day date, source text, rate bigint) where source = 'own'`,
    rates,
  );
  await ask(
    `insert into ledger_accounts (workspace_id, id, name, type_key, kind, currency, opening_position, opening_date,
       position, fx_mode, fixed_rate, status, created_at, updated_at)
     select $1, id, 'x', case kind when 'asset' then 'cash' else 'credit_card' end, kind, currency, opening, "openingDate", 0,
       case when "fixedRate" is null then 'auto' else 'fixed' end, "fixedRate", status, now(), now()
     from json_to_recordset($2) as a (id uuid, kind text, currency text, opening bigint, "openingDate" date,
       "fixedRate" bigint, status text)`,
    accounts,
  );
  const rows = (entries: Entry[]) =>
    entries.map((entry) => ({
      ...entry,
      account: accounts[entry.account]!.id,
      currency: accounts[entry.account]!.currency,
      receiver: entry.receiver === null ? null : accounts[entry.receiver]!.id,
      toCurrency: entry.receiver === null ? null : accounts[entry.receiver]!.currency,
      received: entry.receiver === null ? null : entry.received,
      magnitude: entry.receiver === null ? entry.amount : -entry.amount,
    }));
  const shape = `json_to_recordset($2) as e (id uuid, account uuid, receiver uuid, date date, amount bigint,
    magnitude bigint, received bigint, currency text, "toCurrency" text, trashed boolean)`;
  await ask(
    `insert into ledger_transactions (workspace_id, id, account_id, type, date, description, amount, currency,
       signed_amount, to_account_id, to_amount, to_currency, deleted_at, created_at, updated_at)
     select $1, id, account, case when receiver is null then 'adjustment' else 'transfer' end, date, 'x', magnitude,
       currency, amount, receiver, received, "toCurrency", case when trashed then now() end, now(), now() from ${shape}`,
    rows(entered),
  );
  await ask(
    `update ledger_transactions t set account_id = account, date = e.date, amount = magnitude, currency = e.currency,
       type = case when receiver is null then 'adjustment' else 'transfer' end,
       signed_amount = e.amount, to_account_id = receiver, to_amount = received, to_currency = "toCurrency",
       deleted_at = case when trashed then now() end
     from ${shape} where t.workspace_id = $1 and t.id = e.id`,
    rows(changed.filter((entry) => entry !== null)),
  );
  await ask(
    `delete from ledger_transactions t using json_array_elements_text($2) gone where t.workspace_id = $1 and t.id = gone::uuid`,
    entered.filter((_, at) => changed[at] === null).map(({ id }) => id),
  );
  // The repair computes the positions and base amounts of the rows that SQL inserted.
  await verifier.verify(home.workspaceId, true);
}

/** Computes net worth as the documentation defines it, from all transactions and accounts on every day. */
function naiveHistory({ accounts, rates, changed }: World, days: readonly string[]) {
  const live = changed.filter((entry): entry is Entry => entry !== null && !entry.trashed);
  return days.map((date) => {
    let [assets, liabilities] = [0n, 0n];
    const unconverted: string[] = [];
    accounts.forEach(({ id, kind, currency, status, opening, openingDate, fixedRate }, at) => {
      const own = live.filter(({ account: from, receiver }) => from === at || receiver === at);
      const counts = openingDate <= date || own.some((entry) => entry.date <= date);
      if (!counts) return;
      let balance = opening;
      for (const entry of own.filter((each) => each.date <= date)) {
        if (entry.account === at) balance += entry.amount;
        if (entry.receiver === at) balance += entry.received;
      }
      if (status === 'closed' && balance === 0n) return;
      const known = fixedRate ?? rateOn(rates, currency, 'MXN', date)?.rate;
      if (known === undefined) return void unconverted.push(id);
      const worth = balance < 0n ? -halfEven(-balance * known, SCALE) : halfEven(balance * known, SCALE);
      if (kind === 'asset') assets += worth;
      else liabilities -= worth;
    });
    return {
      date,
      netWorth: written(assets - liabilities),
      assets: written(assets),
      liabilities: written(liabilities),
      unconverted: unconverted.sort(),
    };
  });
}

function naiveDays(from: number, to: number, interval: string): string[] {
  const indexes = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const ends = (index: number) => {
    const next = new Date(FIRST + (index + 1) * 86_400_000);
    return interval === 'day' || (interval === 'week' ? next.getUTCDay() === 1 : next.getUTCDate() === 1);
  };
  return indexes.filter((index) => index === to || ends(index)).map(dayOf);
}

const json = (value: unknown) =>
  JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? item.toString() : item));
it(`net worth over time equals a simple sum to the cent in ${WORLDS} random workspaces (seed ${SEED})`, async () => {
  const worlds = fc.sample(world, { seed: SEED, numRuns: WORLDS });
  const questions = fc.sample(question, { seed: SEED, numRuns: WORLDS * QUERIES });
  let [points, unconverted, worths] = [0, 0, 0];
  for (const [at, drawn] of worlds.entries()) {
    const home = await aHousehold(service);
    await settle(home, drawn);
    for (const { days, interval } of questions.slice(at * QUERIES, (at + 1) * QUERIES)) {
      const [from, to] = days;
      const answer = ok(
        await home.api.get(`/v1/net-worth/history?from=${dayOf(from)}&to=${dayOf(to)}&interval=${interval}`),
      );
      const expected = naiveHistory(drawn, naiveDays(from, to, interval));
      expect(answer).toEqual({ currency: 'MXN', points: expected });
      points += expected.length;
      unconverted += expected.filter((point) => point.unconverted.length > 0).length;
      worths += new Set(expected.map(({ netWorth }) => netWorth)).size;
    }
    await verifier.expectNoDrift(home.workspaceId);
  }
  expect(points).toBeGreaterThan(50 * WORLDS);
  expect(unconverted).toBeGreaterThan(7 * WORLDS);
  expect(worths).toBeGreaterThan(12 * WORLDS);
});
