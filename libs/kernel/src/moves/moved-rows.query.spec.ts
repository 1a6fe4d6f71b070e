import { describe, expect, it } from '@jest/globals';
import { expectGolden, titledSql } from '../../../../test/sql/golden-file.js';
import type { ChangedTable } from './moved-rows.query.js';
import {
  changedRows,
  checksumAtSource,
  checksumAtTarget,
  checksumOfAll,
  deletion,
  insertion,
  removal,
  replacement,
  rowsOf,
  staging,
} from './moved-rows.query.js';

const WORKSPACE = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04';
const shared = { workspaceColumn: 'workspace_id', holdsSnapshots: false };

/** One that others refer to, and one that none does, with a key of two columns and a text in it that has a quotation mark. */
const parent: ChangedTable = {
  ...shared,
  ...{ name: 'parents', columns: ['id', 'workspace_id', 'name'], key: ['id'], parents: ['parents'] },
  keys: '[{"id": "019aa0c2-0000-7000-8000-000000000001"}]',
};
const child: ChangedTable = {
  ...shared,
  ...{ name: 'children', columns: ['parent_id', 'place', 'order'], key: ['parent_id', 'place'], parents: ['parents'] },
  keys: '[{"place": "el d\'or", "parent_id": "019aa0c2-0000-7000-8000-000000000001"}]',
};
const all = [parent, child];

describe('the statements of a copy', () => {
  it('are the SQL in the golden file, for a table that others refer to and for one that none does', () => {
    const ofTable = (table: ChangedTable) => {
      const statements = {
        staging: staging(table),
        'all rows': rowsOf(table, WORKSPACE),
        deletion: deletion(table, WORKSPACE),
        insertion: insertion(table),
        'checksum of all rows': checksumOfAll(table, WORKSPACE),
        'changed rows': changedRows(table, WORKSPACE),
        removal: removal(table, all),
        replacement: replacement(table, all),
      };
      return Object.entries(statements).map(([title, text]) =>
        titledSql(`${table.name}: ${title}`, { text, values: [] }),
      );
    };
    const ofBoth = [
      titledSql('checksum of changed rows at the source', { text: checksumAtSource(all, WORKSPACE), values: [] }),
      titledSql('checksum of changed rows at the target', { text: checksumAtTarget(all), values: [] }),
    ];
    const text = [...all.flatMap(ofTable), ...ofBoth].join('\n');
    expect(text).toContain("el d''or");
    expectGolden(new URL('./moved-rows.golden.sql', import.meta.url), text);
  });
});
