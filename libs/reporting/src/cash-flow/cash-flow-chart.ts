import type { Chart, Table } from '@app/presenting';
import { tableOf } from '@app/presenting';
import { leftOutSentences, titled, UNCONVERTED_HEADING } from '../spending/spending-chart.js';
import type { CashFlowReport } from './cash-flows.service.js';

export function cashFlowTable({ view: { currency, points, unconverted } }: CashFlowReport): Table {
  return tableOf(points, [
    { heading: 'Desde', cell: ({ start }) => start },
    { heading: 'Hasta', cell: ({ end }) => end },
    { heading: 'Moneda', cell: () => currency },
    { heading: 'Ingresos', cell: ({ income }) => income },
    { heading: 'Gastos', cell: ({ expense }) => expense },
    { heading: 'Neto', cell: ({ net }) => net },
    { heading: 'Tasa de ahorro', cell: ({ savingsRate }) => savingsRate },
    { heading: UNCONVERTED_HEADING, cell: () => unconverted.length },
  ]);
}

export function cashFlowChart({ view, flows, narrowedTo }: CashFlowReport): Chart {
  return {
    kind: 'columns',
    title: titled('Flujo de efectivo', narrowedTo),
    omissions: leftOutSentences(view.unconverted),
    currency: view.currency,
    intervals: view.points,
    columns: [
      { name: 'Ingresos', amounts: flows.map(({ income }) => income) },
      { name: 'Gastos', amounts: flows.map(({ expense }) => expense) },
    ],
    line: { name: 'Neto', amounts: flows.map(({ net }) => net) },
  };
}

/**
 * Returns a name such as `flujo-de-efectivo-2026-10-01-a-2026-11-20`. Appends `-incompleto` if an exchange rate is
 * missing.
 */
export function cashFlowFileName({ view: { from, to, unconverted } }: CashFlowReport): string {
  return `flujo-de-efectivo-${from}-a-${to}${unconverted.length > 0 ? '-incompleto' : ''}`;
}
