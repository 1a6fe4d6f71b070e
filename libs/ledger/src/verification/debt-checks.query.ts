import type { FigureCheck } from '../figure-check.query.js';

const KINDS = ['lent', 'borrowed', 'repayment_received', 'repayment_made'] as const;
const ENTRY_KEY = ['workspace_id', 'contact_id', 'currency', 'date', 'transaction_id', 'ordinal'];
const SUBTOTAL_KEY = ['workspace_id', 'contact_id', 'currency', 'level', 'date', 'transaction_id', 'ordinal'];
const TOTAL_KEY = ['workspace_id', 'contact_id', 'currency'];

const OF_WORKSPACE = (row: string) => `($1::uuid is null or ${row}.workspace_id = $1)`;
const each = (write: (kind: string) => string) => KINDS.map(write).join(', ');
const amountOf = (kind: string) => `case type when '${kind}' then amount else 0 end`;
/** The four sums of a row as one text, so that they can be compared and told. */
const sumsText = (row: string) =>
  `case when ${row}.lent is not null then concat_ws('/', ${each((k) => `${row}.${k}`)}) end`;

/** Each live transaction and part that names a contact. */
const DUE_ENTRIES = `
  select t.workspace_id, t.contact_id, t.currency, t.date, t.id as transaction_id, -1 as ordinal, t.type, t.amount
  from ledger_transactions t where t.deleted_at is null and t.contact_id is not null and ${OF_WORKSPACE('t')}
  union all
  select s.workspace_id, s.contact_id, t.currency, t.date, t.id, s.ordinal, s.type, s.amount
  from ledger_splits s join ledger_transactions t on t.workspace_id = s.workspace_id and t.id = s.transaction_id
  where t.deleted_at is null and s.contact_id is not null and ${OF_WORKSPACE('s')}`;

const ENTRIES = `
  select ${ENTRY_KEY.join(', ')}, transaction_id || '/' || ordinal as id,
    kept.type || ' ' || kept.amount as stored, due.type || ' ' || due.amount as expected, due.type, due.amount
  from (select * from ledger_debts d where ${OF_WORKSPACE('d')}) kept
  full join (${DUE_ENTRIES}) due using (${ENTRY_KEY.join(', ')})`;

const DUE_TOTALS = `
  select ${TOTAL_KEY.join(', ')}, ${each((kind) => `sum(${amountOf(kind)}) as ${kind}`)}
  from ledger_debts d where ${OF_WORKSPACE('d')} group by ${TOTAL_KEY.join(', ')}`;

/** What stands between one entry of a rank and the one before it, by the sums from the beginning to each. */
const DUE_SUBTOTALS = `
  select ${SUBTOTAL_KEY.join(', ')}, ${each((kind) => `${kind} - lag(${kind}, 1, 0::numeric) over before as ${kind}`)}
  from (
    select ${ENTRY_KEY.join(', ')}, rank, ${each((kind) => `sum(${amountOf(kind)}) over history - ${amountOf(kind)} as ${kind}`)}
    from ledger_debts d where ${OF_WORKSPACE('d')}
    window history as (partition by ${TOTAL_KEY.join(', ')} order by date, transaction_id, ordinal rows unbounded preceding)
  ) running
  join (values (1), (2)) step (level) on running.rank >= step.level
  window before as (partition by ${TOTAL_KEY.join(', ')}, level order by date, transaction_id, ordinal)`;

/** The debts of contacts as the ledger keeps them for their histories, each kind built on the one before (decision 0020). */
export const DEBT_CHECKS: readonly FigureCheck[] = [
  {
    figure: 'debt.entry',
    figures: ENTRIES,
    repair: repairOf('ledger_debts', ENTRIES, ENTRY_KEY, ['type', 'amount']),
  },
  sumsCheck('debt.total', 'ledger_debt_totals', DUE_TOTALS, TOTAL_KEY),
  sumsCheck('debt.subtotal', 'ledger_debt_subtotals', DUE_SUBTOTALS, SUBTOTAL_KEY),
];

function sumsCheck(figure: string, table: string, due: string, key: readonly string[]): FigureCheck {
  const figures = `
    select ${key.join(', ')}, concat_ws('/', ${key.filter((column) => column !== 'workspace_id').join(', ')}) as id,
      ${sumsText('kept')} as stored, ${sumsText('due')} as expected, ${each((kind) => `due.${kind}`)}
    from (select * from ${table} s where ${OF_WORKSPACE('s')}) kept full join (${due}) due using (${key.join(', ')})`;
  return { figure, figures, repair: repairOf(table, figures, key, KINDS) };
}

/** Takes away the rows that should not be there, and writes those that should. */
function repairOf(table: string, figures: string, key: readonly string[], columns: readonly string[]): string {
  const names = [...key, ...columns].join(', ');
  return `
    with wrong as materialized (
      select * from (${figures}) f where f.stored is distinct from f.expected
    ), gone as (
      delete from ${table} kept using wrong
      where wrong.expected is null and ${key.map((column) => `kept.${column} = wrong.${column}`).join(' and ')}
    )
    insert into ${table} (${names}) select ${names} from wrong where expected is not null
    on conflict (${key.join(', ')}) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
}
