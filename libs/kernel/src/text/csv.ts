/** Byte order mark. It makes spreadsheets read the file as UTF-8. */
export const UTF8_MARK = '\uFEFF';

/** Start of a formula, also with full-width signs. Matches at the start of a cell and after a possible separator. */
const FORMULA_SIGN = /(^|[,;|\t\r\n])(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * Formats text as a quoted cell. Puts an apostrophe before each possible formula, so that it stays text even in
 * spreadsheets that split cells at other characters than commas.
 * @example textCell('=1+1;-2') // `"'=1+1;'-2"`
 */
export function textCell(text: string): string {
  const plain = text.replaceAll(FORMULA_SIGN, "$1'").replaceAll('"', '""');
  return /^[\t\r]/.test(plain) ? `"'${plain}"` : `"${plain}"`;
}

/** Removes the apostrophes that `textCell` has put before formulas. */
export function textOfCell(cell: string): string {
  return cell.replace(/^'(?=[\t\r])/, '').replaceAll(/(^|[,;|\t\r\n])'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g, '$1');
}

/** Formats a CSV line (RFC 4180). Cells with text must come from `textCell`; dates and amounts need no quotes. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join()}\r\n`;
}
