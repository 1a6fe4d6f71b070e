import { isRate, isRealDay, dayOf, parseRate } from '@app/kernel/pure';
import type { DatedRate } from '../rates/dated-rate.js';
import { FeedFailed } from './rate-feed.js';

/** The series of the Banco de México with the price of a currency in pesos. The dollar's is the FIX. */
export const BANXICO_SERIES: Readonly<Record<string, string>> = {
  SF43718: 'USD',
  SF46410: 'EUR',
  SF46407: 'GBP',
  SF46406: 'JPY',
  SF60632: 'CAD',
};

/** The bank's mark for a day without a figure. */
const NO_FIGURE = 'N/E';
const THOUSANDS = /^\d{1,3}(,\d{3})+(\.\d+)?$/;

/**
 * The rates in an answer of the Banco de México. The series come in any order; digits are read from the text, never through
 * a float.
 * @throws FeedFailed for another answer, a missing series, or an invalid date or figure.
 */
export function banxicoRates(json: string): DatedRate[] {
  const series = member(member(parsed(json), 'bmx'), 'series');
  if (!Array.isArray(series)) throw new FeedFailed('banxico', 'the answer has no series');
  const seen = new Set<string>();
  const rates = series.flatMap((one: unknown) => {
    const id = String(member(one, 'idSerie'));
    const quote = Object.hasOwn(BANXICO_SERIES, id) ? BANXICO_SERIES[id]! : null;
    if (quote === null || seen.has(id))
      throw new FeedFailed('banxico', `the answer has an unexpected series ${shown(id)}`);
    seen.add(id);
    // A series without a figure in the whole range comes without the list.
    const figures = member(one, 'datos') ?? [];
    if (!Array.isArray(figures)) throw new FeedFailed('banxico', `the series ${id} has no list of figures`);
    return figures.flatMap((figure: unknown) => banxicoRate(quote, figure));
  });
  const missing = Object.keys(BANXICO_SERIES).filter((id) => !seen.has(id));
  if (missing.length > 0) throw new FeedFailed('banxico', `the answer lacks the series ${missing.join(', ')}`);
  return rates;
}

/**
 * Why the Banco de México refused a request: its own message, and the seconds until it will answer again if it names
 * them.
 */
export function banxicoRefusal(status: number, json: string): FeedFailed {
  let error: unknown;
  try {
    error = member(parsed(json), 'error');
  } catch {
    error = undefined;
  }
  const messages = [member(error, 'mensaje'), member(error, 'detalle')].filter((said) => typeof said === 'string');
  const seconds = /^"?(\d{1,9})"?$/.exec(shown(member(error, 'secondsToReset')))?.[1];
  const again = seconds === undefined ? '' : `; it will answer again in ${seconds} s`;
  const said = messages.length > 0 ? `: ${messages.map(shown).join(' ')}` : '';
  return new FeedFailed('banxico', `it answered ${status}${said}${again}`);
}

function banxicoRate(quote: string, figure: unknown): DatedRate[] {
  const day = mexicanDate(member(figure, 'fecha'));
  const written = member(figure, 'dato');
  if (written === NO_FIGURE) return [];
  const plain = typeof written === 'string' && THOUSANDS.test(written) ? written.replaceAll(',', '') : written;
  if (!isRate(plain)) throw new FeedFailed('banxico', `the answer has ${shown(written)} for a rate`);
  return [{ day, quote, base: 'MXN', rate: parseRate(plain) }];
}

/** `02/03/2026` is 2 March. */
function mexicanDate(written: unknown): string {
  const [, date, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(String(written)) ?? [];
  if (year === undefined || !isRealDay(Number(year), Number(month), Number(date))) {
    throw new FeedFailed('banxico', `the answer has ${shown(written)} for a date`);
  }
  return dayOf(Number(year), Number(month), Number(date));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new FeedFailed('banxico', 'the answer is not JSON');
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** Untrusted text, shortened and on one line. */
function shown(value: unknown): string {
  return JSON.stringify(value ?? null).slice(0, 120);
}
