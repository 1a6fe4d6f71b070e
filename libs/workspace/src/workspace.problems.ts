import { problem } from '@app/kernel/pure';

export const BaseRateRequired = problem(
  'BASE_RATE_REQUIRED',
  422,
  'An amount cannot be converted into the new base currency because a rate is missing. Nothing was changed. Set the rate and retry.',
  (from: string, to: string) => `There is no rate to convert ${from} into ${to}. Set one and retry.`,
  ['USD', 'MXN'],
);
