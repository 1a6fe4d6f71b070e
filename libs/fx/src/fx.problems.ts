import { problem } from '@app/kernel/pure';

export const RateNotFound = problem(
  'RATE_NOT_FOUND',
  404,
  'No direct, inverse or cross rate between the currencies is known on or before the day, or the workspace has no custom rate for the day.',
  (quote: string, base: string, day: string, sought: 'in force' | 'own' = 'in force') =>
    sought === 'own'
      ? `The workspace has no custom rate for ${quote} in ${base} on ${day}.`
      : `There is no rate for ${quote} in ${base} on or before ${day}.`,
  ['USD', 'MXN', '2026-11-20'],
);
