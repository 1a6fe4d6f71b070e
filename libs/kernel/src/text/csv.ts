/** The mark by which spreadsheets tell that a file is in UTF-8. */
export const UTF8_MARK = '\uFEFF';

/** Text that a spreadsheet would take for a formula, made text by an apostrophe; amounts do not come here. */
export function textCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** Cells as a line of CSV (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join()}\r\n`;
}
