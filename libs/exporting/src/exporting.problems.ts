import { problem } from '@app/kernel/pure';

export const ExportsBusy = problem(
  'EXPORTS_BUSY',
  503,
  'Too many exports are in progress, in total or for this workspace (at most two). Retry after the number of seconds in `Retry-After`.',
  () => ({ detail: 'Too many exports are in progress. Retry later.', headers: { 'Retry-After': '10' } }),
);
