import { readHeading } from '../tables/header-words.js';
import type { SourceRecord } from '../records/source-table.js';
import { LIMITS } from '../limits/limits.js';

const LABELLED = /^\s*(\p{L}[\p{L} .]{1,30}?)\s*:\s*(\S.*)?$/u;
const SAMPLE = 40;
const MIN_SHARE = 0.6;

/**
 * Parses paragraphs of lines with labels, such as `Date: 13/01/2026`. Each date starts a transaction. Returns null if
 * the text has no such paragraphs or exceeds a limit.
 */
export function labelledRecords(text: string): SourceRecord[] | null {
  if (!isLabelled(text.slice(0, SAMPLE * 200))) return null;
  const labels: string[] = [];
  const movements: { line: number; cells: string[] }[] = [];
  let headerLine = 0;
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.length > LIMITS.lineLength) return null;
    const [, label, value = ''] = LABELLED.exec(line) ?? [];
    if (label === undefined) continue;
    if (isDay(label) && value !== '') {
      headerLine ||= at + 1;
      movements.push({ line: at + 1, cells: [] });
    }
    const movement = movements.at(-1);
    if (movement === undefined) continue;
    if (!labels.includes(label)) labels.push(label);
    if (labels.length > LIMITS.columns || movements.length > LIMITS.rows) return null;
    movement.cells[labels.indexOf(label)] ??= value.trim();
  }
  if (!labels.some(isAmount)) return null;
  const rows = movements.map(({ line, cells }) => ({ line, cells: labels.map((_, column) => cells[column] ?? '') }));
  return [{ line: headerLine, cells: labels }, ...rows];
}

function isLabelled(text: string): boolean {
  const filled = text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE);
  const labels = filled.flatMap((line) => LABELLED.exec(line)?.[1] ?? []);
  return labels.length >= Math.max(3, filled.length * MIN_SHARE) && labels.some(isDay) && labels.some(isAmount);
}

function isDay(label: string): boolean {
  return readHeading(label)[0]?.role === 'date' && readHeading(label)[0]!.rank >= 2;
}

function isAmount(label: string): boolean {
  return readHeading(label).some(({ role }) => role === 'amount' || role === 'debit' || role === 'credit');
}
