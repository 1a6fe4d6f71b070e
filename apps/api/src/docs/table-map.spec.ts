import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { mappedTables, tableMap } from './table-map.js';

const column = (name: string, isKey = false) => ({ name, type: 'uuid', isKey, isNullable: !isKey });

describe('the table map', () => {
  beforeAll(async () => {
    const files = readdirSync('libs', { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.entity.ts'),
    );
    for (const file of files) await import(resolve(join('libs', file)));
  });

  it('the table map matches the entities and docs/tables.md, which `npm run docs` generates', () => {
    expect(readFileSync('docs/tables.md', 'utf8')).toBe(tableMap(mappedTables()));
  });

  it('draws solid lines within a context and dotted lines between contexts', () => {
    const map = tableMap([
      { name: 'ledger_categories', columns: [column('id', true), column('parent_id')] },
      { name: 'ledger_splits', columns: [column('category_id'), column('from_contact_id'), column('tax_id')] },
      { name: 'contacts_contacts', columns: [column('id', true)] },
    ]);
    expect(map.split('\n').filter((line) => /-->|-\.->|--o/.test(line))).toEqual([
      '  ledger_categories --> ledger_categories',
      '  ledger_splits --> ledger_categories',
      '  ledger_splits -.-> contacts_contacts',
      '  ledger_categories ||--o{ ledger_categories : parent_id',
      '  ledger_categories ||--o{ ledger_splits : category_id',
    ]);
  });

  it('lists each column with its type, and labels keys and nullable columns', () => {
    const rate = { name: 'to_rate', type: 'numeric(30,8)', isKey: false, isNullable: true };
    const map = tableMap([{ name: 'ledger_transactions', columns: [column('id', true), rate] }]);
    expect(map).toContain('  ledger_transactions {\n    uuid id PK\n    numeric to_rate "nullable"\n  }');
  });
});
