import { dayNumber, mexicanDay, type Day } from '@app/kernel/pure';

export interface ZonedTime {
  /** Hours in UTC since midnight of the day in the text, rounded down. May be negative or above 23. */
  readonly hour: number;
  readonly isMidnight: boolean;
}

const ZONES: Readonly<Record<string, number>> = {
  ...{ z: 0, utc: 0, gmt: 0, bst: 1, cet: 1, cest: 2, msk: 3, ist: 5.5, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, brt: -3 },
};
const OFFSET = /^(?:utc|gmt)?([+-]?)(\d{1,2})(?::?(\d{2})|(\.\d+))?(?::[a-z]*)?$/;

/**
 * Parses a time with a zone such as `z`, `-06:00`, `utc+1`, `cst` or, in OFX, `-6:cst`. Returns null if the zone is
 * unknown.
 */
export function zonedTime(hour: string, minute: string, second: string, zone: string): ZonedTime | null {
  const name = zone.toLowerCase();
  const [, sign, hours, minutes = 0, fraction = 0] = OFFSET.exec(name) ?? [];
  const ahead =
    hours === undefined
      ? ZONES[name]
      : (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60 + Number(fraction));
  if (ahead === undefined) return null;
  const clock = Number(hour) + Number(minute) / 60;
  return { hour: Math.floor(clock - ahead), isMidnight: clock === 0 && !/[1-9]/.test(second) };
}

/** Returns the day in Mexico City. Ignores minutes, because Mexican UTC offsets are whole hours. */
export function dayInMexico(day: Day, { hour }: ZonedTime): Day {
  return mexicanDay((dayNumber(day) * 24 + hour) * 3_600_000);
}

const STAMP =
  /^(\d{4})-?(\d{2})-?(\d{2})T?(\d{2}):?(\d{2})(?::?(\d{2}(?:\.\d+)?))?(?:\[([^\]]+)\]|(Z|[+-]\d{2}:?\d{2}))$/;

/**
 * Returns the day in Mexico City for an OFX or ISO 20022 timestamp with a zone. If the time is midnight or the zone is
 * unknown, returns the day in the text. Returns null for other text.
 */
export function dayOfStamp(text: string): Day | null {
  const stamp = STAMP.exec(text);
  if (stamp === null) return null;
  const [, year, month, date, hour, minute, second = '', offset, zone = offset] = stamp;
  const day = `${year}-${month}-${date}`;
  const time = zonedTime(hour!, minute!, second, zone!);
  return time === null || time.isMidnight ? day : dayInMexico(day, time);
}
