import type { NamedMigration } from '@app/kernel';
import { workspaces } from './migrations/0003-workspace-workspaces.migrations.js';

/** The migrations of workspace; each stands in a file of its own name. */
export const workspaceMigrations: readonly NamedMigration[] = [workspaces];
