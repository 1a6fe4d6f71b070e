import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { formatAmount } from '@app/kernel/pure';
import { readStatement } from './statement.js';

interface Layout {
  readonly currency: string;
  readonly encoding?: string;
  readonly type?: 'credit_card';
  readonly lines: readonly string[];
  /** Rows of the statement. Defaults to `ROWS`: a purchase, a salary and a rent payment. */
  readonly rows?: readonly string[];
  readonly warnings?: readonly string[];
}

const ROWS = ['2026-01-13 -85.20 Taberna', '2026-01-16 1500.00 Fabrica', '2026-01-30 -400.00 Casero'];
const EXPENSES = ['2026-01-13 -85.20 Taberna', '2026-01-30 -400.00 Casero'];

const LAYOUTS: Readonly<Record<string, Layout>> = {
  'Romanian months, debits and credits': {
    currency: 'RON',
    encoding: 'windows-1250',
    lines: [
      'Data,Detalii tranzacţie,Debit,Credit',
      '13 ianuarie 2026,Taberna,"85,20",',
      '16 ianuarie 2026,Fabrica,,"1.500,00"',
      '30 ianuarie 2026,Casero,"400,00",',
    ],
    // The byte for `ţ` in windows-1250 is the Icelandic `þ` in windows-1252.
    warnings: ['ENCODING_UNSURE'],
  },
  'Turkish headings and a time after a dash': {
    currency: 'TRY',
    lines: [
      'Tarih/Saat;İşlem Tutarı;Bakiye;Açıklama',
      '13/01/2026-10:15:00;-85,20 TL;914,80 TL;Taberna',
      '16/01/2026-11:15:00;1.500,00 TL;2.414,80 TL;Fabrica',
      '30/01/2026-12:15:00;-400,00 TL;2.014,80 TL;Casero',
    ],
  },
  'Greek letters for debit and credit': {
    currency: 'EUR',
    lines: [
      'Ημ/νία;Αιτιολογία;Ποσό;Πρόσημο ποσού',
      '13/1/2026;Taberna;85,20;Χ',
      '16/1/2026;Fabrica;1.500,00;Π',
      '30/1/2026;Casero;400,00;Χ',
    ],
  },
  'Estonian balance and turnover lines': {
    currency: 'EUR',
    lines: [
      'Kuupäev;Selgitus;Summa;Deebet/Kreedit',
      '01.01.2026;Algsaldo;1000,00;K',
      '13.01.2026;Taberna;85,20;D',
      '16.01.2026;Fabrica;1500,00;K',
      '30.01.2026;Casero;400,00;D',
      '31.01.2026;Käive;485,20;D',
      '31.01.2026;lõppsaldo;2014,80;K',
    ],
  },
  'only debits under a heading for debits and credits': {
    currency: 'EUR',
    lines: ['Kuupäev;Selgitus;Summa;Deebet/Kreedit (D/C)', '13.01.2026;Taberna;85,20;D', '30.01.2026;Casero;400,00;D'],
    rows: EXPENSES,
  },
  'Croatian debits and credits': {
    currency: 'EUR',
    encoding: 'windows-1250',
    lines: [
      'Datum;Opis;Isplata;Uplata',
      '13.01.2026.;Taberna;85,20;',
      '16.01.2026.;Fabrica;;1.500,00',
      '30.01.2026.;Casero;400,00;',
    ],
  },
  'Czech amounts in the account currency': {
    currency: 'CZK',
    lines: [
      '"Datum provedení";"Částka v měně účtu";"Původní částka úhrady";"Název protistrany"',
      '"13/01/2026";"-85,20";"-3,40";"Taberna"',
      '"16/01/2026";"1500,00";"1500,00";"Fabrica"',
      '"30/01/2026";"-400,00";"-400,00";"Casero"',
    ],
  },
  'Japanese headings': {
    currency: 'JPY',
    lines: [
      '"日付","摘要","支払い金額","預かり金額"',
      '"2026/1/13","Taberna","85",""',
      '"2026/1/16","Fabrica","","1,500"',
      '"2026/1/30","Casero","400",""',
    ],
    rows: ['2026-01-13 -85.00 Taberna', '2026-01-16 1500.00 Fabrica', '2026-01-30 -400.00 Casero'],
  },
  'Chinese debits and credits under one heading': {
    currency: 'CNY',
    lines: [
      '交易时间,交易对方,收/支,金额',
      '2026-01-13 10:00:00,Taberna,支出,85.20',
      '2026-01-16 10:00:00,Fabrica,收入,1500.00',
      '2026-01-30 10:00:00,Casero,支出,400.00',
    ],
  },
  'pounds in windows-1252': {
    currency: 'GBP',
    encoding: 'windows-1252',
    lines: [
      '"Date","Transaction type","Description","Paid out","Paid in"',
      '"13 Jan 2026","Visa purchase","Taberna","£85.20",""',
      '"16 Jan 2026","Bank credit","Fabrica","","£1500.00"',
      '"30 Jan 2026","Payment","Casero","£400.00",""',
    ],
  },
  'country codes before a dollar sign': {
    currency: 'AUD',
    lines: [
      'Date,Details,Amount',
      '13/01/2026,Taberna,-A$85.20',
      '16/01/2026,Fabrica,A$1500.00',
      '30/01/2026,Casero,-A$400.00',
    ],
  },
  'funds out and in': {
    currency: 'CAD',
    lines: [
      'Date, Transaction Details, Funds Out, Funds In',
      '01/13/2026, Taberna, 85.20, ',
      '01/16/2026, Fabrica, , 1500.00',
      '01/30/2026, Casero, 400.00, ',
    ],
  },
  'types of transactions next to signed amounts': {
    currency: 'EUR',
    lines: [
      'Buchungstag;Vorgang;Buchungstext;Umsatz in EUR',
      '13.01.2026;Lastschrift / Belastung;Taberna;-85,20',
      '16.01.2026;Übertrag / Überweisung;Fabrica;1.500,00',
      '30.01.2026;Lastschrift / Belastung;Casero;-400,00',
      '30.01.2026;Lastschrift / Belastung;Casero;-400,00',
      '30.01.2026;Lastschrift / Belastung;Casero;-400,00',
    ],
    rows: [...ROWS, '2026-01-30 -400.00 Casero', '2026-01-30 -400.00 Casero'],
  },
  'a State column with US states': {
    currency: 'USD',
    lines: [
      'Date,Description,City,State,Amount',
      '2026-01-13,Taberna,Portland,OR,-85.20',
      '2026-01-16,Fabrica,Boise,ID,1500.00',
      '2026-01-30,Casero,Portland,OR,-400.00',
    ],
  },
  'numeric dates without a year across New Year': {
    currency: 'MXN',
    lines: [
      'Periodo: 13/12/2025 - 12/01/2026',
      'Fecha,Descripción,Cargos,Abonos',
      '13/12,Taberna,85.20,',
      '30/12,Casero,400.00,',
      '05/01,Fabrica,,1500.00',
    ],
    rows: ['2025-12-13 -85.20 Taberna', '2025-12-30 -400.00 Casero', '2026-01-05 1500.00 Fabrica'],
  },
  'unsigned expenses with a type in each row': {
    currency: 'USD',
    lines: [
      'date,name,amount,type',
      '2026-01-13,Taberna,85.20,regular',
      '2026-01-16,Fabrica,-1500.00,income',
      '2026-01-17,Fabrica,-12.00,income',
      '2026-01-30,Casero,400.00,regular',
    ],
    rows: [
      '2026-01-13 85.20 Taberna',
      '2026-01-16 -1500.00 Fabrica',
      '2026-01-17 -12.00 Fabrica',
      '2026-01-30 400.00 Casero',
    ],
    warnings: ['SIGN_UNLIKELY'],
  },
  'a single purchase on a card, without a minus sign': {
    currency: 'MXN',
    type: 'credit_card',
    lines: ['Fecha,Descripción,Importe', '13/01/2026,Taberna,85.20'],
    rows: ['2026-01-13 85.20 Taberna'],
    warnings: ['SIGN_UNLIKELY'],
  },
  'cargos with a plus and abonos with a minus, and vice versa': {
    currency: 'MXN',
    lines: [
      'Fecha,Descripción,Monto,Tipo',
      '13/01/2026,Taberna,-85.20,Abono',
      '14/01/2026,Casero,-400.00,Cargo',
      '15/01/2026,Fabrica,1500.00,Cargo',
      '16/01/2026,Fabrica,1500.00,Abono',
    ],
    rows: [
      '2026-01-13 -85.20 Taberna',
      '2026-01-14 -400.00 Casero',
      '2026-01-15 1500.00 Fabrica',
      '2026-01-16 1500.00 Fabrica',
    ],
    warnings: ['SIGN_UNLIKELY'],
  },
  'paragraphs of labeled lines': {
    currency: 'GBP',
    encoding: 'windows-1252',
    lines: [
      'From: 01/01/2026 to 31/01/2026',
      '',
      'Account: XXXX 1234',
      ...['13/01/2026|TABERNA|-85.20|914.80', '16/01/2026|FABRICA|1500.00|2414.80'].flatMap((row) => {
        const [day, text, amount, balance] = row.split('|');
        return [
          '',
          `Date:\u00a0${day}`,
          `Description:\u00a0${text}`,
          `Amount:\u00a0${amount}`,
          `Balance:\u00a0${balance}`,
        ];
      }),
    ],
    rows: ['2026-01-13 -85.20 TABERNA', '2026-01-16 1500.00 FABRICA'],
  },
  'debit or credit marks in parentheses after the amounts': {
    currency: 'INR',
    lines: [
      'Date,Remarks,Amount(INR),Balance(INR)',
      '13/01/2026,Taberna,85.20 (Dr),914.80 (Cr)',
      '16/01/2026,Fabrica,1500.00 (Cr),2414.80 (Cr)',
      '30/01/2026,Casero,400.00 (Dr),2014.80 (Cr)',
    ],
  },
  'dates in Chinese characters': {
    currency: 'CNY',
    lines: [
      '日期,摘要,金额',
      '2026年1月13日,Taberna,-85.20',
      '2026年1月16日,Fabrica,1500.00',
      '2026年1月30日,Casero,-400.00',
    ],
  },
  'only charges, without a header': {
    currency: 'USD',
    lines: ['01/13/2026,Taberna,85.20,DR', '01/30/2026,Casero,400.00,DR'],
    rows: EXPENSES,
    warnings: [],
  },
  'a date that spans two rows of a page': {
    currency: 'EUR',
    lines: [
      '<table><tr><th>Date</th><th>Description</th><th>Amount</th></tr><tr><td rowspan=2>13/01/2026</td><td>Taberna</td>' +
        '<td>-85.20</td></tr><tr><td>Fabrica</td><td>1500.00</td></tr></table>',
    ],
    rows: ['2026-01-13 -85.20 Taberna', '2026-01-13 1500.00 Fabrica'],
  },
  'a last QIF transaction without `^`': {
    currency: 'USD',
    lines: ['!Type:Bank', 'D01/13/2026', 'T-85.20', 'PTaberna', '^', 'D01/16/2026', 'T1500.00', 'PFabrica', ''],
    rows: ['2026-01-13 -85.20 Taberna', '2026-01-16 1500.00 Fabrica'],
    warnings: ['LINES_SKIPPED'],
  },
  'pending next to booked transactions in OFX': {
    currency: 'USD',
    lines: [
      'OFXHEADER:100',
      '<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>9</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260113' +
        '<TRNAMT>-85.20<FITID>1<NAME>Taberna</STMTTRN></BANKTRANLIST><BANKTRANLISTP><STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20260130' +
        '<TRNAMT>-400.00<NAME>Casero</STMTTRNP></BANKTRANLISTP></STMTRS></OFX>',
    ],
    rows: ['2026-01-13 -85.20 Taberna'],
    warnings: ['ROWS_NOT_BOOKED'],
  },
};

function read({ currency, encoding = 'utf-8', type, lines }: Layout) {
  const accountKind = type === 'credit_card' ? 'liability' : 'asset';
  const bytes = iconv.encode(`${lines.join('\n')}`, encoding);
  const { rows, warnings } = readStatement(bytes, {
    accountCurrency: currency,
    accountKind,
    accountType: type ?? 'checking',
  });
  return {
    rows: rows.map(({ date, type: side, amountMinor, description, errors }) =>
      [
        date,
        `${side === 'expense' ? '-' : ''}${formatAmount(amountMinor ?? 0n)}`,
        description,
        ...errors.map(({ detail }) => detail),
      ].join(' '),
    ),
    warnings: warnings.map(({ code }) => code),
  };
}

const DESCRIPTIONS: Readonly<
  Record<string, { readonly lines: readonly string[]; readonly descriptions: readonly string[] }>
> = {
  'a name takes precedence over a type of transaction': {
    lines: ['Date,Transaction,Name,Amount', '2026-01-13,DEBIT,Taberna,-85.20', '2026-01-16,CREDIT,Fabrica,1500.00'],
    descriptions: ['Taberna', 'Fabrica'],
  },
  'the counterparty goes to the notes if there is a purpose': {
    lines: [
      'Buchung;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Betrag',
      '13.01.2026;Taberna;Lastschrift;Menú del día;-85,20',
      '16.01.2026;Fabrica;Gutschrift;Nómina enero;1500,00',
    ],
    descriptions: ['Menú del día / Taberna', 'Nómina enero / Fabrica'],
  },
  'a repeating column is not the description without a header': {
    lines: [
      '2026-01-13,-85.20,Taberna,Restaurantes y bares',
      '2026-01-16,-15.20,Café Sol,Restaurantes y bares',
      '2026-01-17,-25.20,Mesón Luna,Restaurantes y bares',
    ],
    descriptions: ['Taberna', 'Café Sol', 'Mesón Luna'],
  },
};

/** Encodings that are not supported, each with a text that looks plausible in a supported encoding. */
const STRANGE: readonly (readonly [encoding: string, text: string])[] = [
  ['windows-1254', 'Alışveriş Şişli'],
  ['windows-1257', 'Atlyginimas už mėnesį'],
  ['windows-1253', 'Αγορά σούπερ μάρκετ, ενοίκιο Αθήνα'],
  ['iso-8859-5', 'Покупка продуктов и аренда квартиры'],
  ['iso-8859-2', 'Płatność kartą, zakupy spożywcze'],
  ['cp852', 'Kártyás vásárlás Győr'],
];

describe('unsupported encodings', () => {
  it.each(STRANGE)('raises ENCODING_UNSURE for the unsupported encoding %s', (encoding, text) => {
    const file = iconv.encode(`Data,Text,Suma\n2026-01-13,${text},-85.20\n2026-01-16,${text},-1.50`, encoding);
    const { warnings } = readStatement(file, { accountCurrency: 'EUR', accountKind: 'asset' });
    expect(warnings.map(({ code }) => code)).toContain('ENCODING_UNSURE');
  });

  it.each(['L’Oréal – forêt d’été', 'Mañana º café', 'Þjónusta í Reykjavík'])(
    'decodes windows-1252 without a warning: %s',
    (text) => {
      const file = iconv.encode(`Data,Text,Suma\n2026-01-13,${text},-85.20\n2026-01-16,${text},-1.50`, 'windows-1252');
      const { rows, warnings } = readStatement(file, { accountCurrency: 'EUR', accountKind: 'asset' });
      expect(warnings).toEqual([]);
      expect(rows[0]?.description).toBe(text);
    },
  );
});

describe('description detection', () => {
  it.each(Object.keys(DESCRIPTIONS))('finds the description column: %s', (name) => {
    const { lines, descriptions } = DESCRIPTIONS[name]!;
    const { rows } = readStatement(Buffer.from(lines.join('\n')), { accountCurrency: 'EUR', accountKind: 'asset' });
    const words = rows.map(({ description, notes }) =>
      [description, notes].filter((each) => each !== null).join(' / '),
    );
    expect(words).toEqual(descriptions);
  });
});

describe('statements from many countries', () => {
  it.each(Object.keys(LAYOUTS))('reads %s without errors', (name) => {
    const layout = LAYOUTS[name]!;
    expect(read(layout)).toEqual({ rows: layout.rows ?? ROWS, warnings: layout.warnings ?? [] });
  });
});
