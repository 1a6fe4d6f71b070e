import { CATEGORY_TOTALS } from '../../libs/budgeting/src/totals/category-totals.query.js';
import { liveTransactions } from '../../libs/categorising/src/matching/matchable-rows.query.js';
import type { Rows } from '../../libs/categorising/src/matching/predicate.query.js';
import { RegexHits } from '../../libs/categorising/src/matching/regex-hits.js';
import type { RunnableRule } from '../../libs/categorising/src/running/rule-evaluation.query.js';
import { ON_ARRIVAL, ruleEvaluation } from '../../libs/categorising/src/running/rule-evaluation.query.js';
import { DEBT_CHECKS } from '../../libs/contacts/src/debts/debt-checks.query.js';
import { SECTIONS } from '../../libs/exporting/src/sections/export-sections.query.js';
import {
  enteredRows,
  rowsToSuggestAnew,
  rowsWithoutChoice,
} from '../../libs/importing/src/suggestions/category-suggestions.query.js';
import type { AuditContext } from '../../libs/kernel/src/audit/audit-context.js';
import { LEDGER_FIGURES } from '../../libs/ledger/src/verification/ledger-figures.query.js';
import { EXPORTED_WORKSPACE } from '../../libs/workspace/src/index.js';
import { SAMPLE_TEXT } from './evaluation.js';
import type { Samples } from './evaluation.js';
import { EVERY_CONDITION, PATTERN } from './every-condition.js';

const WITHOUT_LETTERS = '^(a|b)$';
const WORKSPACE = SAMPLE_TEXT;
const IMPORT = { workspaceId: WORKSPACE, importId: SAMPLE_TEXT };

const AUDIT: AuditContext = {
  id: SAMPLE_TEXT,
  at: new Date(0),
  actor: { kind: 'api_key', id: SAMPLE_TEXT, name: null },
  action: 'POST /v1/transactions',
  resourceId: null,
  fields: ['amount'],
  requestId: null,
};

const RULES = (['all', 'any'] as const).map((match, index): RunnableRule => ({
  id: SAMPLE_TEXT,
  match,
  conditions: [...EVERY_CONDITION, { field: 'notes', op: 'matches', value: WITHOUT_LETTERS }],
  stopProcessing: index > 0,
  actions: [
    { kind: 'set_category', value: SAMPLE_TEXT },
    { kind: 'append_notes', value: 'Revisar' },
  ],
}));

const HITS = new RegexHits();
HITS.add({ field: 'description', pattern: PATTERN }, ['uber eats', 'uber trip']);
HITS.add({ field: 'notes', pattern: PATTERN }, []);
HITS.add({ field: 'notes', pattern: WITHOUT_LETTERS }, []);

const DRAFT_ROWS: readonly Rows[] = [rowsWithoutChoice(IMPORT, null), rowsToSuggestAnew(IMPORT)];

const SUGGESTED = DRAFT_ROWS.map(
  (rows): Rows =>
    (values) =>
      ruleEvaluation(RULES, rows, HITS, ON_ARRIVAL, values),
);

/** What reaches a statement by an object or a callback, by the name of its type, or of what holds it. */
export const SAMPLES: Samples = {
  Conditions: RULES,
  RunnableRule: RULES,
  RegexHits: [HITS],
  Rows: [liveTransactions(WORKSPACE), enteredRows(IMPORT)],
  'setByRules.suggested': SUGGESTED,
  'ofValidatedRows.suggested': [...SUGGESTED, null],
  FigureCheck: [...LEDGER_FIGURES, ...DEBT_CHECKS, CATEGORY_TOTALS],
  ExportedTable: SECTIONS,
  'overwriteWorkspace.table': [EXPORTED_WORKSPACE],
  'currentAudit()': [() => AUDIT, () => undefined],
  'transaction.scope': [{ snapshot: true }, { operator: true, snapshot: true }, {}],
  'readPosition()': [() => ['2026-11-22', SAMPLE_TEXT], () => undefined],
};
