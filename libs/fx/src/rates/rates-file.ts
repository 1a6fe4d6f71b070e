import { CsvError, parse } from 'csv-parse/sync';
import { isCurrency, isDay, isRate, parseRate } from '@app/kernel';
import type { DatedRate } from './dated-rate.js';

/** A line of a rates file that cannot be taken, counted from 1, and why. */
export interface RejectedLine {
  readonly line: number;
  readonly reason: string;
}

const COLUMNS = ['date', 'quote', 'base', 'rate'];
const OPTIONS = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  info: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
} as const;

/** What a file says: the rates of its good lines, how many these are, and the others. */
interface RatesFile {
  readonly rates: DatedRate[];
  readonly accepted: number;
  readonly rejected: RejectedLine[];
}

/**
 * The rates in a CSV file with the columns `date,quote,base,rate`, and every line that is none.
 *
 * A pair's day that is given twice counts with its last line. Source: contract section 13, `rates import`.
 */
export function readRatesFile(text: string): RatesFile {
  const none = (rejected: RejectedLine) => ({ rates: [], accepted: 0, rejected: [rejected] });
  let records: { record: string[]; info: { lines: number } }[];
  try {
    // Files that were put together have line ends of several kinds.
    records = parse(text.replaceAll(/\r\n?/g, '\n'), OPTIONS) as unknown as typeof records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return none({ line: Number(error['lines']), reason: 'a quoted field is never closed' });
  }
  const [header, ...lines] = records;
  if (header === undefined || header.record.map((name) => name.trim().toLowerCase()).join() !== COLUMNS.join()) {
    return none({ line: 1, reason: `the header must be ${COLUMNS.join()}` });
  }
  const rates = new Map<string, DatedRate>();
  const rejected: RejectedLine[] = [];
  for (const { record, info } of lines) {
    const [day = '', quote = '', base = '', rate = ''] = record.map((cell) => cell.trim());
    const reason =
      record.length === COLUMNS.length ? reasonAgainst(day, quote, base, rate) : 'it must have four fields';
    if (reason !== null) rejected.push({ line: info.lines, reason });
    else rates.set(`${day} ${quote} ${base}`, { day, quote, base, rate: parseRate(rate) });
  }
  return { rates: [...rates.values()], accepted: lines.length - rejected.length, rejected };
}

function reasonAgainst(day: string, quote: string, base: string, rate: string): string | null {
  if (!isDay(day)) return `"${day}" is no date (YYYY-MM-DD)`;
  if (!isCurrency(quote)) return `"${quote}" is no currency code`;
  if (!isCurrency(base)) return `"${base}" is no currency code`;
  if (quote === base) return 'a currency has no rate with itself';
  if (!isRate(rate)) return `"${rate}" is no positive rate with at most eight decimals`;
  return null;
}
