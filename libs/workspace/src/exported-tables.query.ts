import type { ExportedTable } from '@app/kernel';
import { isCurrency, isLine } from '@app/kernel';

/** Row of the workspace. An import keeps the ID of the workspace into which it restores. */
export const EXPORTED_WORKSPACE: ExportedTable = {
  section: 'workspace',
  table: 'workspace_workspaces',
  fields: { name: 'text', baseCurrency: 'text', plan: 'text', createdAt: 'instant' },
  order: 't.id',
  allowed: { name: isLine(1, 120), baseCurrency: isCurrency },
  unchanged: ['plan'],
};
