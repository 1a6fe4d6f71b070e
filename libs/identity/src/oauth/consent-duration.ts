const DAY_MS = 86_400_000;

/** Durations of a grant in days. Null means until the user revokes the grant. */
export const DURATIONS = { until: null, '30d': 30, '1d': 1 } as const;

export type Duration = keyof typeof DURATIONS;

/** Returns the end of a grant; null if it does not end, undefined if the duration is unknown. */
export function endOf(duration: string, now: Date): Date | null | undefined {
  if (!Object.hasOwn(DURATIONS, duration)) return undefined;
  const days = DURATIONS[duration as Duration];
  return days === null ? null : new Date(now.getTime() + days * DAY_MS);
}
