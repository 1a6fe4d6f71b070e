import type { FigureCheck } from '@app/ledger';
import { SUMS } from './debt-figures.query.js';
import { DEBT_TYPES } from './settlement.js';

const DEBT_KEY = ['workspace_id', 'contact_id', 'currency', 'date', 'transaction_id', 'ordinal'];
const TOTAL_KEY = ['workspace_id', 'contact_id', 'currency'];

const OF_WORKSPACE = (row: string) => `($1::uuid is null or ${row}.workspace_id = $1)`;
const each = (write: (kind: string) => string) => DEBT_TYPES.map(write).join(', ');
/** SQL that joins the four sums into one string, to compare and to display them. */
const sumsText = (row: string) => `concat_ws('/', ${each((kind) => `coalesce(${row}.${kind}, 0)`)})`;

const DEBTS = `
  select ${DEBT_KEY.join(', ')}, transaction_id || '/' || ordinal as id,
    existing.type || ' ' || existing.amount as stored, due.type || ' ' || due.amount as expected, due.type, due.amount
  from (select * from contacts_debts d where ${OF_WORKSPACE('d')}) existing
  full join (select * from ledger_live_debts($1)) due using (${DEBT_KEY.join(', ')})`;

const TOTALS = `
  select ${TOTAL_KEY.join(', ')}, concat_ws('/', contact_id, currency) as id,
    ${sumsText('existing')} as stored, ${sumsText('due')} as expected, ${each((kind) => `coalesce(due.${kind}, 0) as ${kind}`)}
  from (select * from contacts_debt_totals t where ${OF_WORKSPACE('t')}) existing
  full join (
    select ${TOTAL_KEY.join(', ')}, ${SUMS} from contacts_debts d where ${OF_WORKSPACE('d')} group by ${TOTAL_KEY.join(', ')}
  ) due using (${TOTAL_KEY.join(', ')})`;

/** Checks debts before totals, because totals derive from debts (decision 0006). */
export const DEBT_CHECKS: readonly FigureCheck[] = [
  {
    figure: 'debt.entry',
    figures: DEBTS,
    repair: repairOf('contacts_debts', DEBTS, DEBT_KEY, ['type', 'amount']),
    lockedTables: ['contacts_debts', 'contacts_debt_totals'],
  },
  {
    figure: 'debt.total',
    figures: TOTALS,
    repair: repairOf('contacts_debt_totals', TOTALS, TOTAL_KEY, DEBT_TYPES),
  },
];

/** Returns the SQL that deletes unexpected rows and inserts or corrects the expected ones. */
function repairOf(table: string, figures: string, key: readonly string[], columns: readonly string[]): string {
  const names = [...key, ...columns].join(', ');
  return `
    with wrong as materialized (
      select * from (${figures}) f where f.stored is distinct from f.expected
    ), deleted as (
      delete from ${table} target using wrong
      where wrong.expected is null and ${key.map((column) => `target.${column} = wrong.${column}`).join(' and ')}
    )
    insert into ${table} (${names}) select ${names} from wrong where expected is not null
    on conflict (${key.join(', ')}) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`;
}
