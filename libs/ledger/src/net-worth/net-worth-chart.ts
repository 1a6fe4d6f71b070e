import type { Chart, Table } from '@app/presenting';
import { tableOf } from '@app/presenting';
import type { NetWorthHistory } from './net-worth-history.js';

export function historyTable({ currency, points }: NetWorthHistory): Table {
  return tableOf(points, [
    { heading: 'Fecha', cell: ({ date }) => date },
    { heading: 'Moneda', cell: () => currency },
    { heading: 'Patrimonio neto', cell: ({ netWorth }) => netWorth.toString() },
    { heading: 'Activos', cell: ({ assets }) => assets.toString() },
    { heading: 'Pasivos', cell: ({ liabilities }) => liabilities.toString() },
    { heading: 'Cuentas sin tipo de cambio', cell: ({ unconverted }) => unconverted.length },
  ]);
}

export function historyChart({ currency, points }: NetWorthHistory): Chart {
  const unconverted = new Set(points.flatMap((point) => point.unconverted)).size;
  const accounts = unconverted === 1 ? 'Una cuenta' : `${unconverted} cuentas`;
  return {
    kind: 'lines',
    title: 'Patrimonio neto',
    omissions: unconverted === 0 ? [] : [`Falta un tipo de cambio en algunos días: ${accounts} sin contar.`],
    dates: points.map(({ date }) => date),
    panels: [
      {
        currency,
        lines: [
          { name: 'Neto', amounts: points.map(({ netWorth }) => netWorth) },
          { name: 'Activos', amounts: points.map(({ assets }) => assets) },
          { name: 'Pasivos', amounts: points.map(({ liabilities }) => liabilities) },
        ],
      },
    ],
  };
}

/** Returns a file name such as `patrimonio-2026-09-01-a-2026-11-20`. */
export function historyFileName({ points }: NetWorthHistory): string {
  return `patrimonio-${points[0]!.date}-a-${points.at(-1)!.date}`;
}
