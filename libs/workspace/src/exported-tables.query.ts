import type { ExportedTable } from '@app/kernel';
import { isCurrency, isLine } from '@app/kernel';

/** The workspace itself: one row, whose id is the place and not the content. */
export const EXPORTED_WORKSPACE: ExportedTable = {
  section: 'workspace',
  table: 'workspace_workspaces',
  fields: { name: 'text', baseCurrency: 'text', plan: 'text', createdAt: 'instant' },
  order: 't.id',
  allowed: { name: isLine(1, 120), baseCurrency: isCurrency },
  // What a workspace may cost its owner is said by no file.
  unchanged: ['plan'],
};
