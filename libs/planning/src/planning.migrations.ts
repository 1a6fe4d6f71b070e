import type { NamedMigration } from '@app/kernel';
import { schedules } from './migrations/0181-planning-schedules.migrations.js';
import { dismissedSuggestions } from './migrations/0182-planning-dismissed-suggestions.migrations.js';
import { tagsWithoutNull } from './migrations/0201-planning-tags-without-null.migrations.js';

/** The migrations of planning; each stands in a file of its own name. */
export const planningMigrations: readonly NamedMigration[] = [schedules, dismissedSuggestions, tagsWithoutNull];
