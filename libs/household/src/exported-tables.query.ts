import type { ExportedTable } from '@app/kernel';
import { isAmount, isCurrency, isNote } from '@app/kernel';

export const HOUSEHOLD_TABLES: readonly ExportedTable[] = [
  {
    section: 'settlements',
    addedLater: true,
    table: 'household_settlements',
    fields: {
      ...{ id: 'id', fromId: 'id', toId: 'id', currency: 'text', amount: 'money', date: 'day', note: 'text?' },
      createdAt: 'instant',
    },
    order: 't.id',
    allowed: { currency: isCurrency, amount: isAmount, note: isNote(2_000) },
    references: { fromId: 'members', toId: 'members' },
  },
];
