import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { decodeText } from './decode-text.js';
import type { StatementEncoding } from './parse-encoding.js';
import { StatementUnreadable } from '../limits/unreadable.js';

const TEXT = 'Fecha,Descripción,Importe\n01/10/2026,PANADERÍA EL PEÑÓN,-12.50\n02/10/2026,Café ¿Qué?,10.00\n';

describe('decodeText', () => {
  it.each(['windows-1252', 'macintosh', 'cp850'] as const)(
    'detects the encoding %s from Spanish letters',
    (encoding) => {
      expect(decodeText(iconv.encode(TEXT, encoding))).toMatchObject({ text: TEXT, encoding });
    },
  );

  it.each([
    'COMISIÓN',
    'Depósitos y Retiros',
    'DÉBITO',
    'peña',
    'ESPAÑA',
    'Año',
    'Crédito Vía Móvil',
    'güero',
    'México',
    'Óscar',
    'PINGÜINO',
    'bebé',
    'Ávila',
    'AUTORIZACIÓN NÚMERO 5',
  ])('detects the encoding of the single word %s', (word) => {
    for (const encoding of ['windows-1252', 'macintosh', 'cp850'] as const) {
      expect(decodeText(iconv.encode(`01/10/2026,${word},1.00`, encoding))).toMatchObject({ encoding });
    }
  });

  it('decodes no-break spaces inside amounts as windows-1252', () => {
    const text = '01/10/2026;OXXO;-1\u00a0234,56';
    expect(decodeText(iconv.encode(text, 'windows-1252'))).toMatchObject({ text, encoding: 'windows-1252' });
    expect(decodeText(iconv.encode('pesos\u00a05', 'windows-1252'))).toMatchObject({ encoding: 'windows-1252' });
  });

  it('reports ISO-8859-1 as windows-1252, and plain ASCII as UTF-8', () => {
    expect(decodeText(Buffer.from('Operación', 'latin1')).encoding).toBe('windows-1252');
    expect(decodeText(Buffer.from('Fecha')).encoding).toBe('utf-8');
  });

  it('decodes UTF-8 with and without a byte order mark and removes the mark', () => {
    expect(decodeText(Buffer.from(TEXT))).toMatchObject({ text: TEXT, encoding: 'utf-8' });
    expect(decodeText(Buffer.from(`\ufeff${TEXT}`))).toMatchObject({ text: TEXT, encoding: 'utf-8' });
  });

  it.each(['utf-16le', 'utf-16be'] as const)('decodes %s with and without a byte order mark', (encoding) => {
    expect(decodeText(iconv.encode(TEXT, encoding, { addBOM: true }))).toMatchObject({ text: TEXT, encoding });
    expect(decodeText(iconv.encode(TEXT, encoding))).toMatchObject({ text: TEXT, encoding });
  });

  it('drops only the last character of a truncated UTF-16 file', () => {
    const bytes = iconv.encode(TEXT, 'utf-16le', { addBOM: true });
    expect(decodeText(bytes.subarray(0, bytes.length - 1)).text).toBe(TEXT.slice(0, -1));
  });

  it('detects UTF-8 that is truncated or damaged in one place', () => {
    const bytes = Buffer.from('é'.repeat(40));
    expect(decodeText(bytes.subarray(0, 79)).encoding).toBe('utf-8');
    const damaged = Buffer.concat([bytes.subarray(0, 21), bytes]);
    expect(decodeText(damaged)).toMatchObject({ encoding: 'utf-8' });
  });

  it('applies the encoding from the caller even if the text becomes garbled', () => {
    const bytes = Buffer.from('Operación');
    expect(decodeText(bytes, 'windows-1252')).toMatchObject({ text: 'OperaciÃ³n', encoding: 'windows-1252' });
    expect(decodeText(bytes, 'cp850').text).toBe('Operaci├│n');
    expect(decodeText(Buffer.from('Operación', 'latin1'), 'utf-8').text).toBe('Operaci\ufffdn');
  });

  it('reports an uncertain encoding for Cyrillic text that is not in windows-1251', () => {
    const text = '16.03.2026;Книжный магазин;-450,00';
    expect(decodeText(iconv.encode(text, 'koi8-r')).isEncodingUnsure).toBe(true);
    expect(decodeText(iconv.encode(text, 'windows-1251'))).toMatchObject({ text, isEncodingUnsure: false });
  });

  it('uses the byte order of the byte order mark if the caller specifies UTF-16', () => {
    const bytes = iconv.encode(TEXT, 'utf-16be', { addBOM: true });
    expect(decodeText(bytes, 'utf-16le')).toMatchObject({ text: TEXT, encoding: 'utf-16be' });
  });

  it.each<[string, Uint8Array, StatementEncoding | undefined]>([
    ['a NUL inside text', Buffer.from('a,b\nc,\0d'), undefined],
    ['UTF-16 that is read as UTF-8', iconv.encode(TEXT, 'utf-16le'), 'utf-8'],
    ['control characters', Buffer.from(Array.from({ length: 200 }, (_, at) => 1 + (at % 8))), undefined],
  ])('rejects %s as binary', (_, bytes, encoding) => {
    expect(() => decodeText(bytes, encoding)).toThrow(StatementUnreadable);
  });

  it('reports the line of the first NUL', () => {
    expect(() => decodeText(Buffer.from('a,b\r\nc,\0d'))).toThrow(/line 2/);
  });
});
