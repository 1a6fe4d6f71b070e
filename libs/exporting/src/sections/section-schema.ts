import type { ExportedForm, ExportedTable } from '@app/kernel/pure';
import { exportedColumns } from '@app/kernel/pure';
import { columnDescription } from './section-descriptions.js';

export interface RowSchema {
  readonly type: 'object';
  readonly properties: Record<string, object>;
  readonly required: string[];
}

const ID = { type: 'string', format: 'uuid', examples: ['019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04'] };

const FORMS: Readonly<Record<ExportedForm, { readonly type?: string }>> = {
  text: { type: 'string' },
  id: ID,
  ids: { type: 'array', ...{ items: ID } },
  day: { type: 'string', ...{ format: 'date', examples: ['2026-11-20'] } },
  instant: { type: 'string', ...{ format: 'date-time', examples: ['2026-11-20T10:32:27.123Z'] } },
  money: { type: 'string', ...{ pattern: '^-?\\d+\\.\\d{2}$', examples: ['1250.00'] } },
  rate: { type: 'string', ...{ pattern: '^\\d+\\.\\d{8}$', examples: ['18.41230000'] } },
  integer: { type: 'integer', ...{ examples: [1] } },
  boolean: { type: 'boolean', ...{ examples: [true] } },
  // Each JSON column has a different shape.
  json: {},
};

export function rowSchema(table: ExportedTable): RowSchema {
  const columns = exportedColumns(table);
  return {
    type: 'object',
    properties: Object.fromEntries(
      columns.map(({ field, form, nullable }) => {
        const description = columnDescription(table.section, field);
        const schema = { ...FORMS[form], ...(description !== undefined && { description }) };
        return [field, nullable && schema.type !== undefined ? { ...schema, type: [schema.type, 'null'] } : schema];
      }),
    ),
    required: columns.map(({ field }) => field),
  };
}
