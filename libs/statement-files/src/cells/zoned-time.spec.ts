import { describe, expect, it } from '@jest/globals';
import { readStatement } from '../statement.js';

const account = { accountCurrency: 'MXN', accountKind: 'asset' } as const;
const daysOf = (file: string) => readStatement(Buffer.from(file), account).rows.map(({ date }) => date);
const csv = (heading: string, ...dates: string[]) =>
  daysOf([`${heading},Detalle,Monto`, ...dates.map((date) => `${date},Mercado,-31.40`)].join('\n'));
const ofx = (...stamps: string[]) =>
  daysOf(
    `<OFX><BANKTRANLIST>${stamps
      .map((stamp) => `<STMTTRN><DTPOSTED>${stamp}<TRNAMT>-7.10<NAME>Kiosco</STMTTRN>`)
      .join('')}</BANKTRANLIST></OFX>`,
  );
const camt = (stamp: string) =>
  daysOf(
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
      <Ntry><Amt Ccy="MXN">8.20</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><DtTm>${stamp}</DtTm></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`,
  );

describe('times with a time zone', () => {
  it.each([
    ['2026-05-09T02:15:00.000Z', '2026-05-08'],
    ['2026-05-09T05:59:59Z', '2026-05-08'],
    ['2026-05-09T06:00:00Z', '2026-05-09'],
    ['2026-05-08T23:30:00-06:00', '2026-05-08'],
    ['2026-05-09 00:40:00-0400', '2026-05-08'],
    ['2026-05-08 23:10:00 UTC-7', '2026-05-09'],
    ['09/05/2026 01:20 GMT', '2026-05-08'],
    ['09/05/2026 12:45 a. m. EDT', '2026-05-08'],
    ['08/05/2026 11:30 PM PDT', '2026-05-09'],
    ['9 May 2026 03:00:00 (UTC)', '2026-05-08'],
    // Mexico City had daylight saving time until 2022.
    ['2021-07-15T05:30:00Z', '2021-07-15'],
    ['2021-01-15T05:30:00Z', '2021-01-14'],
  ])('converts the time %s to the date in Mexico City', (date, day) => {
    expect(csv('Fecha', date)).toEqual([day]);
  });

  it('reads times without a zone as UTC if the heading names UTC', () => {
    expect(csv('Created (UTC)', '2026-05-09 02:15', '2026-05-09 19:00')).toEqual(['2026-05-08', '2026-05-09']);
    expect(csv('Created', '2026-05-09 02:15', '2026-05-09 19:00')).toEqual(['2026-05-09', '2026-05-09']);
  });

  it('reads zoned times as plain dates if every time is midnight', () => {
    expect(csv('Fecha', '2026-05-09T00:00:00Z', '2026-05-10T00:00:00Z')).toEqual(['2026-05-09', '2026-05-10']);
    expect(csv('Fecha', '2026-05-09T00:00:00Z', '2026-05-10T01:00:00Z')).toEqual(['2026-05-08', '2026-05-09']);
  });

  it('converts OFX timestamps to the date in Mexico City, except midnight', () => {
    expect(ofx('20260509033000[0:GMT]', '20260509051500.000[-3:BRT]', '20260509013000[+5.5:IST]')).toEqual([
      '2026-05-08',
      '2026-05-09',
      '2026-05-08',
    ]);
    expect(ofx('20260509000000[0:GMT]', '20260509000000.000[-4:EDT]', '20260509033000')).toEqual(
      Array(3).fill('2026-05-09'),
    );
  });

  it('converts CAMT.053 timestamps to the date in Mexico City, except midnight', () => {
    expect(camt('2026-05-09T04:00:00Z')).toEqual(['2026-05-08']);
    expect(camt('2026-05-09T00:00:00+02:00')).toEqual(['2026-05-09']);
    expect(camt('2026-05-09T04:00:00')).toEqual(['2026-05-09']);
  });
});

describe('date column selection', () => {
  it.each([
    ['TRANSACTION_APPROVAL_DATE', 'DATE'],
    ['MONEY_RELEASE_DATE', 'Date'],
    ['Fecha de autorización', 'Fecha'],
    ['Fecha de aprobación de la operación', 'Fecha y hora'],
    ['Posting Date', 'Date'],
    ['Freigabedatum', 'Datum'],
    ['Available on', 'Fecha (dd/mm/aaaa)'],
    ['Authorization Date', 'Transaction Date'],
  ])('prefers the unqualified heading to the date column %s', (qualified, plain) => {
    const row = { [qualified]: '2026-03-05', [plain]: '2026-03-08' };
    for (const order of [
      [qualified, plain],
      [plain, qualified],
    ]) {
      const cells = order.map((heading) => row[heading]);
      expect(daysOf(`${order.join(',')},Detalle,Monto\n${cells.join(',')},Mercado,-31.40\n`)).toEqual(['2026-03-08']);
    }
  });
});
