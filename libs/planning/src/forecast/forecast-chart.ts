import type { Chart, Table } from '@app/presenting';
import { dayText, tableOf } from '@app/presenting';
import { Money } from '@app/kernel/pure';
import type { AccountForecast } from './forecast.js';
import type { Forecast } from './forecasts.service.js';

export function forecastTable({ accounts }: Forecast): Table {
  const rows = accounts.flatMap(({ account, points }) => points.map((point) => ({ account, ...point })));
  return tableOf(rows, [
    { heading: 'Fecha', cell: ({ date }) => date },
    { heading: 'Cuenta', text: true, cell: ({ account }) => account.name },
    { heading: 'Moneda', cell: ({ balance }) => balance.currency },
    { heading: 'Cambio', cell: ({ items, balance }) => changeOf(items, balance.currency) },
    { heading: 'Saldo', cell: ({ balance }) => balance.toString() },
    { heading: 'Id de la cuenta', cell: ({ account }) => account.id },
  ]);
}

function changeOf(items: AccountForecast['points'][number]['items'], currency: string): string {
  return items.reduce((sum, { amount }) => sum.add(amount), Money.zero(currency)).toString();
}

/** Returns a chart with one panel per currency and one line per account, largest balance first. */
export function forecastChart({ accounts, unplaced }: Forecast): Chart {
  const byCurrency = Map.groupBy(accounts, ({ account }) => account.position.currency);
  const size = ({ account: { position } }: AccountForecast) => position.abs();
  const crossings = accounts.flatMap(({ account, crossesThresholdOn: day }) =>
    day === null ? [] : [`${account.name} cruza su umbral de alerta el ${dayText(day)}.`],
  );
  const missing =
    unplaced.length === 1 ? 'Falta un presupuesto o pago' : `Faltan ${unplaced.length} presupuestos o pagos`;
  return {
    kind: 'lines',
    title: 'Pronóstico de saldos',
    remarks: crossings,
    omissions:
      unplaced.length === 0
        ? []
        : [`${missing} porque su cuenta no está activa o no está definida, o porque no hay tipo de cambio.`],
    dates: accounts[0]?.points.map(({ date }) => date) ?? [],
    panels: shownCurrencies([...byCurrency])
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([currency, accounts]) => ({
        currency,
        lines: accounts
          .toSorted((a, b) => size(b).compare(size(a)))
          .map(({ account, points }) => ({ name: account.name, amounts: points.map(({ balance }) => balance) })),
      })),
  };
}

/** Omits currencies whose balances are always zero, but returns at least one currency. */
function shownCurrencies(byCurrency: [string, AccountForecast[]][]): [string, AccountForecast[]][] {
  const shown = byCurrency.filter(([, accounts]) =>
    accounts.some(({ points }) => points.some(({ balance }) => !balance.isZero)),
  );
  return shown.length > 0 ? shown : byCurrency.slice(0, 1);
}

export function forecastFileName({ until }: Forecast): string {
  return `pronostico-${until}`;
}
