/** The mark by which spreadsheets tell that a file is in UTF-8. */
export const UTF8_MARK = '\uFEFF';

/** What begins a formula, in the wide forms of East Asian keyboards too, at the start or behind what may separate cells. */
const FORMULA_SIGN = /(^|[,;|\t\r\n])(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * A cell of text, in quotes whatever it holds. What a spreadsheet would take for a formula is made text by an apostrophe, also
 * where one that separates cells by something else than commas would see a cell begin.
 * @example textCell('=1+1;-2') // `"'=1+1;'-2"`
 */
export function textCell(text: string): string {
  const plain = text.replaceAll(FORMULA_SIGN, "$1'").replaceAll('"', '""');
  return /^[\t\r]/.test(plain) ? `"'${plain}"` : `"${plain}"`;
}

/** The text of which `textCell` made a cell, as a reader of CSV gives it: without the apostrophes before formulas. */
export function textOfCell(cell: string): string {
  return cell.replace(/^'(?=[\t\r])/, '').replaceAll(/(^|[,;|\t\r\n])'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g, '$1');
}

/** Cells as a line of CSV (RFC 4180): those of text by `textCell`; the others, such as dates and amounts, need no quotes. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join()}\r\n`;
}
