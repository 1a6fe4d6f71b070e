/** HTML elements that programs leave behind in names and memos. */
const HTML =
  'A B BIG BR CENTER CODE DIV EM FONT H1 H2 H3 HR I LI NOBR OL P SMALL SPAN STRONG SUB SUP TABLE TD TR TT U UL WBR';
const HTML_NAMES = new Set(HTML.split(' '));
const BREAKING = new Set('BR CENTER DIV H1 H2 H3 HR LI OL P TABLE TD TR UL'.split(' '));

/** Elements in or after a transaction. Source: OFX 2.2, section 11. */
const OFX_NAMES =
  /^(STMTTRNP?|TRNTYPE|DT[A-Z]+|TRNAMT|(CORRECT)?FITID|CORRECTACTION|SRVRTID|CHECKNUM|REFNUM|SIC|PAYEE(ID)?|(EXTD)?NAME|ADDR\d|CITY|STATE|POSTALCODE|COUNTRY|PHONE|(BANK|CC)ACCT(TO|FROM)|(BANK|BRANCH|BROKER|ACCT|UNIQUE|SEC)ID|ACCT(TYPE|KEY)|MEMO|IMAGE[A-Z]*|CHECKSUP|(ORIG)?CURRENCY|CURRATE|CURSYM|CURDEF|INV[A-Z0-9]*|(BANK|INV)TRANLISTP?|(CC|INV)?STMT(TRN)?RS|[A-Z]+MSGSRSV\d|OFX|[A-Z]*BAL(AMT|LIST)?|SUBACCT[A-Z]*|TRNUID|STATUS|CODE|SEVERITY|MESSAGE|MKTGINFO|CATEGORY)$/;

/**
 * True for HTML tags, and for unknown tags within a line. An unknown tag on its own line is an extension of the vendor.
 */
export function isMarkup(name: string, isInline: boolean): boolean {
  if (HTML_NAMES.has(name)) return true;
  return isInline && !name.includes('.') && !OFX_NAMES.test(name) ? true : !/^[A-Z][\w.:-]*$/.test(name);
}

export function isOwnLine(text: string): boolean {
  return /[\r\n]\s*$/.test(text);
}

/** Returns the text that replaces a tag. Keeps angle brackets that are not tags, as in `<ana@ejemplo.mx>`. */
export function gapFor(name: string, markup: string): string {
  if (!/^[A-Z][\w.:-]*$/.test(name)) return markup;
  return HTML_NAMES.has(name) && !BREAKING.has(name) ? '' : ' ';
}

/** Removes HTML tags that were written as entities or CDATA. */
export function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  return text
    .replace(/<\/?([a-z][a-z\d]*)(?:\s[^<>]{0,200})?\/?>/gi, (markup, name: string) =>
      HTML_NAMES.has(name.toUpperCase()) ? gapFor(name.toUpperCase(), markup) : markup,
    )
    .replace(/ {2,}/g, ' ')
    .trim();
}
