import { problem } from '@app/kernel';

export const RateNotFound = problem(
  'RATE_NOT_FOUND',
  404,
  'No rate on or before the day links the two currencies, neither directly nor the other way round nor through a third.',
  (quote: string, base: string, day: string) => `There is no rate for ${quote} in ${base} on or before ${day}.`,
  ['USD', 'MXN', '2026-11-20'],
);
