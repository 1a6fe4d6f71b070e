import { foldText } from '../text/fold-text.js';
import { findHeaders } from './section-tables.js';
import { figuresOfLine } from './figures.js';
import { pdfDate } from './pdf-dates.js';
import { textOf, type PdfLine } from './pdf-page.js';

/** Titles and texts of the digital tax invoice (CFDI) for the fees, which banks append to the statement. */
const TAX_INVOICE =
  /\b(?:comprobante fiscal digital|representacion impresa de un (?:cfdi|comprobante)|(?:sello|cadena original) (?:digital|del (?:sat|cfdi|complemento)))\b/;
const MAX_LINES_ABOVE = 4;

/**
 * Removes tax invoices that a statement contains after its tables: from their title, or from the top of its page, to
 * the next header of a table.
 */
export function withoutOtherDocuments(lines: readonly PdfLine[]): readonly PdfLine[] {
  if (!lines.some(isTaxInvoice)) return lines;
  const headers = findHeaders(lines);
  const [first = Infinity] = headers.at.keys();
  const removed = new Set<PdfLine>();
  for (let at = 0; at < lines.length; at += 1) {
    if (at < first || !isTaxInvoice(lines[at]!)) continue;
    let end = at;
    while (end < lines.length && !headers.at.has(end)) end += 1;
    const isTop = lines[at]!.line <= MAX_LINES_ABOVE;
    // A page header that mentions the invoice is above a table.
    const isPageHeader = isTop && lines[end]?.page === lines[at]!.page;
    const start = isTop ? at - lines[at]!.line + 1 : at;
    const document = lines.slice(start, end);
    if (!isPageHeader && !document.some(isRowLike)) for (const line of document) removed.add(line);
    at = end - 1;
  }
  return lines.filter((line) => !removed.has(line));
}

/** True for a line that begins with a date and has an amount. */
function isRowLike({ words, size }: PdfLine): boolean {
  const context = { period: null, year: null };
  const isDated = [1, 2].some((count) => pdfDate(textOf(words.slice(0, count)), context) !== null);
  return isDated && figuresOfLine(words, size).figures.length > 0;
}

function isTaxInvoice({ words }: PdfLine): boolean {
  return words.length < 40 && TAX_INVOICE.test(foldText(textOf(words)));
}
