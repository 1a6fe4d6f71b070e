import type { FigureCheck } from '@app/ledger';
import { ofWorkspace } from '@app/ledger';

const COUNTS = `
  select t.workspace_id, t.id, t.file_count as stored, coalesce(due.files, 0)::smallint as expected
  from ledger_file_counts($1) t
  left join (
    select l.workspace_id, l.target_id, count(*) as files from files_links l
    join files_files f on f.workspace_id = l.workspace_id and f.id = l.file_id and f.deleted_at is null
    where l.kind = 'transaction' and ${ofWorkspace('l')} group by l.workspace_id, l.target_id) due
  on due.workspace_id = t.workspace_id and due.target_id = t.id`;

/** The hash and the size of each file, compared with its bytes. */
const CONTENTS = `
  select f.workspace_id, f.id, f.sha256 || ' ' || f.size as stored,
    (select encode(sha256(whole.bytes), 'hex') || ' ' || octet_length(whole.bytes) from (
      select string_agg(c.bytes, '' order by c.number) as bytes from files_chunks c
      where c.workspace_id = f.workspace_id and c.file_id = f.id offset 0) whole) as expected
  from files_files f where ${ofWorkspace('f')}`;

export const FILE_FIGURES: readonly FigureCheck[] = [
  {
    figure: 'transaction.fileCount',
    figures: COUNTS,
    repair: `
      select ledger_add_files(workspace_id, array_agg(id), array_agg(expected - stored))
      from (${COUNTS}) f where stored <> expected group by workspace_id`,
    lockedTables: ['files_files', 'files_links'],
  },
  // Damaged bytes cannot be repaired, only restored from a backup.
  { figure: 'file.content', figures: CONTENTS, repair: `select 1 where $1::uuid is null` },
];
