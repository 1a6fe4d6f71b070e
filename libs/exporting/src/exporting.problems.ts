import { problem } from '@app/kernel/pure';

export const ExportsBusy = problem(
  'EXPORTS_BUSY',
  503,
  'Too many exports are being downloaded, in total or of this workspace (two at most). Try again after the seconds in Retry-After.',
  () => ({ detail: 'Other exports are being read at the moment.', headers: { 'Retry-After': '10' } }),
);
