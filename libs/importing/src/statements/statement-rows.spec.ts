import { describe, expect, it } from '@jest/globals';
import type { OpenStatement } from '@app/statement-files';
import { openStatement } from '@app/statement-files';
import { storedReading } from './statement-rows.js';

function read(text: string, mapping = {}): OpenStatement {
  return openStatement(Buffer.from(text), { accountCurrency: 'MXN', accountKind: 'asset', mapping });
}

const chunksOf = (statement: OpenStatement): string[] => [...storedReading(statement, 1).chunks()];

const rowsOf = (statement: OpenStatement) =>
  chunksOf(statement).flatMap((chunk) => JSON.parse(chunk) as Record<string, unknown>[]);

describe('stored statement rows', () => {
  it('stores every row with all fields and amounts in minor units', () => {
    const [row] = rowsOf(read('Fecha,Concepto,Monto\n2026-03-07,Tacos,"-1,025.50"\n'));
    expect(row).toEqual({
      ...{ index: 0, line: 2, raw: ['2026-03-07', 'Tacos', '-1,025.50'], date: '2026-03-07', description: 'Tacos' },
      ...{ amount: '102550', type: 'expense' },
    });
  });

  it('stores the chronological index and the expected balance of each row', () => {
    const file =
      'Fecha,Concepto,Monto,Saldo\n2026-03-09,Tres,-10.00,50.00\n2026-03-08,Dos,-5.00,60.00\n2026-03-07,Uno,-25.00,75.00\n';
    const statement = read(file);
    expect(storedReading(statement, 1).head).toMatchObject({
      balanceSign: 1,
      statedOpening: null,
      statedClosing: null,
    });
    const stored = rowsOf(statement).map(
      ({ chronological_index: position, balance, expected_balance: expected, warnings }) => ({
        ...{ position, balance, expected, warnings },
      }),
    );
    expect(stored).toEqual([
      { position: 2, balance: '5000', expected: '5000' },
      { position: 1, balance: '6000', expected: '7000' },
      { position: 0, balance: '7500' },
    ]);
  });

  it('stores the balances that the file states outside the rows', () => {
    const stated = { openingBalance: { amount: '-1.00', date: null }, closingBalance: null };
    const statement = { ...read('Fecha,Concepto,Monto\n2026-03-07,Tacos,-1.00\n'), ...stated };
    expect(storedReading(statement, 1).head).toMatchObject({
      balanceSign: null,
      statedOpening: -100n,
      statedClosing: null,
    });
  });

  it('stores transfer details from descriptions and labeled columns', () => {
    const file =
      'Fecha,Concepto,Monto,Clave de Rastreo\n2026-03-07,SPEI ENVIADO STP RENTA,-1.00,HSBC0001112223\n2026-03-08,Pan,-1.00,\n';
    expect(rowsOf(read(file)).map(({ details }) => details)).toEqual([
      expect.objectContaining({ trackingKey: 'HSBC0001112223', bank: 'STP' }),
      undefined,
    ]);
  });

  it('splits the rows into chunks of 1,000 in order', () => {
    const lines = Array.from({ length: 2_001 }, (_, index) => `2026-03-07,Fila ${index},-1.00`);
    const statement = read(`Fecha,Concepto,Monto\n${lines.join('\n')}\n`);
    expect(chunksOf(statement).map((chunk) => (JSON.parse(chunk) as unknown[]).length)).toEqual([1_000, 1_000, 1]);
    expect(rowsOf(statement).map(({ index }) => index)).toEqual(lines.map((_, index) => index));
  });

  it('ends a chunk when its JSON reaches 512 KiB, although JSON escapes take more space than the file', () => {
    const cells = Array(50).fill('\\'.repeat(1_900)).join();
    const chunks = chunksOf(read(`Fecha,Concepto,Monto\n${`2026-03-07,Fila,-1.00,${cells}\n`.repeat(20)}`));
    expect(chunks.map((chunk) => (JSON.parse(chunk) as unknown[]).length)).toEqual([3, 3, 3, 3, 3, 3, 2]);
  });

  it('rejects rows that take more than 16 MiB and 20 times the size of the file', () => {
    const cells = Array(50).fill('\\'.repeat(1_900)).join();
    const statement = read(`Fecha,Concepto,Monto\n${`2026-03-07,Fila,-1.00,${cells}\n`.repeat(100)}`);
    expect(() => [...storedReading(statement, 500_000).chunks()]).toThrow('many times as much space as the file');
    expect([...storedReading(statement, 1_000_000).chunks()]).toHaveLength(34);
  });

  it('cuts cells and descriptions to 2,000 characters', () => {
    const [row] = rowsOf(read(`Fecha,Concepto,Monto\n2026-03-07,${'x'.repeat(2_001)},-1.00\n`));
    expect(row!.raw).toEqual(['2026-03-07', 'x'.repeat(2_000), '-1.00']);
    expect(row!.description).toBe('x'.repeat(2_000));
    expect(row!.errors).toMatchObject([{ code: 'DESCRIPTION_TOO_LONG' }]);
    const [pair] = rowsOf(read(`Fecha,Concepto,Monto\n2026-03-07,${'x'.repeat(1_999)}😀,-1.00\n`));
    expect(pair!.raw).toEqual(['2026-03-07', 'x'.repeat(1_999), '-1.00']);
  });

  it('drops names and IDs that are longer than the ledger allows', () => {
    const cells = (category: string, folio: string) => `2026-03-07,Tacos,-1.00,${category},${folio}\n`;
    const file = `Fecha,Concepto,Monto,Categoría,Folio\n${cells('ñ'.repeat(120), 'F'.repeat(255))}${cells('ñ'.repeat(121), 'F'.repeat(256))}`;
    const stored = rowsOf(read(file, { category: 3, externalId: 4 })).map(({ category, external_id: id }) => [
      category,
      id,
    ]);
    expect(stored).toEqual([
      ['ñ'.repeat(120), 'F'.repeat(255)],
      [undefined, undefined],
    ]);
  });
});
