import { describe, expect, it } from '@jest/globals';
import { chooseDelimiter } from './choose-delimiter.js';
import { parseDelimiter } from '../records/delimiter.js';

describe('delimiter detection', () => {
  it.each([',', ';', '\t', '|'] as const)('detects the delimiter %j', (delimiter) => {
    const rows = [
      ['Fecha', 'Concepto', 'Importe'],
      ['01/10/2026', 'OXXO', '-10.00'],
      ['02/10/2026', 'CFE', '-20.00'],
    ];
    expect(chooseDelimiter(rows.map((row) => row.join(delimiter)).join('\n'))).toBe(delimiter);
  });

  it('ignores commas inside descriptions and amounts', () => {
    const text = '01/10/2026|RENTA, LUZ, AGUA, GAS|1,234,567.00|-\n02/10/2026|PAN, LECHE, HUEVO, SAL|1,000,000.00|-';
    expect(chooseDelimiter(text)).toBe('|');
    expect(chooseDelimiter('01/10/2026;A;-2.078,89;5,00\n02/10/2026;B;22.431,55;6,10')).toBe(';');
  });

  it('ignores other delimiters in the preamble', () => {
    const preamble = 'Cuenta;123;MXN;x\nTitular;Ana;López;y\nSucursal;1;2;3\n'.repeat(5);
    expect(chooseDelimiter(`${preamble}Fecha,Concepto,Cargo,Abono\n01/10/2026,OXXO,10.00,\n`)).toBe(',');
  });

  it('detects the delimiter by the words of the header if no date can be parsed', () => {
    expect(chooseDelimiter('Fecha;Concepto;Importe\nayer;pan, leche, café;10\n')).toBe(';');
  });

  it('uses the delimiter that the first line declares', () => {
    expect(chooseDelimiter('sep=;\r\na,b,c;d\r\n')).toBe(';');
  });
});

describe('delimiter option', () => {
  it.each([
    [',', ','],
    ['semicolon', ';'],
    ['\\t', '\t'],
    ['\t', '\t'],
    ['pipe', '|'],
    [' Coma ', ','],
  ])('accepts the delimiter %j', (name, delimiter) => {
    expect(parseDelimiter(name)).toBe(delimiter);
  });

  it.each(['', ':', ',,', 'constructor', ' '])('rejects the delimiter %j', (name) => {
    expect(parseDelimiter(name)).toBeNull();
  });
});
