const DAY_MS = 86_400_000;

/** How long a person may let an app in, in days; null until they take it back. Source: contract section 18. */
export const DURATIONS = { until: null, '30d': 30, '1d': 1 } as const;

export type Duration = keyof typeof DURATIONS;

/** When a grant ends by itself; null where it does not, undefined for a word that is no duration. */
export function endOf(duration: string, now: Date): Date | null | undefined {
  if (!Object.hasOwn(DURATIONS, duration)) return undefined;
  const days = DURATIONS[duration as Duration];
  return days === null ? null : new Date(now.getTime() + days * DAY_MS);
}
