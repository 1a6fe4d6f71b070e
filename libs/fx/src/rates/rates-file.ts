import { isCurrency, isDay, isRate, parseRate } from '@app/kernel/pure';
import { splitRecords } from '@app/statement-files';
import type { DatedRate } from './dated-rate.js';

export interface RejectedLine {
  /** Line in the file, counted from 1. */
  readonly line: number;
  readonly reason: string;
}

const COLUMNS = ['date', 'quote', 'base', 'rate'];
/** Maximum length of a line. The parser rejects a longer line without parsing it. */
const MAX_LINE_LENGTH = 1_000;

interface RatesFile {
  readonly rates: DatedRate[];
  readonly accepted: number;
  readonly rejected: RejectedLine[];
}

/**
 * Parses CSV with the columns `date,quote,base,rate`. If several lines have the same day and pair, the last one wins.
 */
export function readRatesFile(text: string): RatesFile {
  const records = text
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n/)
    .map((line, index) => ({ line: index + 1, cells: cellsOf(line) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [header, ...lines] = records;
  if (header?.cells.join().toLowerCase() !== COLUMNS.join()) {
    return { rates: [], accepted: 0, rejected: [{ line: 1, reason: `the header must be ${COLUMNS.join()}` }] };
  }
  const rates = new Map<string, DatedRate>();
  const rejected: RejectedLine[] = [];
  for (const { line, cells } of lines) {
    const [day = '', quote = '', base = '', rate = ''] = cells;
    const reason = cells.length === COLUMNS.length ? reasonAgainst(day, quote, base, rate) : 'it must have four fields';
    if (reason !== null) rejected.push({ line, reason });
    else rates.set(`${day} ${quote} ${base}`, { day, quote, base, rate: parseRate(rate) });
  }
  return { rates: [...rates.values()], accepted: lines.length - rejected.length, rejected };
}

/** Parses each line separately, so that an unclosed quote affects only one line. */
function cellsOf(line: string): string[] {
  if (line.length > MAX_LINE_LENGTH) return [line];
  return splitRecords(line, ',').flatMap(({ cells }) => cells.map((cell) => cell.trim()));
}

function reasonAgainst(day: string, quote: string, base: string, rate: string): string | null {
  if (!isDay(day)) return `"${day}" is not a date (YYYY-MM-DD)`;
  if (!isCurrency(quote)) return `"${quote}" is not a currency code`;
  if (!isCurrency(base)) return `"${base}" is not a currency code`;
  if (quote === base) return 'a currency has no rate with itself';
  if (!isRate(rate)) return `"${rate}" is not a positive rate with at most eight decimals`;
  return null;
}
