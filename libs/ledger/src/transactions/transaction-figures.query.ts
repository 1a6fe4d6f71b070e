import type { FigureCheck } from '../figure-check.query.js';
import { columnCheck, ofWorkspace } from '../figure-check.query.js';
import { signedAmountOf } from './transaction.query.js';
import { splitBaseAmount } from './transaction-write.query.js';

const currencies = (account: string, currency: string) => `
  select t.workspace_id, t.id, t.${currency} as stored, a.currency as expected
  from ledger_transactions t join ledger_accounts a on a.workspace_id = t.workspace_id and a.id = t.${account}
  where ${ofWorkspace('t')}`;

const TRANSFER_RATES = `
  select t.workspace_id, t.id, t.to_rate as stored,
    divide_half_even(t.to_amount::numeric * 100000000, t.amount::numeric) * 0.00000001 as expected
  from ledger_transactions t where t.to_amount is not null and ${ofWorkspace('t')}`;

const SIGNED_AMOUNTS = `
  select t.workspace_id, t.id, t.signed_amount as stored,
    ${signedAmountOf('t.type', 't.account_id', 't.amount')} as expected
  from ledger_transactions t where ${ofWorkspace('t')}`;

const SPLIT_COUNTS = `
  select t.workspace_id, t.id, t.split_count as stored,
    (select count(*) from ledger_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id) as expected
  from ledger_transactions t where ${ofWorkspace('t')}`;

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
  from ledger_transactions t where ${ofWorkspace('t')}`;

const SPLIT_BASE_AMOUNTS = `
  select s.workspace_id, s.transaction_id || '/' || s.ordinal as id, s.base_amount as stored,
    ${splitBaseAmount('s', 't', 's.ordinal = t.split_count - 1', 'partition by s.workspace_id, s.transaction_id')} as expected,
    s.transaction_id, s.ordinal
  from ledger_splits s join ledger_transactions t on t.workspace_id = s.workspace_id and t.id = s.transaction_id
  where ${ofWorkspace('s')}`;

const SPLIT_SUMS = `
  select t.workspace_id, t.id, sum(s.amount)::bigint as stored, t.amount as expected
  from ledger_transactions t
  join ledger_splits s on s.workspace_id = t.workspace_id and s.transaction_id = t.id
  where ${ofWorkspace('t')} group by t.workspace_id, t.id`;

const SHARE_SUMS = `
  select t.workspace_id, t.id, (select sum(share) from unnest(t.share_amounts) share)::bigint as stored, t.amount as expected
  from ledger_transactions t where t.share_amounts is not null and ${ofWorkspace('t')}`;

const WEIGHTED_SHARES = `
  select t.workspace_id, t.id, t.share_amounts as stored, (
      select array_agg(case when n < shares then part else t.amount - (parts - part) end order by n)
      from (
        select n, part, sum(part) over () as parts, count(*) over () as shares
        from (
          select n, div(t.amount::numeric * weight, sum(weight) over ()) as part
          from unnest(t.share_weights) with ordinality as one (weight, n)) divided) summed)::bigint[] as expected
  from ledger_transactions t where t.share_weights is not null and ${ofWorkspace('t')}`;

const columnOf = (figure: string, figures: string, column: string) =>
  columnCheck(figure, figures, 'ledger_transactions', column);

/** Checks of the stored figures of transactions and splits, in order: a figure may depend on those before it. */
export const TRANSACTION_FIGURES: readonly FigureCheck[] = [
  columnOf('transaction.currency', currencies('account_id', 'currency'), 'currency'),
  columnOf('transfer.currency', currencies('to_account_id', 'to_currency'), 'to_currency'),
  columnOf('transfer.rate', TRANSFER_RATES, 'to_rate'),
  columnOf('transaction.signedAmount', SIGNED_AMOUNTS, 'signed_amount'),
  columnOf('transaction.splitCount', SPLIT_COUNTS, 'split_count'),
  columnOf('transaction.baseRate', BASE_RATES, 'base_rate'),
  columnOf('transaction.baseAmount', BASE_AMOUNTS, 'base_amount'),
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
    // The correct value cannot be computed, so an administrator must decide.
    repair: `select 1 where $1::uuid is null`,
  },
  columnOf('transaction.weightedShares', WEIGHTED_SHARES, 'share_amounts'),
  { figure: 'transaction.shareSum', figures: SHARE_SUMS, repair: `select 1 where $1::uuid is null` },
];
