import type { NamedMigration } from '@app/kernel';
import { rules } from './migrations/0019-categorising-rules.migrations.js';
import { dropKeptMatches } from './migrations/0070-categorising-drop-kept-matches.migrations.js';
import { addedTags } from './migrations/0098-categorising-added-tags.migrations.js';

/** The migrations of categorising; each stands in a file of its own name. */
export const categorisingMigrations: readonly NamedMigration[] = [rules, dropKeptMatches, addedTags];
