export const ofx = (inside: string) =>
  `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>${inside}</STMTRS></OFX>`;
export const CAMT_ENTRY =
  '<Ntry><Amt Ccy="MXN">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-10-02</Dt></BookgDt></Ntry>';
export const camt = (inside: string) =>
  `<?xml version="1.0"?><Document xmlns="x"><BkToCstmrStmt><Stmt>${inside}</Stmt></BkToCstmrStmt></Document>`;

export const REPEATED_MARKUP: [string, (times: number) => string][] = [
  ['tags that are never closed', (times) => `<table>${'<tr><td'.repeat(times)}`],
  ['quotes that are never closed', (times) => `<table>${'<td a="'.repeat(times)}`],
  ['attributes without end', (times) => `<table><tr><td ${'a="" '.repeat(times)}>`],
  ['tables inside tables', (times) => '<table><tr><td>'.repeat(times)],
  ['scripts that are never closed', (times) => `<table>${'<script>'.repeat(times)}`],
  ['comments that are never closed', (times) => `<table>${'<!--'.repeat(times)}`],
  ['spans over everything', (times) => `<table>${'<tr><td colspan=1000 rowspan=100000>a</td></tr>'.repeat(times / 5)}`],
  ['OFX with tags only', (times) => ofx('<STMTTRN>'.repeat(times))],
  ['elements without end', (times) => camt('<a>'.repeat(times))],
  ['closing tags without end', (times) => camt('</a>'.repeat(times))],
  ['ampersands', (times) => camt(CAMT_ENTRY.replace('5.00', '&#'.repeat(times)))],
  ['QIF with splits only', (times) => `!Type:Bank\n${'Sa\n'.repeat(2 * times)}`],
];
