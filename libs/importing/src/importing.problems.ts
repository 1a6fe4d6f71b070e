import { problem } from '@app/kernel/pure';
import type { PdfSection } from '@app/statement-files';
import type { Plan } from '@app/workspace';
import type { ExceededQuota } from './draft-quota.js';

export const ImportNotFound = problem(
  'IMPORT_NOT_FOUND',
  404,
  'The workspace has no import with this ID. Drafts are deleted after 30 days.',
  (id: string) => `There is no import ${id}.`,
);

export const ImportRowNotFound = problem(
  'IMPORT_ROW_NOT_FOUND',
  404,
  'The import has no row with this index.',
  (index: string) => `The import has no row ${index}.`,
  ['17'],
);

export const ImportNotDraft = problem(
  'IMPORT_NOT_DRAFT',
  409,
  'Only a draft can be edited, deleted or committed.',
  () => 'The import is no longer a draft.',
);

export const ImportNotCommitted = problem(
  'IMPORT_NOT_COMMITTED',
  409,
  'Only a committed import can be undone.',
  () => 'The import is not committed.',
);

export const ImportHasErrors = problem(
  'IMPORT_HAS_ERRORS',
  409,
  'Some rows have errors. Correct or exclude them, or commit with `skipErrors` to skip them.',
  (count: number) => `${count} ${count === 1 ? 'row has' : 'rows have'} errors.`,
  [3],
);

export const ImportUnreadable = problem(
  'IMPORT_UNREADABLE',
  422,
  'The file is not a readable statement. `detail` describes the error and its position.',
  (what: string, where: string | null) => `The file cannot be read: ${what}${where === null ? '' : ` (${where})`}.`,
  ['it has a header and nothing else', 'line 1'],
);

export const ImportPasswordRequired = problem(
  'IMPORT_PASSWORD_REQUIRED',
  422,
  'The file is encrypted, and `password` is missing or wrong. The password is used once and never stored.',
  () => 'The file needs a password. Send the right one in `password`.',
);

export const ImportSectionRequired = problem(
  'IMPORT_SECTION_REQUIRED',
  422,
  'The file has several accounts, and `section` is missing or unknown. Choose the ID of one in `sections`.',
  (sections: readonly PdfSection[]) => ({
    detail: `The file has ${sections.length} ${sections.length === 1 ? 'account' : 'accounts'}. Send the ID of one in \`section\`.`,
    members: { sections },
  }),
  [
    [
      { id: '4821', label: 'Cuenta de nómina •4821', accountTail: '4821', currency: 'MXN' },
      { id: '9034', label: 'Cuenta en dólares •9034', accountTail: '9034', currency: 'USD' },
    ],
  ],
);

export const ImportUnproven = problem(
  'IMPORT_UNPROVEN',
  409,
  'The rows do not match the totals or balances on the statement. `proof.failing` of the import lists the lines that disagree. Correct the rows, or commit with `acceptUnproven`.',
  (count: number) =>
    `${count} ${count === 1 ? 'line of the statement disagrees' : 'lines of the statement disagree'} with the rows.`,
  [2],
);

export const DraftQuotaExceeded = problem(
  'DRAFT_QUOTA_EXCEEDED',
  409,
  'The drafts of the workspace would exceed a quota of its plan, or the workspace would have too many imports. Commit or delete some drafts. `detail` states the quota, its limit and the current usage.',
  (plan: Plan, { quota, allowed, used, asked }: ExceededQuota) =>
    `The ${plan} plan allows ${allowed} ${quota === 'drafts' || quota === 'imports' ? quota : `${quota} in drafts`}. ${used} are used, and this request would add ${asked}.`,
  ['free', { quota: 'rows', allowed: 1_000_000, used: 950_000, asked: 100_000 }],
);

export const ImportsBusy = problem(
  'IMPORTS_BUSY',
  503,
  'Too many statement files are waiting to be read, in total or for this workspace. Retry after the number of seconds in `Retry-After`.',
  () => ({ detail: 'Too many statement files are being imported. Retry later.', headers: { 'Retry-After': '10' } }),
);
