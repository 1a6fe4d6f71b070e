import type { ExportedTable } from '@app/kernel';

export const CONTACTS_TABLES: readonly ExportedTable[] = [
  {
    section: 'contacts',
    table: 'contacts_contacts',
    fields: { id: 'id', name: 'text', email: 'text?', archivedAt: 'instant?', createdAt: 'instant' },
    order: 't.id',
  },
];
