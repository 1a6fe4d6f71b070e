import type { ExportedTable } from '@app/kernel';
import { isLine, isNote } from '@app/kernel';
import {
  CONDITION_CHARACTERS,
  MAX_CONDITION_CHARACTERS,
  MAX_CONDITIONS,
  MAX_RULES,
} from './rules/rule-limits.query.js';
import { areEffects, areSavedActions, areSavedConditions } from './rules/saved-rule.js';

const isSource = (value: unknown) => ['person', 'rule', 'import'].includes(value as string);

/**
 * Tables of the rules. Includes runs and effects, because they are the history of transactions and cannot be
 * recomputed.
 */
export const CATEGORISING_TABLES: readonly ExportedTable[] = [
  {
    section: 'rules',
    table: 'categorising_rules',
    maxRows: MAX_RULES,
    fields: {
      id: 'id',
      name: 'text',
      enabled: 'boolean',
      priority: 'integer',
      match: 'text',
      conditions: 'json',
      actions: 'json',
      stopProcessing: 'boolean',
      createdAt: 'instant',
      updatedAt: 'instant',
      lastMatchedAt: 'instant?',
    },
    order: 't.id',
    allowed: {
      name: isLine(1, 120),
      priority: (value) => Math.abs(value as number) <= 1_000_000,
      match: (value) => value === 'all' || value === 'any',
      conditions: areSavedConditions,
      actions: areSavedActions,
    },
    impossible: {
      rows: `
        select max(r.id::text) as id from categorising_rules r where r.workspace_id = $1
        having sum(${CONDITION_CHARACTERS}) > ${MAX_CONDITION_CHARACTERS}
          or sum(jsonb_array_length(r.conditions)) > ${MAX_CONDITIONS}`,
      because: `the rules exceed the limit of ${MAX_CONDITIONS} conditions or ${MAX_CONDITION_CHARACTERS} characters in them`,
    },
  },
  {
    section: 'ruleRuns',
    table: 'categorising_runs',
    fields: {
      id: 'id',
      ruleId: 'id',
      force: 'boolean',
      matched: 'integer',
      changed: 'integer',
      skipped: 'integer',
      createdAt: 'instant',
      undoneAt: 'instant?',
      restored: 'integer?',
      leftAlone: 'integer?',
    },
    order: 't.id',
  },
  {
    section: 'ruleChanges',
    table: 'categorising_changes',
    fields: {
      runId: 'id',
      transactionId: 'id',
      categoryIdBefore: 'id?',
      categorySourceBefore: 'text?',
      descriptionBefore: 'text',
      notesBefore: 'text?',
      categoryId: 'id?',
      categorySource: 'text?',
      description: 'text',
      notes: 'text?',
      addedTagIds: { form: 'ids?', column: 'added_tag_ids', addedLater: true },
    },
    order: 't.run_id, t.transaction_id',
    allowed: {
      categorySourceBefore: isSource,
      categorySource: isSource,
      descriptionBefore: isLine(0, 500),
      description: isLine(0, 500),
      notesBefore: isNote(2_000),
      notes: isNote(2_000),
    },
  },
  {
    section: 'ruleEffects',
    table: 'categorising_effects',
    fields: {
      transactionId: 'id',
      runId: 'id',
      place: 'integer',
      ruleId: 'id',
      effects: 'json',
      ranAt: 'instant',
      undone: 'boolean',
    },
    order: 't.transaction_id, t.run_id, t.place',
    allowed: { effects: areEffects },
  },
];
