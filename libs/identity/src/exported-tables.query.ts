import type { ExportedTable } from '@app/kernel';
import { isLine, MEMBER_ROLES } from '@app/kernel';

/** Members without their e-mail addresses. An import makes them former members, so that nobody gains access. */
export const IDENTITY_TABLES: readonly ExportedTable[] = [
  {
    section: 'members',
    addedLater: true,
    table: 'identity_members',
    fields: {
      ...{ id: 'id', name: 'text', role: 'text', joinedAt: 'instant' },
      leftAt: { form: 'instant?', column: 'left_at', write: 'coalesce(r."leftAt", now())' },
    },
    order: 't.id',
    allowed: { name: isLine(1, 120), role: (role) => MEMBER_ROLES.some((known) => known === role) },
    left: ['user_id', 'email'],
  },
];
