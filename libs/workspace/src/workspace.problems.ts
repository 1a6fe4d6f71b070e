import { problem } from '@app/kernel';

export const BaseRateRequired = problem(
  'BASE_RATE_REQUIRED',
  422,
  'Something has to be converted into the new base currency and no rate is known. Nothing was changed.',
  (from: string, to: string) => `There is no rate to convert ${from} into ${to}.`,
  ['USD', 'MXN'],
);
