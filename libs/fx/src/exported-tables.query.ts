import type { ExportedTable } from '@app/kernel';

/** The rates that a workspace set itself; those of the feeds belong to everybody. */
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
  },
];
