export const ofx = (inside: string) =>
  `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>${inside}</STMTRS></OFX>`;
export const CAMT_ENTRY =
  '<Ntry><Amt Ccy="MXN">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-10-02</Dt></BookgDt></Ntry>';
export const camt = (inside: string) =>
  `<?xml version="1.0"?><Document xmlns="x"><BkToCstmrStmt><Stmt>${inside}</Stmt></BkToCstmrStmt></Document>`;

export const REPEATED_MARKUP: [string, (times: number) => string][] = [
  ['unclosed tags', (times) => `<table>${'<tr><td'.repeat(times)}`],
  ['unclosed quotes', (times) => `<table>${'<td a="'.repeat(times)}`],
  ['attributes of one unclosed tag', (times) => `<table><tr><td ${'a="" '.repeat(times)}>`],
  ['nested tables', (times) => '<table><tr><td>'.repeat(times)],
  ['unclosed scripts', (times) => `<table>${'<script>'.repeat(times)}`],
  ['unclosed comments', (times) => `<table>${'<!--'.repeat(times)}`],
  [
    'cells that span the whole table',
    (times) => `<table>${'<tr><td colspan=1000 rowspan=100000>a</td></tr>'.repeat(times / 5)}`,
  ],
  ['opening tags in OFX', (times) => ofx('<STMTTRN>'.repeat(times))],
  ['unclosed elements', (times) => camt('<a>'.repeat(times))],
  ['closing tags without an opening tag', (times) => camt('</a>'.repeat(times))],
  ['ampersands', (times) => camt(CAMT_ENTRY.replace('5.00', '&#'.repeat(times)))],
  ['QIF splits', (times) => `!Type:Bank\n${'Sa\n'.repeat(2 * times)}`],
];
