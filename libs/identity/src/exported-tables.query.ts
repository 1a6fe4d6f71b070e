import type { ExportedTable } from '@app/kernel';
import { isLine } from '@app/kernel';

/** An export contains all members, without email addresses and roles. An import makes them former members. */
export const IDENTITY_TABLES: readonly ExportedTable[] = [
  {
    section: 'members',
    addedLater: true,
    isInitial: true,
    table: 'identity_members',
    fields: { id: 'id', name: 'text', joinedAt: 'instant' },
    order: 't.id',
    allowed: { name: isLine(1, 120) },
    computed: { role: `'viewer'`, left_at: 'now()' },
    left: ['user_id', 'email'],
  },
];
