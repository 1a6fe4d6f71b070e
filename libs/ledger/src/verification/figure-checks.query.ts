import { signedAmountOf } from '../transactions/transaction.query.js';
import { splitBaseAmount } from '../transactions/transaction-write.query.js';
import { ACCOUNT_TYPES } from '../accounts/account-type.js';
import { DEBT_CHECKS } from './debt-checks.query.js';

/** A kind of stored figure: how each is recomputed, and how those that drifted are written anew. */
export interface FigureCheck {
  readonly figure: string;
  /** Rows of workspace_id, id, stored and expected, of one workspace or with null of all. */
  readonly figures: string;
  readonly repair: string;
  /** Tables beside the ledger's whose writers a repair holds off. */
  readonly heldOff?: readonly string[];
}

const OF_WORKSPACE = (row: string) => `($1::uuid is null or ${row}.workspace_id = $1)`;

const ACCOUNT_KINDS = `
  select a.workspace_id, a.id, a.kind as stored, type.kind as expected
  from ledger_accounts a join (values ${ACCOUNT_TYPES.map(({ systemKey, kind }) => `('${systemKey}', '${kind}')`).join(', ')})
    type (key, kind) on type.key = a.type_key
  where ${OF_WORKSPACE('a')}`;

const currencies = (account: string, currency: string) => `
  select t.workspace_id, t.id, t.${currency} as stored, a.currency as expected
  from ledger_transactions t join ledger_accounts a on a.workspace_id = t.workspace_id and a.id = t.${account}
  where ${OF_WORKSPACE('t')}`;

const TRANSFER_RATES = `
  select t.workspace_id, t.id, t.to_rate as stored,
    divide_half_even(t.to_amount::numeric * 100000000, t.amount::numeric) * 0.00000001 as expected
  from ledger_transactions t where t.to_amount is not null and ${OF_WORKSPACE('t')}`;

const SIGNED_AMOUNTS = `
  select t.workspace_id, t.id, t.signed_amount as stored,
    ${signedAmountOf('t.type', 't.account_id', 't.amount')} as expected
  from ledger_transactions t where ${OF_WORKSPACE('t')}`;

const POSITIONS = `
  select a.workspace_id, a.id, a.position as stored, (a.opening_position + coalesce(sum(side.amount), 0))::bigint as expected
  from ledger_accounts a left join (
    select workspace_id, account_id, signed_amount as amount from ledger_transactions
    where deleted_at is null and account_id is not null
    union all
    select workspace_id, to_account_id, to_amount from ledger_transactions
    where deleted_at is null and to_account_id is not null
  ) side on side.workspace_id = a.workspace_id and side.account_id = a.id
  where ${OF_WORKSPACE('a')}
  group by a.workspace_id, a.id`;

const ACCOUNT_DAYS = `
  select workspace_id, account_id || '/' || day as id, account_id, day,
    coalesce(kept.moved, 0) || ' in ' || coalesce(kept.entries, 0) as stored,
    coalesce(side.moved, 0) || ' in ' || coalesce(side.entries, 0) as expected,
    coalesce(side.moved, 0) as moved, coalesce(side.entries, 0) as entries
  from (select * from ledger_account_days k where ${OF_WORKSPACE('k')}) kept full join (
    select workspace_id, account_id, day, sum(moved)::bigint as moved, count(*)::int as entries from (
      select t.workspace_id, t.account_id, t.date as day, t.signed_amount as moved from ledger_transactions t
      where ${OF_WORKSPACE('t')} and t.deleted_at is null and t.account_id is not null
      union all
      select t.workspace_id, t.to_account_id, t.date, t.to_amount from ledger_transactions t
      where ${OF_WORKSPACE('t')} and t.deleted_at is null and t.to_account_id is not null) one
    group by workspace_id, account_id, day
  ) side using (workspace_id, account_id, day)`;

const SPLIT_COUNTS = `
  select t.workspace_id, t.id, t.split_count as stored,
    (select count(*) from ledger_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id) as expected
  from ledger_transactions t where ${OF_WORKSPACE('t')}`;

const BASE_RATES = `
  select t.workspace_id, t.id, t.base_rate as stored, usable_rate(t.amount, kind.rate) as expected
  from ledger_transactions t join (
    select workspace_id, account_id, currency, date,
      ledger_base_rate(workspace_id, account_id, currency, workspace_base_currency(workspace_id), date) as rate
    from (select distinct workspace_id, account_id, currency, date from ledger_transactions
      where ($1::uuid is null or workspace_id = $1)) kinds offset 0
  ) kind on kind.workspace_id = t.workspace_id and kind.currency = t.currency and kind.date = t.date
    and kind.account_id is not distinct from t.account_id`;

const BASE_AMOUNTS = `
  select t.workspace_id, t.id, t.base_amount as stored, convert_money(t.amount, t.base_rate) as expected
  from ledger_transactions t where ${OF_WORKSPACE('t')}`;

const SPLIT_BASE_AMOUNTS = `
  select s.workspace_id, s.transaction_id || '/' || s.ordinal as id, s.base_amount as stored,
    ${splitBaseAmount('s', 't', 's.ordinal = t.split_count - 1', 'partition by s.workspace_id, s.transaction_id')} as expected,
    s.transaction_id, s.ordinal
  from ledger_splits s join ledger_transactions t on t.workspace_id = s.workspace_id and t.id = s.transaction_id
  where ${OF_WORKSPACE('s')}`;

const SPLIT_SUMS = `
  select t.workspace_id, t.id, sum(s.amount)::bigint as stored, t.amount as expected
  from ledger_transactions t
  join ledger_splits s on s.workspace_id = t.workspace_id and s.transaction_id = t.id
  where ${OF_WORKSPACE('t')} group by t.workspace_id, t.id`;

/** Every figure that the ledger stores, in the order in which one builds on the other. */
export const FIGURE_CHECKS: readonly FigureCheck[] = [
  check('account.kind', ACCOUNT_KINDS, 'ledger_accounts', 'kind'),
  check('transaction.currency', currencies('account_id', 'currency'), 'ledger_transactions', 'currency'),
  check('transfer.currency', currencies('to_account_id', 'to_currency'), 'ledger_transactions', 'to_currency'),
  check('transfer.rate', TRANSFER_RATES, 'ledger_transactions', 'to_rate'),
  check('transaction.signedAmount', SIGNED_AMOUNTS, 'ledger_transactions', 'signed_amount'),
  check('account.balance', POSITIONS, 'ledger_accounts', 'position'),
  {
    figure: 'account.dayTotal',
    figures: ACCOUNT_DAYS,
    repair: `
      insert into ledger_account_days (workspace_id, account_id, day, moved, entries)
      select workspace_id, account_id, day, moved, entries from (${ACCOUNT_DAYS}) f where stored <> expected
      on conflict (workspace_id, account_id, day) do update set moved = excluded.moved, entries = excluded.entries`,
  },
  check('transaction.splitCount', SPLIT_COUNTS, 'ledger_transactions', 'split_count'),
  check('transaction.baseRate', BASE_RATES, 'ledger_transactions', 'base_rate'),
  check('transaction.baseAmount', BASE_AMOUNTS, 'ledger_transactions', 'base_amount'),
  {
    figure: 'split.baseAmount',
    figures: SPLIT_BASE_AMOUNTS,
    repair: `
      update ledger_splits s set base_amount = f.expected from (${SPLIT_BASE_AMOUNTS}) f
      where s.workspace_id = f.workspace_id and s.transaction_id = f.transaction_id and s.ordinal = f.ordinal
        and s.base_amount is distinct from f.expected`,
  },
  {
    figure: 'transaction.splitSum',
    figures: SPLIT_SUMS,
    // Which of the two is right cannot be computed; a person has to look.
    repair: `select 1 where $1::uuid is null`,
  },
  ...DEBT_CHECKS,
];

function check(figure: string, figures: string, table: string, column: string): FigureCheck {
  return {
    figure,
    figures,
    repair: `
      update ${table} kept set ${column} = f.expected from (${figures}) f
      where kept.workspace_id = f.workspace_id and kept.id = f.id and kept.${column} is distinct from f.expected`,
  };
}
