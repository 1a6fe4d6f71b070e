import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { isCurrency, isDay, isRate, parseRate } from '@app/kernel';
import type { DatedRate } from '../rates/dated-rate.js';
import { FeedFailed } from './rate-feed.js';

/** The elements of the document, all of one name: the outer one, the days in it, and the currencies of each day. */
interface Cube {
  readonly time?: string;
  readonly currency?: string;
  readonly rate?: string;
  readonly Cube?: readonly Cube[];
}

const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  removeNSPrefix: true,
  processEntities: false,
  isArray: (name) => name === 'Cube',
});

/** What one euro is worth in each currency: its parts are told apart by this one. */
const QUOTE = 'EUR';

/**
 * The rates in a document of the European Central Bank, of one day or of many. They are kept as published: `USD 1.0850` is
 * what one euro is worth in dollars (decision 0016). A currency that the service does not know is left out.
 * @throws FeedFailed when it is no such document, or not whole, or a day or a rate in it is none.
 */
export function ecbRates(xml: string): DatedRate[] {
  const [outer] = cubesIn(parsed(xml).Envelope);
  const rates = cubesIn(outer).flatMap((one) => {
    const { time } = one;
    if (!isDay(time)) throw new FeedFailed('ecb', `the answer has "${shortened(time)}" for a date`);
    return cubesIn(one).flatMap((currency) => ecbRate(time, currency));
  });
  if (rates.length === 0) throw new FeedFailed('ecb', 'the answer has no rates in it');
  return rates;
}

function parsed(xml: string): { Envelope?: Cube } {
  try {
    // The validator also finds a document that ends early, which the parser would forgive.
    if (XMLValidator.validate(xml) === true) return PARSER.parse(xml) as { Envelope?: Cube };
  } catch {
    // What the parser refuses, such as entities from elsewhere, is as good as not well-formed.
  }
  throw new FeedFailed('ecb', 'the answer is not well-formed XML');
}

/** The elements in an element; none where there is text, or an attribute of the name. */
function cubesIn(element: Cube | undefined): readonly Cube[] {
  const cubes: unknown = element?.Cube;
  return Array.isArray(cubes) ? (cubes as Cube[]) : [];
}

function ecbRate(day: string, { currency, rate }: Cube): DatedRate[] {
  if (!/^[A-Z]{3}$/.test(currency ?? '')) {
    throw new FeedFailed('ecb', `the answer has "${shortened(currency)}" for a currency`);
  }
  if (!isRate(rate)) throw new FeedFailed('ecb', `the answer has "${shortened(rate)}" for a rate`);
  return isCurrency(currency) && currency !== QUOTE
    ? [{ day, quote: QUOTE, base: currency, rate: parseRate(rate) }]
    : [];
}

function shortened(value: string | undefined): string {
  return (value ?? '').slice(0, 40);
}
