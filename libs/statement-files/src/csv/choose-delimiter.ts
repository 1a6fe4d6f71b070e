import { looksLikeMovement } from '../cells/movement-signs.js';
import { matchedRoles } from '../tables/header-words.js';
import { splitRecords } from './split-records.js';
import { DELIMITERS, type Delimiter } from '../records/delimiter.js';
import type { SourceRecord } from '../records/source-table.js';

const SAMPLE_LENGTH = 262_144;

/**
 * Returns the delimiter with the most transactions of equal width, then with the most header words in a line, then with
 * the most lines of equal width. A delimiter that the first line declares takes precedence, such as `sep=;` from Excel.
 */
export function chooseDelimiter(text: string): Delimiter {
  const declared = /^\s*"?sep=([,;|\t])"?\s*?(?:\r|\n|$)/i.exec(text.slice(0, 32));
  if (declared) return declared[1] as Delimiter;
  const sample = sampleOf(text);
  let best: Delimiter = DELIMITERS[0]!;
  let bestSigns: readonly number[] = [0, 0, 0];
  for (const delimiter of DELIMITERS) {
    if (!sample.includes(delimiter)) continue;
    const signs = signsOfTable(splitRecords(sample, delimiter, SAMPLE_LENGTH));
    if (isGreater(signs, bestSigns)) [best, bestSigns] = [delimiter, signs];
  }
  return best;
}

function sampleOf(text: string): string {
  if (text.length <= SAMPLE_LENGTH) return text;
  const end = Math.max(text.lastIndexOf('\n', SAMPLE_LENGTH), text.lastIndexOf('\r', SAMPLE_LENGTH));
  return text.slice(0, end > 0 ? end + 1 : SAMPLE_LENGTH);
}

function signsOfTable(records: readonly SourceRecord[]): readonly number[] {
  const movements = new Map<number, number>();
  const widths = new Map<number, number>();
  let headerWords = 0;
  for (const { cells } of records) {
    if (cells.length < 2) continue;
    widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    if (looksLikeMovement(cells)) movements.set(cells.length, (movements.get(cells.length) ?? 0) + 1);
    else headerWords = Math.max(headerWords, matchedRoles(cells).size);
  }
  return [Math.max(0, ...movements.values()), headerWords, Math.max(0, ...widths.values())];
}

function isGreater(signs: readonly number[], than: readonly number[]): boolean {
  const at = signs.findIndex((sign, index) => sign !== than[index]);
  return at >= 0 && signs[at]! > than[at]!;
}
