import { figuresOfLine } from './figures.js';
import type { PdfColumn, PdfHeader } from './headings.js';
import { overlap, type PdfLine, type PdfWord } from './pdf-page.js';

/** Right edges of figures in columns of amounts. */
export type ColumnEdges = readonly { readonly x1: number; readonly column: PdfColumn }[];

/** Maximum distance, in points, between the ends of figures in the same right-aligned column. */
const EDGE = 1.5;

/**
 * Finds the right edges of the columns of amounts below a header, from left to right. A figure may touch two headings,
 * but its right edge belongs to only one column. Returns an empty list if the edges do not match the headings one by
 * one.
 */
export function columnEdges(lines: readonly PdfLine[], { columns }: PdfHeader): ColumnEdges {
  const money = columns.filter(isMoney);
  const clusters: { x1: number; width: number; count: number }[] = [];
  for (const line of lines) {
    for (const { x0, x1 } of figuresOfLine(line.words, line.size).figures) {
      const near = clusters.find((cluster) => Math.abs(cluster.x1 - x1) < EDGE);
      if (near) Object.assign(near, { count: near.count + 1, width: Math.max(near.width, x1 - x0) });
      else if (clusters.length < MAX_EDGES) clusters.push({ x1, width: x1 - x0, count: 1 });
    }
  }
  const edges = clusters.filter(({ count }) => count > 1).sort((a, b) => a.x1 - b.x1);
  const pairs = edges.map(({ x1, width }, at) => ({ x1, width, column: money[at]! }));
  const fits =
    edges.length === money.length &&
    pairs.every(({ x1, width, column }) => overlap({ x0: x1 - width, x1 }, column) > 0);
  return fits ? pairs : [];
}

const MAX_EDGES = 50;

export function isMoney({ role }: PdfColumn): boolean {
  return role === 'debit' || role === 'credit' || role === 'amount' || role === 'balance';
}

export function columnAt(edges: ColumnEdges, figure: PdfWord): PdfColumn | null {
  return edges.find(({ x1 }) => Math.abs(x1 - figure.x1) < EDGE)?.column ?? null;
}
