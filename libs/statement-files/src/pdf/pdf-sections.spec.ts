import { describe, expect, it } from '@jest/globals';
import { at } from '../../test/generated-pdf.js';
import { buildPdf, type PlacedText } from '../../test/pdf-builder.js';
import {
  openPdf,
  PdfSectionRequired,
  readPdfText,
  type OpenStatement,
  type PdfSection,
  type ReadingOptions,
} from '../statement.js';

const ASSET: ReadingOptions = { accountCurrency: 'MXN', accountKind: 'asset' };
const PERIOD = at('Periodo del 01/11/2026 al 30/11/2026', 30, 30);

/** A heading, a table header and one row. */
function table(heading: readonly string[], text: string, y: number): PlacedText[] {
  const top = y + heading.length * 12;
  return [
    ...heading.map((line, index) => at(line, 30, y + index * 12)),
    ...[at('FECHA', 30, top), at('DESCRIPCION', 100, top), at('CARGOS', 340, top), at('ABONOS', 430, top)],
    ...[at('05/NOV', 30, top + 14), at(text, 100, top + 14), at('10.00', 370, top + 14, true)],
  ];
}

async function open(pages: readonly (readonly PlacedText[])[], section?: string): Promise<OpenStatement> {
  return openPdf(await readPdfText(await buildPdf(pages)), { ...ASSET, ...(section && { section }) });
}

async function sectionsIn(pages: readonly (readonly PlacedText[])[]): Promise<readonly PdfSection[]> {
  try {
    return (await open(pages)).detected.sections;
  } catch (error) {
    if (error instanceof PdfSectionRequired) return error.sections;
    throw error;
  }
}

const textsOf = (statement: OpenStatement) =>
  statement.rows(0, statement.rowCount).map(({ description }) => description);

describe('sections of a PDF', () => {
  it.each([
    ['CUENTA DE CHEQUES No. 0012345611', 'INVERSION No. 0012345633', ['5611', '5633']],
    ['Número de cuenta 1234561111', 'Número de cuenta 9999991111', ['1111', '1111-2']],
    ['Cuenta USD 0012345611 DÓLARES', 'Cuenta MXN 0012345622 PESOS', ['5611', '5622']],
    ['Cuenta Perfiles 0012345611', 'Inversión Creciente 0012345622', ['5611', '5622']],
    ['PAGARE 4455667788', 'PAGARE 4455667799', ['7788', '7799']],
    ['Ahorro ****5611', 'Apartado ****5622', ['5611', '5622']],
    ['CUENTA 0012345611', 'CLABE 012180001234562299', ['5611', '6229']],
  ])('sections begin at the headings %s and %s', async (first, second, ids) => {
    const pages = [[PERIOD, ...table([first], 'UNO', 60), ...table([second], 'DOS', 140)]];
    expect((await sectionsIn(pages)).map(({ id }) => id)).toEqual(ids);
    expect(textsOf(await open(pages, ids[0]))).toEqual(['UNO']);
    expect(textsOf(await open(pages, ids[1]))).toEqual(['DOS']);
  });

  it('sections begin below a page header and a list that name other accounts', async () => {
    const page = (texts: readonly PlacedText[]) => [PERIOD, at('CUENTA 0012345611', 300, 42), ...texts];
    const list = [at('CUENTA DE AHORRO 0012345622', 30, 60), at('500.00', 300, 60, true)];
    const pages = [
      page([...list, ...table(['CHEQUES 0012345611'], 'UNO', 80)]),
      page(table(['CUENTA DE AHORRO 0012345622'], 'DOS', 80)),
      page(table(['Detalle de movimientos'], 'TRES', 80)),
    ];
    expect((await sectionsIn(pages)).map(({ id }) => id)).toEqual(['5611', '5622']);
    expect(textsOf(await open(pages, '5611'))).toEqual(['UNO']);
    expect(textsOf(await open(pages, '5622'))).toEqual(['DOS', 'TRES']);
  });

  it('a section can continue after another section', async () => {
    const pages = [
      [PERIOD, ...table(['CUENTA 0012345611'], 'UNO', 60), ...table(['CUENTA 0012345622'], 'DOS', 140)],
      table(['CUENTA 0012345611'], 'TRES', 90),
    ];
    expect(textsOf(await open(pages, '5611'))).toEqual(['UNO', 'TRES']);
    expect(textsOf(await open(pages, '5622'))).toEqual(['DOS']);
  });

  it('assigns all numbers of an account to one section, masked or not', async () => {
    const header = [
      'Número de cliente 87654321',
      'RFC XAXX010101000',
      'Cuenta 0123454821',
      'CLABE 012180001234548217',
      'Tarjeta **** **** **** 9034',
    ];
    const pages = [
      [PERIOD, ...table(header, 'UNO', 60)],
      table(['Cuenta 0123454821', 'Línea 55 5226 2663'], 'DOS', 30),
      table(['Cuenta ******4821'], 'TRES', 60),
      table(['CLABE 012180001234548217'], 'CUATRO', 90),
      table(['Detalle de movimientos'], 'CINCO', 120),
    ];
    expect(await sectionsIn(pages)).toMatchObject([{ id: '4821', accountTail: '4821' }]);
    expect(textsOf(await open(pages))).toEqual(['UNO', 'DOS', 'TRES', 'CUATRO', 'CINCO']);
  });

  it('the section of a card contains its additional cards', async () => {
    const pages = [
      [
        PERIOD,
        ...table(['Tarjeta titular **** 1111'], 'UNO', 60),
        ...table(['Tarjeta adicional **** 2222'], 'DOS', 140),
      ],
    ];
    expect(textsOf(await open(pages))).toEqual(['UNO', 'DOS']);
  });
});
