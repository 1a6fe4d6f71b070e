import type { DecimalSeparator } from './parse-amount.js';

/** Finds the decimal separator of columns of figures: a statement may write balances with another one than amounts. */
export class ColumnDecimals {
  private readonly votes = new Map<number, DecimalVotes>();

  see(column: number, figure: string): void {
    const votes = this.votes.get(column) ?? noVotes();
    this.votes.set(column, votes);
    countVote(votes, figure);
  }

  /** The separator of which some of the columns are certain; without columns, of all. */
  certain(columns: Iterable<number> = this.votes.keys()): DecimalSeparator | null {
    return certainDecimal(this.sum(columns));
  }

  /** The separator that the look of all figures speaks for, and how many of them could be read both ways. */
  likely(): { readonly decimal: DecimalSeparator; readonly undecided: number } {
    const { likely } = this.sum(this.votes.keys());
    return { decimal: likely[','] > likely['.'] ? ',' : '.', undecided: likely['.'] + likely[','] };
  }

  /** The separator of a column: its own if it is certain of one, or else that of all columns. */
  of(column: number): DecimalSeparator {
    return this.certain([column]) ?? this.certain() ?? this.likely().decimal;
  }

  private sum(columns: Iterable<number>): DecimalVotes {
    const sum = noVotes();
    for (const column of columns) {
      const votes = this.votes.get(column);
      if (votes === undefined) continue;
      for (const separator of ['.', ','] as const) {
        sum.certain[separator] += votes.certain[separator];
        sum.likely[separator] += votes.likely[separator];
      }
    }
    return sum;
  }
}

/** For how many cells of a column each separator is the decimal one, for certain and by the look of it. */
interface DecimalVotes {
  certain: Record<DecimalSeparator, number>;
  likely: Record<DecimalSeparator, number>;
}

function noVotes(): DecimalVotes {
  return { certain: { '.': 0, ',': 0 }, likely: { '.': 0, ',': 0 } };
}

/**
 * Counts what one figure says about the decimal separator of its column.
 *
 * `1.234,56` and `12,5` are certain of the comma, `1.234.567` too: there the point groups. `1.234` alone is only
 * likely to be grouped, because money has no third decimal.
 */
function countVote(votes: DecimalVotes, figure: string): void {
  const point = figure.lastIndexOf('.');
  const comma = figure.lastIndexOf(',');
  if (point < 0 && comma < 0) return;
  const last: DecimalSeparator = point > comma ? '.' : ',';
  const other: DecimalSeparator = last === '.' ? ',' : '.';
  const at = Math.max(point, comma);
  const grouping = figure.indexOf(last) !== at;
  if (grouping) {
    if (figure.indexOf(other) < 0) votes.certain[other] += 1;
    return;
  }
  const before = figure.slice(0, at);
  const groupedOtherwise = /[^\d]/.test(before);
  const couldGroup = figure.length - at - 1 === 3 && /^[1-9]\d{0,2}$/.test(before);
  if (!groupedOtherwise && couldGroup) votes.likely[other] += 1;
  else votes.certain[last] += 1;
}

/** The separator that the votes are certain of, or null when no cell is. */
function certainDecimal(votes: DecimalVotes): DecimalSeparator | null {
  const { '.': point, ',': comma } = votes.certain;
  if (point === 0 && comma === 0) return null;
  return comma > point ? ',' : '.';
}
