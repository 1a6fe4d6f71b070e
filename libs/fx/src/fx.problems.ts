import { problem } from '@app/kernel';

export const RateNotFound = problem(
  'RATE_NOT_FOUND',
  404,
  'No rate on or before the day links the two currencies, neither directly nor the other way round nor through a third; or the workspace has set no rate of its own for the day.',
  (quote: string, base: string, day: string, sought: 'in force' | 'own' = 'in force') =>
    sought === 'own'
      ? `The workspace has no rate of its own for ${quote} in ${base} on ${day}.`
      : `There is no rate for ${quote} in ${base} on or before ${day}.`,
  ['USD', 'MXN', '2026-11-20'],
);
