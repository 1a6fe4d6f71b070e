import { describe, expect, it } from '@jest/globals';
import { formatAmount } from '@app/kernel/pure';
import type { Mapping } from '../records/mapping.js';
import { readStatement, type StatementRow } from '../statement.js';

const read = (file: string, mapping: Partial<Mapping> = {}, accountCurrency = 'MXN') =>
  readStatement(Buffer.from(file), { accountCurrency, accountKind: 'asset', mapping });
const movement = (fields: string) => `<STMTTRN>\n<TRNTYPE>DEBIT\n<DTPOSTED>20260311\n${fields}\n</STMTTRN>\n`;
const statement = (movements: string, balance = '') =>
  `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>MXN<BANKTRANLIST>\n${movements}</BANKTRANLIST>${balance}</STMTRS></OFX>`;

describe('tags in OFX fields', () => {
  const wordsOf = (fields: string) => {
    const [row] = read(statement(movement(`<TRNAMT>-20.00\n<FITID>9\n${fields}`))).rows;
    return [row!.description, row!.notes, row!.externalId];
  };

  it.each([
    ['<MEMO>Taquería<BR/>Mesa 4', 'Taquería Mesa 4'],
    ['<MEMO>Taquería<br>Mesa 4</br> patio', 'Taquería Mesa 4 patio'],
    ['<MEMO><b>Taq</b>uería<i> Mesa 4</i>', 'Taquería Mesa 4'],
    ['<MEMO>Pago <SPEI> folio 81', 'Pago folio 81'],
    ['<MEMO>Pago <CLAVE>81</CLAVE> final</MEMO>', 'Pago 81 final'],
    ['<MEMO>Taquería\n<p>Mesa 4</p></MEMO>', 'Taquería Mesa 4'],
    ['<MEMO><![CDATA[Taquería<br/>Mesa <b>4</b>]]></MEMO>', 'Taquería Mesa 4'],
    ['<MEMO>Taquería &lt;br/&gt; Mesa &amp; patio', 'Taquería Mesa & patio'],
    ['<MEMO>Pago a <ana@ejemplo.mx> hoy', 'Pago a <ana@ejemplo.mx> hoy'],
    ['<MEMO>Taquería <5 mesas', 'Taquería <5 mesas'],
    ['<MEMO>Saldo<Cargo en línea', 'Saldo<Cargo en línea'],
  ])('removes only HTML and unknown tags from %j', (fields, text) => {
    expect(wordsOf(fields)).toEqual([text, null, '9']);
    const [{ raw }] = read(statement(movement(`<TRNAMT>-20.00\n${fields}`))).rows as [StatementRow];
    expect(raw.map((cell) => cell.replace(/\s+/g, ' '))).toContain(text);
  });

  it('ignores vendor extensions on a separate line or with a dot in the name', () => {
    expect(wordsOf('<NAME>Taquería\n<RUBRO>Comida\n<MEMO>Mesa 4')).toEqual(['Taquería', 'Mesa 4', '9']);
    expect(wordsOf('<NAME>Taquería<BANCO.RUBRO>Comida<MEMO>Mesa 4')).toEqual(['Taquería', 'Mesa 4', '9']);
    expect(wordsOf('<NAME></NAME><MEMO>Mesa<BR>4</MEMO><RUBRO>Comida</RUBRO>')).toEqual(['Mesa 4', null, '9']);
  });
});

describe('OFX amounts with one separator and three digits', () => {
  const amountsOf = (texts: readonly string[], balance = '', mapping = {}, currency = 'MXN') => {
    const movements = texts.map((text) => movement(`<TRNAMT>${text}\n<NAME>Renta`)).join('');
    const file = statement(movements, balance && `<LEDGERBAL><BALAMT>${balance}<DTASOF>20260311</LEDGERBAL>`);
    const { rows, warnings } = read(file.replace('<CURDEF>MXN', `<CURDEF>${currency}`), mapping, currency);
    return [
      ...rows.map(({ amountMinor, type, errors: [error] }) => {
        if (error) return error.code;
        return formatAmount(type === 'expense' ? -amountMinor! : amountMinor!);
      }),
      ...warnings.map(({ code }) => code),
    ];
  };

  it('raises SCALE_UNLIKELY if no other figure decides the separator', () => {
    expect(amountsOf(['-2,000', '31,000'])).toEqual(['AMOUNT_INVALID', 'AMOUNT_INVALID', 'SCALE_UNLIKELY']);
    expect(amountsOf(['-2,345'])).toEqual(['AMOUNT_INVALID', 'SCALE_UNLIKELY']);
    expect(amountsOf(['-2.000', '31.500'])).toEqual(['-2.00', '31.50', 'SCALE_UNLIKELY']);
  });

  it.each([
    ['29000.00', ['-2000.00', '31000.00']],
    ['29.00', ['-2.00', '31.00']],
  ])('chooses the separator with which the transactions add up to the balance %s', (balance, amounts) => {
    expect(amountsOf(['-2,000', '31,000'], balance)).toEqual(amounts);
    expect(amountsOf(['-2.000', '31.000'], balance)).toEqual(amounts);
  });

  it('reads an ambiguous OFX amount with the separator of the other amounts or of the balance', () => {
    expect(amountsOf(['-2,000', '-7.25'])).toEqual(['-2000.00', '-7.25']);
    expect(amountsOf(['-2.000', '-7,25'])).toEqual(['-2000.00', '-7.25']);
    expect(amountsOf(['-2,000', '-7,25'])).toEqual(['-2.00', '-7.25']);
    expect(amountsOf(['-2,000'], '18500.40')).toEqual(['-2000.00']);
    expect(amountsOf(['-2,000'], '18,500')).toEqual(['AMOUNT_INVALID', 'SCALE_UNLIKELY']);
  });

  it('uses the decimal separator from the caller', () => {
    expect(amountsOf(['-2,000', '3.000'], '', { decimalSeparator: '.' })).toEqual(['-2000.00', '3.00']);
    expect(amountsOf(['-2,000', '3.000'], '', { decimalSeparator: ',' })).toEqual(['-2.00', '3000.00']);
  });

  it('reads an ambiguous separator as thousands in a currency without cents', () => {
    expect(amountsOf(['-2.000', '31.000'], '', {}, 'CLP')).toEqual(['-2000.00', '31000.00']);
  });

  it('reads the balance with the decimal separator of the transactions', () => {
    const file = (balance: string) =>
      statement(movement('<TRNAMT>-7.25'), `<LEDGERBAL><BALAMT>${balance}<DTASOF>20260311</LEDGERBAL>`);
    expect(read(file('18,500')).closingBalance?.amount).toBe('18500.00');
    expect(read(file('1.234.567')).closingBalance?.amount).toBe('1234567.00');
  });
});

describe('OFX files without the outer elements', () => {
  const MOVEMENT = movement('<TRNAMT>-20.00\n<NAME>Kiosco');
  const LIST = `<BANKTRANLIST>\n${MOVEMENT}</BANKTRANLIST>`;

  it.each([
    ['only a transaction list', LIST],
    ['a transaction list after the header', `OFXHEADER:100\nDATA:OFXSGML\nCHARSET:1252\n\n${LIST}`],
    ['a transaction list after an XML declaration', `<?xml version="1.0" encoding="UTF-8"?>\n${LIST}`],
    ['a statement', `<STMTRS>${LIST}</STMTRS>`],
    ['bank messages', `<BANKMSGSRSV1><STMTTRNRS><STMTRS>${LIST}</STMTRS></STMTTRNRS></BANKMSGSRSV1>`],
  ])('reads an OFX file that consists of %s', (_, file) => {
    expect(read(file)).toMatchObject({
      detected: { format: 'ofx' },
      rows: [{ amountMinor: 2000n, description: 'Kiosco' }],
    });
  });

  it('rejects an OFX transaction list that is not closed', () => {
    expect(() => read(LIST.replace('</BANKTRANLIST>', ''))).toThrow('cut off');
  });
});
