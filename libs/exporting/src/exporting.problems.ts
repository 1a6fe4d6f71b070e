import { problem } from '@app/kernel';

export const ExportsBusy = problem(
  'EXPORTS_BUSY',
  503,
  'As many exports are being read as the service writes at once, two of them of one workspace at most. Try again after the seconds in Retry-After.',
  () => ({ detail: 'Other exports are being read at the moment.', headers: { 'Retry-After': '10' } }),
);
