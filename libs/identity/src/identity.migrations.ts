import type { NamedMigration } from '@app/kernel';
import { baseline } from '@app/kernel';
import { members } from './migrations/0023-identity-members.migrations.js';
import { invitedBy } from './migrations/0027-identity-invited-by.migrations.js';

export const identityMigrations: readonly NamedMigration[] = [baseline('0005', 'identity'), members, invitedBy];
