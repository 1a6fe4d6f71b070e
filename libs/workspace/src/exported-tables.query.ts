import type { ExportedTable } from '@app/kernel';
import { isCurrency, isLine } from '@app/kernel';

/** The row of the workspace. An import keeps the ID of the target workspace. */
export const EXPORTED_WORKSPACE: ExportedTable = {
  section: 'workspace',
  table: 'workspace_workspaces',
  fields: { name: 'text', baseCurrency: 'text', plan: 'text', createdAt: 'instant' },
  order: 't.id',
  allowed: { name: isLine(1, 120), baseCurrency: isCurrency },
  // An imported file cannot change the plan.
  unchanged: ['plan'],
};
