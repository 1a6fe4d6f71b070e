import type { Bar, Chart, Column, IntervalSeries, Table } from '@app/presenting';
import { tableOf } from '@app/presenting';
import type { Interval, Period } from '@app/kernel/pure';
import { INTERVALS, intervalsOf, ratioText } from '@app/kernel/pure';
import { MAX_UNCONVERTED } from '../counting/counted.js';
import type { AccountSpendingView, CategorySpendingView, IntervalSpendingView, SpendingItem } from './spending.view.js';
import type { SpendingReport } from './spending-reports.service.js';

const TYPES = { expense: 'Gastos', income: 'Ingresos' };

const GROUPS: Readonly<Record<string, readonly [word: string, fileWord: string]>> = {
  category: ['categoría', 'categoria'],
  account: ['cuenta', 'cuenta'],
  merchant: ['comercio', 'comercio'],
  tag: ['etiqueta', 'etiqueta'],
  day: ['día', 'dia'],
  week: ['semana', 'semana'],
  quincena: ['quincena', 'quincena'],
  month: ['mes', 'mes'],
  year: ['año', 'anio'],
};

/**
 * Heading of the column with the number of transactions without an exchange rate. The number covers the whole period
 * and is the same in all rows.
 */
export const UNCONVERTED_HEADING = 'Transacciones sin tipo de cambio';

export function spendingTable({ view: { currency, groupBy, items, unconverted } }: SpendingReport): Table {
  const word = GROUPS[groupBy]![0];
  const heading = word[0]!.toUpperCase() + word.slice(1);
  // A tag may be called "Sin etiqueta", so the cell is empty for transactions without tags.
  const cell = (item: SpendingItem) => ('tag' in item ? item.tag : nameOf(item));
  const name: Column<SpendingItem> = { heading, text: true, cell };
  const figures: Column<SpendingItem>[] = [
    { heading: 'Moneda', cell: () => currency },
    { heading: 'Importe', cell: ({ amount }) => amount },
    { heading: 'Partes', cell: ({ count }) => count },
    { heading: 'Proporción', cell: ({ share }) => share },
    { heading: 'Antes', cell: ({ previousAmount }) => previousAmount },
    { heading: 'Transacciones', text: true, cell: ({ transactions }) => transactions },
  ];
  const leftOut: Column<SpendingItem> = { heading: UNCONVERTED_HEADING, cell: () => unconverted.length };
  if (groupBy === 'category') {
    const categories = items as CategorySpendingView[];
    const names = new Map(categories.map((category) => [category.categoryId, nameOf(category)]));
    return tableOf(categories, [
      name,
      { heading: 'Categoría superior', text: true, cell: ({ parentId }) => names.get(parentId ?? '') ?? null },
      ...figures,
      { heading: 'Directo', cell: ({ own }) => own },
      { heading: 'Id de la categoría', cell: ({ categoryId }) => categoryId },
      leftOut,
    ]);
  }
  if (groupBy === 'account') {
    const id = { heading: 'Id de la cuenta', cell: ({ accountId }: AccountSpendingView) => accountId };
    return tableOf(items as AccountSpendingView[], [name, ...figures, id, leftOut]);
  }
  if (!isInterval(groupBy)) return tableOf(items, [name, ...figures, leftOut]);
  return tableOf(items as IntervalSpendingView[], [
    { heading: 'Desde', cell: ({ start }) => start },
    { heading: 'Hasta', cell: ({ end }) => end },
    ...figures,
    leftOut,
  ]);
}

const isInterval = (groupBy: string): groupBy is Interval => (INTERVALS as readonly string[]).includes(groupBy);

function nameOf(item: SpendingItem): string {
  if ('merchant' in item) return item.merchant;
  if ('tag' in item) return item.tag ?? 'Sin etiqueta';
  return 'name' in item && item.name !== null ? item.name : 'Sin categoría';
}

export function spendingChart(report: SpendingReport): Chart {
  const { view, groups, total, previousTotal, narrowedTo, compared } = report;
  const { currency, type, groupBy, items, from, to } = view;
  const title = titled(`${TYPES[type]} por ${GROUPS[groupBy]![0]}`, narrowedTo);
  const omissions = leftOutSentences(view.unconverted);
  if (groupBy === 'tag' && (items.length > MAX_BARS || view.nextCursor !== null)) omissions.push('Hay más etiquetas.');
  if (isInterval(groupBy)) {
    const series = { name: TYPES[type], amounts: groups.map(({ amount }) => amount) };
    const intervals = items as IntervalSpendingView[];
    const columns = compared === null ? [series] : [series, seriesBefore(groups, intervalsOf(compared, groupBy))];
    return { kind: 'columns', title, omissions, currency, intervals, columns };
  }
  const before = compared && { now: 'Este periodo', before: 'Antes', ...compared, total: previousTotal };
  return { kind: 'bars', title, omissions, from, to, total, bars: barsOf(report), compared: before };
}

/** Returns the amounts of the compared period. The first interval is compared with the first one, and so on. */
function seriesBefore(groups: SpendingReport['groups'], intervals: readonly Period[]): IntervalSeries {
  return {
    name: 'Antes',
    amounts: groups.map(({ previous }) => previous),
    intervals: groups.map((_, at) => intervals[at] ?? null),
  };
}

export function titled(title: string, narrowedTo: string): string {
  return narrowedTo === '' ? title : `${title}: ${narrowedTo}`;
}

export function leftOutSentences({ length }: readonly string[]): string[] {
  if (length === 0) return [];
  const known = `${length === MAX_UNCONVERTED ? 'al menos ' : ''}${length} movimientos`;
  return [`Sin contar: ${length === 1 ? 'un movimiento' : known} sin tipo de cambio.`];
}

/** Maximum number of bars before the bar "Otros". */
const MAX_BARS = 10;

/** Returns bars for the largest items, and a last bar for the rest of the total. */
function barsOf(report: SpendingReport): Bar[] {
  const { view, groups, total, previousTotal, compared } = report;
  const all = view.groupBy === 'category' ? topCategories(report) : groups.map((_, at) => barOf(report, at));
  const sorted = all.toSorted((a, b) => b.amount.compare(a.amount));
  const bars = sorted.slice(0, MAX_BARS);
  // A transaction with two tags counts in two bars, so the rest would be wrong.
  if (view.groupBy === 'tag') return bars;
  const amount = bars.reduce((left, bar) => left.subtract(bar.amount), total);
  if (amount.isZero && sorted.length <= MAX_BARS && view.nextCursor === null) return bars;
  const previous = compared && bars.reduce((left, bar) => left.subtract(bar.previous!), previousTotal);
  return [...bars, { name: 'Otros', amount, share: ratioText(amount, total), previous }];
}

function barOf({ view, groups, compared }: SpendingReport, at: number): Bar {
  const [item, { amount, previous }] = [view.items[at]!, groups[at]!];
  return { name: nameOf(item), amount, share: item.share, previous: compared && previous };
}

/**
 * Returns the root categories, which include their descendants. If there is only one, returns its children and the
 * amount without a subcategory.
 */
function topCategories(report: SpendingReport): Bar[] {
  const { view, groups, total, compared } = report;
  const categories = (view.items as CategorySpendingView[]).map(({ categoryId, parentId }, at) => ({
    ...{ categoryId, parentId, own: groups[at]!.own!, previous: groups[at]!.previous, bar: barOf(report, at) },
  }));
  const ids = new Set(categories.map(({ categoryId }) => categoryId));
  const top = categories.filter(({ parentId }) => parentId === null || !ids.has(parentId));
  const [only] = top;
  const below = categories.filter(({ parentId }) => parentId !== null && parentId === only?.categoryId);
  if (only === undefined || top.length > 1 || below.length === 0) return top.map(({ bar }) => bar);
  const bars = below.map(({ bar }) => bar);
  const { own } = only;
  const previous = below.reduce((left, child) => left.subtract(child.previous), only.previous);
  if (own.isZero && previous.isZero) return bars;
  const share = ratioText(own, total);
  return [...bars, { name: 'Sin subcategoría', amount: own, share, previous: compared && previous }];
}

/**
 * Returns a name such as `gastos-por-categoria-2026-11-01-a-2026-11-20`. Appends `-incompleto` if the table is
 * incomplete.
 */
export function spendingFileName({ view }: SpendingReport): string {
  const { type, groupBy, from, to, nextCursor, unconverted } = view;
  const isIncomplete = nextCursor !== null || unconverted.length > 0;
  const name = `${TYPES[type].toLowerCase()}-por-${GROUPS[groupBy]![1]}-${from}-a-${to}`;
  return isIncomplete ? `${name}-incompleto` : name;
}
