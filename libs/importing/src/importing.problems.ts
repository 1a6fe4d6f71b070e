import { problem } from '@app/kernel/pure';
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

export const DraftQuotaExceeded = problem(
  'DRAFT_QUOTA_EXCEEDED',
  409,
  'The drafts of the workspace would exceed a quota of its plan. Commit or delete some drafts. `detail` names the quota, its limit and the current usage.',
  (plan: Plan, { quota, allowed, used, asked }: ExceededQuota) =>
    `The ${plan} plan allows ${allowed} ${quota === 'drafts' ? quota : `${quota} in drafts`}. ${used} are used, and this request would add ${asked}.`,
  ['free', { quota: 'rows', allowed: 1_000_000, used: 950_000, asked: 100_000 }],
);

export const ImportsBusy = problem(
  'IMPORTS_BUSY',
  503,
  'Too many statement files are waiting to be read, in total or for this workspace. Retry after the number of seconds in `Retry-After`.',
  () => ({ detail: 'Too many statement files are being imported. Retry later.', headers: { 'Retry-After': '10' } }),
);
