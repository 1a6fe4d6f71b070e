import { describe, expect, it } from '@jest/globals';
import { buildPdf, type PlacedText } from '../../test/pdf-builder.js';
import { money, randomOf, statementPdf, type GeneratedPdf } from '../../test/generated-pdf.js';
import { LAYOUTS } from '../../test/pdf-layouts.js';
import {
  openPdf,
  proofOf,
  readPdfText,
  type OpenStatement,
  type ReadingOptions,
  type StatementRow,
} from '../statement.js';

const ASSET: ReadingOptions = { accountCurrency: 'MXN', accountKind: 'asset' };
const CARD: ReadingOptions = { accountCurrency: 'MXN', accountKind: 'liability' };

async function read(pages: readonly (readonly PlacedText[])[], options = ASSET, settings = {}) {
  const statement = openPdf(await readPdfText(await buildPdf(pages, settings)), options);
  return { statement, rows: statement.rows(0, statement.rowCount) };
}

const changeOf = ({ type, amountMinor }: StatementRow) => (type === 'expense' ? -amountMinor! : amountMinor);

function proofIn(statement: OpenStatement, rows: readonly StatementRow[]) {
  const proven = rows.map((row) => ({ ...row, page: row.page!, change: changeOf(row), balance: row.balanceMinor }));
  return proofOf(statement.proofFacts!, proven);
}

describe('readPdfStatement', () => {
  describe.each(LAYOUTS.map((layout) => [layout.name, layout] as const))('statements in the layout %s', (_, layout) => {
    const options = layout.isCard ? CARD : ASSET;

    it('reads every row and proves the statement', async () => {
      for (let seed = 1; seed <= 8; seed += 1) {
        const { pages, truth } = statementPdf(layout, randomOf(seed), 10 + seed * 12);
        const { statement, rows } = await read(pages, options);
        const found = rows.map((row) => ({
          date: row.date,
          description: row.description,
          minor: Number(changeOf(row)),
          page: row.page,
        }));
        expect(found).toEqual(truth.rows.map(({ y: _y, ...row }) => row));
        expect(rows.flatMap(({ errors }) => errors)).toEqual([]);
        expect(proofIn(statement, rows)).toMatchObject({
          ...{ status: 'proven', failing: [], difference: '0.00' },
          openingBalance: money(truth.opening).replaceAll(',', ''),
          closingBalance: money(truth.closing).replaceAll(',', ''),
        });
        expect(statement.detected).toMatchObject({ format: 'pdf', bank: truth.bank });
      }
    });

    it('does not prove a statement after one figure is changed', async () => {
      for (let seed = 1; seed <= 12; seed += 1) {
        const random = randomOf(seed + 100);
        const generated = statementPdf(layout, random, 25);
        const { statement, rows } = await read(withOneFigureChanged(generated, random), options);
        expect(proofIn(statement, rows).status).toBe('unproven');
      }
    });
  });
});

describe('a PDF without a table', () => {
  const page = (text: string, times = 1) => [
    Array.from({ length: times }, (_, index) => ({ text, x: 30, y: 30 + index * 12 })),
  ];

  it('rejects a PDF without a table or with garbled text', async () => {
    await expect(read(page('Hola mundo'))).rejects.toThrow(/no table of transactions/);
    await expect(read(page('Estimado cliente: adjuntamos la carta.', 20))).rejects.toThrow(/no table/);
    await expect(read(page('6DOGR DQWHULRU FXHQWD', 20))).rejects.toThrow(/mapped to Unicode/);
  });
});

/** Averages, minimum payments and the balances of the settlement dates prove nothing. */
const isProven = (text: string, x: number) => /\d\.\d\d\D*$/.test(text) && !/1,234\.56|450\.00/.test(text) && x !== 585;

/** Changes one digit of a random amount, balance or printed total. */
function withOneFigureChanged({ pages }: GeneratedPdf, random: () => number): PlacedText[][] {
  const figures = pages.flatMap((page, at) =>
    page.flatMap(({ text, x }, index) => (isProven(text, x) ? [[at, index] as const] : [])),
  );
  const [page, index] = figures[Math.floor(random() * figures.length)]!;
  return pages.map((texts, at) =>
    texts.map((placed, each) => {
      if (at !== page || each !== index) return placed;
      const digit = /\d(?=\.\d\d)/.exec(placed.text)![0];
      return {
        ...placed,
        text: placed.text.replace(/\d(?=\.\d\d)/, String((Number(digit) + 1 + Math.floor(random() * 8)) % 10)),
      };
    }),
  );
}
