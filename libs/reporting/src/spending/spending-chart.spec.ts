import { describe, expect, it } from '@jest/globals';
import { Money } from '@app/kernel/pure';
import type { BarChart } from '@app/presenting';
import { csvOf } from '@app/presenting';
import { spendingChart, spendingFileName, spendingTable } from './spending-chart.js';
import type { SpendingReport } from './spending-reports.service.js';
import type { CategorySpendingView, SpendingItem, SpendingReportView } from './spending.view.js';

const item = (amount: string, previousAmount: string | null = null) => ({
  ...{ amount, previousAmount, count: 1, share: '0.5000', transactions: '/v1/transactions?countsAs=expense' },
});
const category = (categoryId: string | null, parentId: string | null, amount: string): CategorySpendingView => ({
  ...{ ...item(amount), categoryId, parentId, own: amount },
  name: categoryId && `Categoría ${categoryId}`,
});
const pesos = (amount: string | null | undefined) => Money.parse(amount ?? '0', 'MXN');
const report = (items: SpendingItem[], fields: Partial<SpendingReportView> = {}): SpendingReport => ({
  view: {
    ...{ currency: 'MXN', from: '2026-11-01', to: '2026-11-20', type: 'expense', groupBy: 'category' },
    ...{ total: '100.00', count: 3, previousTotal: null, items, unconverted: [], nextCursor: null },
    ...fields,
  },
  total: pesos(fields.total ?? '100.00'),
  previousTotal: pesos(fields.previousTotal),
  groups: items.map((group) => ({
    ...{ amount: pesos(group.amount), count: group.count, previous: pesos(group.previousAmount) },
    ...('own' in group && { own: pesos(group.own) }),
  })),
  narrowedTo: '',
  compared: fields.previousTotal ? { start: '2025-11-01', end: '2025-11-20' } : null,
});
const serialized = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const barsOf = (of: SpendingReport) =>
  (spendingChart(of) as BarChart).bars.map(({ name, amount }) => `${name} ${String(amount)}`);

describe('the chart of a spending report', () => {
  it('draws a bar for each root category, largest first, and a bar for uncategorized amounts', () => {
    const items = [category('a', null, '30.00'), category('b', 'a', '20.00'), category(null, null, '70.00')];
    expect(barsOf(report(items))).toEqual(['Sin categoría 70.00', 'Categoría a 30.00']);
  });

  it('splits a single root category into its subcategories and the amount without a subcategory', () => {
    const only = { ...category('a', null, '100.00'), own: '40.00', previousAmount: '70.00' };
    const below = [{ ...category('b', 'a', '60.00'), previousAmount: '50.00' }, category('c', 'b', '60.00')];
    const { bars } = spendingChart(report([only, ...below], { previousTotal: '70.00' })) as BarChart;
    expect(bars.map(({ name, amount, share, previous }) => [name, String(amount), share, String(previous)])).toEqual([
      ['Categoría b', '60.00', '0.5000', '50.00'],
      ['Sin subcategoría', '40.00', '0.4000', '20.00'],
    ]);
    const whole = [{ ...category('a', null, '60.00'), own: '0.00' }, category('b', 'a', '60.00')];
    expect(barsOf(report(whole, { total: '60.00' }))).toEqual(['Categoría b 60.00']);
  });

  it('the title of the chart names the filters', () => {
    const narrowed = { ...report([category('a', null, '5.00')]), narrowedTo: 'cuenta Nómina, etiqueta viaje' };
    expect(spendingChart(narrowed).title).toBe('Gastos por categoría: cuenta Nómina, etiqueta viaje');
  });

  it('sums the remaining rows in a last bar, so that the bars add up to the total', () => {
    const merchants = Array.from({ length: 12 }, (_, at) => ({
      ...item(`${at}.00`, '1.00'),
      merchant: `tienda ${at}`,
    }));
    const fields = { groupBy: 'merchant', previousTotal: '25.00', nextCursor: 'more' };
    const { bars, compared } = spendingChart(report(merchants, fields)) as BarChart;
    expect(bars).toHaveLength(11);
    expect(serialized(bars.at(-1))).toEqual({ name: 'Otros', amount: '35.00', share: '0.3500', previous: '15.00' });
    const period = { start: '2025-11-01', end: '2025-11-20', total: '25.00' };
    expect(serialized(compared)).toEqual({ now: 'Este periodo', before: 'Antes', ...period });
  });

  it('draws no bar for the remaining tags, because a transaction with two tags would count twice', () => {
    const tags = [...Array.from({ length: 11 }, (_, at) => `viaje ${at}`), null].map((tag) => ({
      ...item('50.00'),
      tag,
    }));
    const { bars, omissions } = spendingChart(report(tags, { groupBy: 'tag' })) as BarChart;
    expect(bars.map(({ name }) => name)).not.toContain('Otros');
    expect([bars.length, omissions]).toEqual([10, ['Hay más etiquetas.']]);
    const [bar] = (spendingChart(report([{ ...item('1.00'), tag: null }], { groupBy: 'tag' })) as BarChart).bars;
    expect(bar!.name).toBe('Sin etiqueta');
  });

  it('draws the column of each interval next to the column of the compared period', () => {
    const days = ['01', '02'].map((date) => ({
      ...item('5.00', '2.50'),
      start: `2026-11-${date}`,
      end: `2026-11-${date}`,
    }));
    const chart = spendingChart(report(days, { groupBy: 'day', previousTotal: '5.00', unconverted: ['x'] }));
    const earlier = ['01', '02'].map((date) => ({ start: `2025-11-${date}`, end: `2025-11-${date}` }));
    expect(serialized(chart)).toMatchObject({
      title: 'Gastos por día',
      columns: [
        { name: 'Gastos', amounts: ['5.00', '5.00'] },
        { name: 'Antes', amounts: ['2.50', '2.50'], intervals: earlier },
      ],
      omissions: ['Sin contar: un movimiento sin tipo de cambio.'],
    });
  });
});

describe('the table of a spending report', () => {
  it('the CSV table has the group name of each row and escapes spreadsheet formulas', () => {
    const [heading, line] = csvOf(
      spendingTable(report([{ ...item('5.00'), merchant: '=cmd|x' }], { groupBy: 'merchant' })),
    ).split('\r\n');
    expect(heading).toBe(
      '\uFEFFComercio,Moneda,Importe,Partes,Proporción,Antes,Transacciones,Transacciones sin tipo de cambio',
    );
    expect(line).toBe(`"'=cmd|x",MXN,5.00,1,0.5000,,"/v1/transactions?countsAs=expense",0`);
  });

  it('the CSV table has no name for untagged amounts, because a tag may have any name', () => {
    const tags = ['Sin etiqueta', null].map((tag) => ({ ...item('5.00'), tag }));
    const lines = csvOf(spendingTable(report(tags, { groupBy: 'tag' }))).split('\r\n');
    expect(lines.slice(1, 3).map((line) => line.split(',')[0])).toEqual([
      '"Sin etiqueta"',
      expect.stringMatching(/^(|"")$/),
    ]);
  });

  it('the CSV table has the name of the parent category', () => {
    const csv = csvOf(spendingTable(report([category('a', null, '5.00'), category('b', 'a', '5.00')])));
    expect(csv.split('\r\n')[2]).toMatch(/^"Categoría b","Categoría a",MXN,5\.00,.*,5\.00,b,0$/);
  });

  it('the file name contains the type, group and period, and shows if the table is incomplete', () => {
    expect(spendingFileName(report([]))).toBe('gastos-por-categoria-2026-11-01-a-2026-11-20');
    expect(spendingFileName(report([], { type: 'income', groupBy: 'year' }))).toBe(
      'ingresos-por-anio-2026-11-01-a-2026-11-20',
    );
    for (const fields of [{ nextCursor: 'more' }, { unconverted: ['x'] }])
      expect(spendingFileName(report([], fields))).toBe('gastos-por-categoria-2026-11-01-a-2026-11-20-incompleto');
  });
});
