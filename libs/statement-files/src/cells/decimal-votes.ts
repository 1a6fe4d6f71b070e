import type { DecimalSeparator } from './parse-amount.js';

/** Detects the decimal separator of each column, because columns of a file may have different ones. */
export class ColumnDecimals {
  private readonly votes = new Map<number, DecimalVotes>();

  see(column: number, figure: string): void {
    const votes = this.votes.get(column) ?? noVotes();
    this.votes.set(column, votes);
    countVote(votes, figure);
  }

  certain(columns: Iterable<number> = this.votes.keys()): DecimalSeparator | null {
    return certainDecimal(this.sum(columns));
  }

  /** Returns the more likely separator, and the number of figures that prove neither separator. */
  likely(): { readonly decimal: DecimalSeparator; readonly undecided: number } {
    const { likely } = this.sum(this.votes.keys());
    return { decimal: likely[','] > likely['.'] ? ',' : '.', undecided: likely['.'] + likely[','] };
  }

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

interface DecimalVotes {
  certain: Record<DecimalSeparator, number>;
  likely: Record<DecimalSeparator, number>;
}

function noVotes(): DecimalVotes {
  return { certain: { '.': 0, ',': 0 }, likely: { '.': 0, ',': 0 } };
}

/**
 * Counts the evidence of a figure about the separator. `1.234,56`, `12,5` and `1.234.567` prove that the comma separates
 * decimals. In `1.234`, the point probably separates thousands.
 */
function countVote(votes: DecimalVotes, figure: string): void {
  const point = figure.lastIndexOf('.');
  const comma = figure.lastIndexOf(',');
  if (point < 0 && comma < 0) return;
  const last: DecimalSeparator = point > comma ? '.' : ',';
  const opposite: DecimalSeparator = last === '.' ? ',' : '.';
  const at = Math.max(point, comma);
  const grouping = figure.indexOf(last) !== at;
  if (grouping) {
    if (figure.indexOf(opposite) < 0) votes.certain[opposite] += 1;
    return;
  }
  const before = figure.slice(0, at);
  const groupedOtherwise = /[^\d]/.test(before);
  const couldGroup = figure.length - at - 1 === 3 && /^[1-9]\d{0,2}$/.test(before);
  if (!groupedOtherwise && couldGroup) votes.likely[opposite] += 1;
  else votes.certain[last] += 1;
}

function certainDecimal(votes: DecimalVotes): DecimalSeparator | null {
  const { '.': point, ',': comma } = votes.certain;
  if (point === 0 && comma === 0) return null;
  return comma > point ? ',' : '.';
}
