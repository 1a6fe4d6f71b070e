import { isRate, isRealDay, dayOf, parseRate } from '@app/kernel/pure';
import type { DatedRate } from '../rates/dated-rate.js';
import { FeedFailed } from './rate-feed.js';

/**
 * Currency of each series of the Banco de México. A series contains the price of the currency in pesos. SF43718 is the
 * FIX rate.
 */
export const BANXICO_SERIES: Readonly<Record<string, string>> = {
  SF43718: 'USD',
  SF46410: 'EUR',
  SF46407: 'GBP',
  SF46406: 'JPY',
  SF60632: 'CAD',
};

const NO_FIGURE = 'N/E';
const THOUSANDS = /^\d{1,3}(,\d{3})+(\.\d+)?$/;

/**
 * Parses the bank's response. Parses the digits as text, so that no rate loses precision as a float.
 * @throws FeedFailed if a series is missing, or a date or rate is invalid
 */
export function banxicoRates(json: string): DatedRate[] {
  const series = member(member(parsed(json), 'bmx'), 'series');
  if (!Array.isArray(series)) throw new FeedFailed('banxico', 'the response has no series');
  const seen = new Set<string>();
  const rates = series.flatMap((entry: unknown) => {
    const id = String(member(entry, 'idSerie'));
    const quote = Object.hasOwn(BANXICO_SERIES, id) ? BANXICO_SERIES[id]! : null;
    if (quote === null || seen.has(id))
      throw new FeedFailed('banxico', `the response has an unexpected series ${shown(id)}`);
    seen.add(id);
    // The bank omits this list if the series has no rate in the requested range.
    const figures = member(entry, 'datos') ?? [];
    if (!Array.isArray(figures)) throw new FeedFailed('banxico', `the series ${id} has no list of figures`);
    return figures.flatMap((figure: unknown) => banxicoRate(quote, figure));
  });
  const missing = Object.keys(BANXICO_SERIES).filter((id) => !seen.has(id));
  if (missing.length > 0) throw new FeedFailed('banxico', `the response lacks the series ${missing.join(', ')}`);
  return rates;
}

/**
 * Returns an error with the bank's message and the number of seconds until the bank accepts requests again, if it
 * states one.
 */
export function banxicoRefusal(status: number, json: string): FeedFailed {
  let error: unknown;
  try {
    error = member(parsed(json), 'error');
  } catch {
    error = undefined;
  }
  const messages = [member(error, 'mensaje'), member(error, 'detalle')].filter(
    (message) => typeof message === 'string',
  );
  const seconds = /^"?(\d{1,9})"?$/.exec(shown(member(error, 'secondsToReset')))?.[1];
  const again = seconds === undefined ? '' : `; it accepts requests again in ${seconds} s`;
  const text = messages.length > 0 ? `: ${messages.map(shown).join(' ')}` : '';
  return new FeedFailed('banxico', `it responded with ${status}${text}${again}`);
}

function banxicoRate(quote: string, figure: unknown): DatedRate[] {
  const day = mexicanDate(member(figure, 'fecha'));
  const value = member(figure, 'dato');
  if (value === NO_FIGURE) return [];
  const plain = typeof value === 'string' && THOUSANDS.test(value) ? value.replaceAll(',', '') : value;
  if (!isRate(plain)) throw new FeedFailed('banxico', `the response has ${shown(value)} for a rate`);
  return [{ day, quote, base: 'MXN', rate: parseRate(plain) }];
}

/** Converts a date such as `02/03/2026` (March 2) to ISO format. */
function mexicanDate(value: unknown): string {
  const [, date, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(String(value)) ?? [];
  if (year === undefined || !isRealDay(Number(year), Number(month), Number(date))) {
    throw new FeedFailed('banxico', `the response has ${shown(value)} for a date`);
  }
  return dayOf(Number(year), Number(month), Number(date));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new FeedFailed('banxico', 'the response is not JSON');
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function shown(value: unknown): string {
  return JSON.stringify(value ?? null).slice(0, 120);
}
