import type { ExportedTable } from '@app/kernel';
import { isCurrency } from '@app/kernel';

/** Tables of custom rates. Exports omit feed rates, because all workspaces share them. */
export const FX_TABLES: readonly ExportedTable[] = [
  {
    section: 'exchangeRates',
    table: 'fx_own_rates',
    fields: {
      quote: 'text',
      base: 'text',
      date: { form: 'day', column: 'day' },
      rate: 'rate',
      setAt: 'instant',
    },
    order: 't.quote, t.base, t.day',
    allowed: { quote: isCurrency, base: isCurrency },
  },
];
