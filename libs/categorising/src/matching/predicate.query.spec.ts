import { describe, expect, it } from '@jest/globals';
import { Values } from '@app/kernel/pure';
import { EVERY_CONDITION, PATTERN } from '../../../../test/sql/every-condition.js';
import { expectGolden, titledSql } from '../../../../test/sql/golden-file.js';
import type { Condition, Conditions } from './condition.js';
import type { Hits } from './predicate.query.js';
import { matchesSql } from './predicate.query.js';
import { RegexHits } from './regex-hits.js';

function predicate(title: string, conditions: Conditions, hits: Hits): string {
  const values = new Values();
  const text = matchesSql('row', conditions, values, hits, '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04');
  const list = values.list.map((value) => (typeof value === 'bigint' ? String(value) : value));
  return titledSql(title, { text, values: list });
}

function hits(): RegexHits {
  const searched = new RegexHits();
  searched.add({ field: 'description', pattern: PATTERN }, ['uber eats', 'uber trip']);
  searched.add({ field: 'notes', pattern: PATTERN }, []);
  return searched;
}

describe('rule predicate', () => {
  it('builds the golden SQL for each field, operator and combination of conditions', () => {
    const single = EVERY_CONDITION.map((condition) =>
      predicate(`${condition.field} ${condition.op}`, { match: 'all', conditions: [condition] }, hits()),
    );
    const unsearched = [PATTERN, '^(a|b)$'].map((value) =>
      predicate(
        `description matches ${value}, before the search`,
        { match: 'all', conditions: [{ field: 'description', op: 'matches', value }] },
        'unknown',
      ),
    );
    const joined = (['all', 'any'] as const).map((match) =>
      predicate(`${match} of three conditions`, { match, conditions: threeConditions() }, hits()),
    );
    expect(single.length).toBeGreaterThan(30);
    expectGolden(new URL('./predicate.golden.sql', import.meta.url), [...single, ...unsearched, ...joined].join('\n'));
  });
});

function threeConditions(): Condition[] {
  return [
    { field: 'notes', op: 'not_contains', value: 'Café' },
    { field: 'currency', op: 'is_not', value: 'MXN' },
    { field: 'category', op: 'is_empty', value: null },
  ];
}
