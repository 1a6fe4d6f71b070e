import type { ExportedTable } from '@app/kernel';
import { isLine } from '@app/kernel';

/** Maximum number of contacts, because the API returns them in a single list. */
export const MAX_CONTACTS = 5_000;

export const CONTACTS_TABLES: readonly ExportedTable[] = [
  {
    section: 'contacts',
    table: 'contacts_contacts',
    maxRows: MAX_CONTACTS,
    fields: { id: 'id', name: 'text', email: 'text?', archivedAt: 'instant?', createdAt: 'instant' },
    order: 't.id',
    allowed: { name: isLine(1, 120), email: isLine(3, 320) },
  },
];
