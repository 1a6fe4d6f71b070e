import { problem } from '@app/kernel/pure';

export const BaseRateRequired = problem(
  'BASE_RATE_REQUIRED',
  422,
  'An amount has to be converted into the new base currency, but no rate is known. Nothing was changed.',
  (from: string, to: string) => `There is no rate to convert ${from} into ${to}.`,
  ['USD', 'MXN'],
);
