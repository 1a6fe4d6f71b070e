import { notFound, problem, whenConstraintFails } from '@app/kernel/pure';
import type { Plan } from '@app/workspace';

export const MAX_FILES_PER_TRANSACTION = 10;
/** Maximum number of transactions per file. Limited because each response lists them. */
export const MAX_TRANSACTIONS_PER_FILE = 500;

export const FileNotFound = notFound('FILE_NOT_FOUND', 'file');

export const FileInTrash = problem(
  'FILE_IN_TRASH',
  409,
  'A file in the trash cannot be renamed. Restore it first.',
  () => 'The file is in the trash.',
);

export const FileNotInTrash = problem(
  'FILE_NOT_IN_TRASH',
  409,
  'Only a file in the trash can be restored or permanently deleted.',
  () => 'The file is not in the trash.',
);

export const FileLimitReached = problem(
  'FILE_LIMIT_REACHED',
  409,
  'A transaction can have at most 10 files that are not in the trash, and a file can belong to at most 500 transactions. Unlink a file first.',
  (detail: string = `A transaction would have more than ${MAX_FILES_PER_TRANSACTION} files.`) => detail,
  [`A transaction would have more than ${MAX_FILES_PER_TRANSACTION} files.`],
);

export const FileQuotaExceeded = problem(
  'FILE_QUOTA_EXCEEDED',
  409,
  'The files of the workspace, including those in the trash, would exceed the quota of its plan. Permanently delete some files.',
  (plan: Plan, quota: number, used: number, asked: number) =>
    `The ${plan} plan allows ${quota} bytes of files. ${used} are used, and this file would add ${asked}.`,
  ['free', 104_857_600, 104_800_000, 350_000],
);

export const FilesBusy = problem(
  'FILES_BUSY',
  503,
  'Too many files are being uploaded, in total or to this workspace. Retry after the number of seconds in `Retry-After`.',
  () => ({ detail: 'Too many files are being uploaded. Try again later.', headers: { 'Retry-After': '10' } }),
);

export const RangeNotSatisfiable = problem(
  'RANGE_NOT_SATISFIABLE',
  416,
  'The requested range begins after the end of the file. `Content-Range` contains the size of the file.',
  (size: number) => ({
    detail: `The file has ${size} bytes.`,
    headers: { 'Content-Range': `bytes */${size}` },
  }),
  [348_160],
);

whenConstraintFails('ledger_transactions_file_count', FileLimitReached);
