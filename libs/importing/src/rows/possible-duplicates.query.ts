import type { Statement } from '@app/kernel';
import type { ImportKey } from './import-key.js';

const NEAR = [0, 1, -1, 2, -2, 3, -3];

function nearPass(days: number, pass: number): string {
  const paired = Array.from({ length: pass }, (_, at) => `union all select index, id from near_${at}`).join(' ');
  const numbered = (some: string, key: string) => `(
    select ${key}, date, signed, row_number() over (partition by signed, date order by ${key}) as n from ${some}
    where ${key} not in (select ${key} from (select null::int as index, null::uuid as id where false ${paired}) paired)) ${some}`;
  return `near_${pass} as materialized (
    select open.index, free.id from ${numbered('open', 'index')} join ${numbered('free', 'id')}
      on free.signed = open.signed and free.n = open.n and free.date = open.date + ${days}
  ), `;
}

/**
 * Pairs each row with a transaction of the same amount, at most 3 days apart, that no import created. Each row and each
 * transaction has at most one partner.
 */
export const POSSIBLE = `
  free as materialized (
    select id, date, signed from known where not trashed and not imported and id not in (select id from found)
  ), open as materialized (
    select index, date, signed from entered
    where not excluded and index not in (select index from found)
      and index not in (select index from repeated where not is_shared) and signed in (select signed from free)
  ), ${NEAR.map(nearPass).join('')}possible as (
    ${NEAR.map((_, pass) => `select index, id from near_${pass}`).join(' union all ')}
  ), `;

/**
 * Selects if an edit may affect rows with other descriptions: possible duplicates, and rows of an account with PDF
 * imports.
 */
export function touchesPossibleDuplicates(
  { workspaceId, importId }: ImportKey,
  accountId: string,
  { dates, amounts }: { readonly dates: readonly (string | null)[]; readonly amounts: readonly (string | null)[] },
): Statement {
  return {
    name: 'importing.touches-possible-duplicates',
    text: `
      select exists (
        select from importing_rows r
        where r.workspace_id = $1 and r.import_id = $2 and r.possible_duplicate_of is not null and r.amount = any($5::bigint[])
      ) or exists (
        select from unnest($4::date[]) as day (date)
          cross join lateral ledger_account_entries($1, $3, day.date - 3, day.date + 3) e
        where not e.trashed and not e.imported and abs(e.signed_amount) = any($5::bigint[])
      ) or exists (
        select from importing_imports i
        where i.workspace_id = $1 and i.account_id = $3 and i.detected->>'format' = 'pdf'
      ) as touches`,
    values: [workspaceId, importId, accountId, dates, amounts],
  };
}
