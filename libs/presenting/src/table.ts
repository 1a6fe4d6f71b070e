import { csvLine, textCell, UTF8_MARK } from '@app/kernel/pure';

/** A column of a table. `text` is true if users or apps may have written its content. */
export interface Column<Row> {
  readonly heading: string;
  readonly text?: boolean;
  readonly cell: (row: Row) => string | number | null;
}

export interface Table {
  readonly headings: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

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

/** Formats CSV (RFC 4180) in UTF-8, with the byte order mark that spreadsheets need. */
export function csvOf({ headings, lines }: Table): string {
  return UTF8_MARK + csvLine(headings) + lines.map(csvLine).join('');
}
