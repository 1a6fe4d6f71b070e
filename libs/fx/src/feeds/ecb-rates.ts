import { isCurrency, isDay, isRate, parseRate } from '@app/kernel/pure';
import { MarkupScanner } from '@app/statement-files';
import type { DatedRate } from '../rates/dated-rate.js';
import { FeedFailed } from './rate-feed.js';

/** Currency whose value in other currencies the bank publishes. */
const QUOTE = 'EUR';

/**
 * Path of the element of a day, which contains the elements of its currencies. The elements on all three levels have
 * the name `Cube`.
 */
const DAY = 'Envelope/Cube/Cube';
const CURRENCY = `${DAY}/Cube`;
/** Maximum depth of nested elements. A valid document has four levels. */
const MAX_DEPTH = 20;

/**
 * Parses the published rates: `USD 1.0850` is the value of one euro in dollars (decision 0016). Skips currencies that
 * the service does not know. The scanner rejects document types, so the document cannot define or load entities.
 * @throws FeedFailed if the document is malformed or incomplete, or a day or rate is invalid
 */
export function ecbRates(xml: string): DatedRate[] {
  const rates: DatedRate[] = [];
  let day = '';
  for (const { path, attribute } of elementsOf(xml)) {
    if (path === DAY) day = ecbDay(attribute('time'));
    if (path === CURRENCY) rates.push(...ecbRate(day, attribute('currency'), attribute('rate')));
  }
  if (rates.length === 0) throw new FeedFailed('ecb', 'the response has no rates in it');
  return rates;
}

interface Element {
  readonly path: string;
  readonly attribute: (name: string) => string | null;
}

/** @throws FeedFailed if the document is not well-formed */
function* elementsOf(xml: string): Generator<Element> {
  const scanner = new MarkupScanner(xml, 'xml');
  const open: string[] = [];
  let isRootClosed = false;
  for (let token = nextToken(scanner); token !== null; token = nextToken(scanner)) {
    if (token === 'text') {
      if (open.length === 0 && scanner.text.trim() !== '') throw notWellFormed();
    } else if (token === 'open') {
      if (isRootClosed || open.length === MAX_DEPTH) throw notWellFormed();
      open.push(scanner.name);
      yield { path: open.join('/'), attribute: (name) => scanner.attribute(name) };
      if (scanner.isEmpty) open.pop();
    } else if (open.pop() !== scanner.name) throw notWellFormed();
    isRootClosed ||= token !== 'text' && open.length === 0;
  }
  if (!isRootClosed || open.length > 0 || !xml.trimEnd().endsWith('>')) throw notWellFormed();
}

function nextToken(scanner: MarkupScanner) {
  try {
    return scanner.next();
  } catch {
    throw notWellFormed();
  }
}

function notWellFormed(): FeedFailed {
  return new FeedFailed('ecb', 'the response is not well-formed XML');
}

function ecbDay(day: string | null): string {
  if (!isDay(day)) throw new FeedFailed('ecb', `the response has "${shortened(day)}" for a date`);
  return day;
}

function ecbRate(day: string, currency: string | null, rate: string | null): DatedRate[] {
  if (!/^[A-Z]{3}$/.test(currency ?? '')) {
    throw new FeedFailed('ecb', `the response has "${shortened(currency)}" for a currency`);
  }
  if (!isRate(rate)) throw new FeedFailed('ecb', `the response has "${shortened(rate)}" for a rate`);
  return isCurrency(currency) && currency !== QUOTE
    ? [{ day, quote: QUOTE, base: currency, rate: parseRate(rate) }]
    : [];
}

function shortened(value: string | null): string {
  return (value ?? '').slice(0, 40);
}
