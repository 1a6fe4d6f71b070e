import type { NamedMigration } from '@app/kernel';
import { schedules } from './migrations/0181-planning-schedules.migrations.js';
import { dismissedSuggestions } from './migrations/0182-planning-dismissed-suggestions.migrations.js';

/** The migrations of planning; each stands in a file of its own name. */
export const planningMigrations: readonly NamedMigration[] = [schedules, dismissedSuggestions];
