import { csvLine, textCell, UTF8_MARK } from '@app/kernel/pure';

/** A column: its heading, and whether its cells are text that people or apps entered. */
export interface Column<Row> {
  readonly heading: string;
  readonly text?: boolean;
  readonly cell: (row: Row) => string | number | null;
}

export interface Table {
  readonly headings: readonly string[];
  /** Cells as they are written, made harmless for spreadsheets already. */
  readonly lines: readonly (readonly string[])[];
}

/** Rows as a table. An absent value is an empty cell. */
export function tableOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Table {
  return {
    headings: columns.map(({ heading }) => heading),
    lines: rows.map((row) =>
      columns.map(({ text, cell }) => {
        const value = String(cell(row) ?? '');
        return text ? textCell(value) : value;
      }),
    ),
  };
}

/** A table as CSV (RFC 4180) in UTF-8, with the mark by which spreadsheets know it. */
export function csvOf({ headings, lines }: Table): string {
  return UTF8_MARK + csvLine(headings) + lines.map(csvLine).join('');
}
