import { BudgetEffects } from '../../libs/budgeting/src/budgets/budget-effects.service.js';
import type { SpendingQuestion } from '../../libs/budgeting/src/totals/spending.query.js';
import { TOTAL_FIGURES } from '../../libs/budgeting/src/totals/total-figures.query.js';
import { liveTransactions } from '../../libs/categorising/src/matching/matchable-rows.query.js';
import type { Rows } from '../../libs/categorising/src/matching/predicate.query.js';
import { RegexHits } from '../../libs/categorising/src/matching/regex-hits.js';
import type { RunnableRule } from '../../libs/categorising/src/running/rule-evaluation.query.js';
import { ON_ARRIVAL, ruleEvaluation } from '../../libs/categorising/src/running/rule-evaluation.query.js';
import { DEBT_CHECKS } from '../../libs/contacts/src/debts/debt-checks.query.js';
import { DebtEffects } from '../../libs/contacts/src/debts/debt-effects.service.js';
import { SECTIONS } from '../../libs/exporting/src/sections/export-sections.query.js';
import { readyRows } from '../../libs/importing/src/rows/import-rows.query.js';
import {
  enteredRows,
  rowsToSuggest,
  rowsOfDraft,
} from '../../libs/importing/src/suggestions/category-suggestions.query.js';
import type { AuditContext } from '../../libs/kernel/src/audit/audit-context.js';
import { Clock } from '../../libs/kernel/src/calendar/clock.service.js';
import { EffectReaders } from '../../libs/kernel/src/dry-run/effect-readers.service.js';
import { Money } from '../../libs/kernel/src/money/money.js';
import { Values } from '../../libs/kernel/src/sql/statement.js';
import { TransactionsDeleted } from '../../libs/ledger/src/ledger.events.js';
import { WorthEffects } from '../../libs/ledger/src/net-worth/worth-effects.service.js';
import { TransactionEffects } from '../../libs/ledger/src/transactions/transaction-effects.service.js';
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
    { kind: 'add_tag', value: 'viaje' },
  ],
}));

const HITS = new RegexHits();
HITS.add({ field: 'description', pattern: PATTERN }, ['uber eats', 'uber trip']);
HITS.add({ field: 'notes', pattern: PATTERN }, []);
HITS.add({ field: 'notes', pattern: WITHOUT_LETTERS }, []);

const PERIOD = { month: '2026-11-01', start: '2026-10-08', cutOff: '2026-11-07', dueDate: '2026-11-27' };

const DRAFT_ROWS: readonly Rows[] = [rowsOfDraft(IMPORT, null), rowsToSuggest(IMPORT)];

const SUGGESTED = DRAFT_ROWS.map(
  (rows): Rows =>
    (values) =>
      ruleEvaluation(WORKSPACE, RULES, rows, HITS, ON_ARRIVAL, values),
);

const EVERY_FILTER = {
  limit: 50,
  accountId: SAMPLE_TEXT,
  categoryId: SAMPLE_TEXT,
  contactId: SAMPLE_TEXT,
  importId: SAMPLE_TEXT,
  type: 'expense',
  from: '2026-11-01',
  to: '2026-11-30',
  minAmount: '1.00',
  maxAmount: '9.00',
  currency: 'MXN',
  q: 'tacos',
  uncategorized: true,
  countsAs: 'expense',
  merchant: 'tacos',
  tag: 'casa',
  untagged: false,
  hasFile: true,
  updatedSince: '2026-11-01T00:00:00.000Z',
};

const READERS = new EffectReaders();
const CLOCK = new Clock();
new WorthEffects(CLOCK, READERS);
const OF_TRANSACTIONS = new TransactionEffects(CLOCK, READERS);
const OF_BUDGETS = new BudgetEffects(CLOCK, READERS);
const OF_DEBTS = new DebtEffects(READERS);
const QUESTION: SpendingQuestion = { categoryId: SAMPLE_TEXT, from: '2026-11-01', before: '2026-12-01' };
const DELETED = new TransactionsDeleted([{ workspaceId: WORKSPACE, id: SAMPLE_TEXT }]);
const touched = (...categories: object[]) =>
  JSON.stringify({ ids: '{}', trashed: '{}', digests: '{}', categories, plans: [], spendings: [] });

const OF_LOOK = () => {
  const values = new Values();
  values.bind(WORKSPACE);
  return values;
};

/** Reads of dry runs with and without budgets, changed categories and deleted transactions. */
const EFFECTS = [
  () => {
    const values = OF_LOOK();
    return READERS.all.map((reader) => reader.after(values, [], []));
  },
  () => {
    const values = OF_LOOK();
    return READERS.all.map((reader) => reader.after(values, [], [DELETED]));
  },
  () => [OF_BUDGETS.after(OF_LOOK(), [QUESTION])],
  () => [OF_TRANSACTIONS.before(OF_LOOK(), [], touched(), [])],
  () => [OF_TRANSACTIONS.before(OF_LOOK(), [], touched({ id: SAMPLE_TEXT }), [DELETED])],
  () => [OF_DEBTS.before(OF_LOOK(), [], '[{}]')],
];

export const SAMPLES: Samples = {
  Conditions: RULES,
  RunnableRule: RULES,
  RegexHits: [HITS],
  ListTransactionsRequest: [
    EVERY_FILTER,
    { limit: 50 },
    { ...EVERY_FILTER, countsAs: undefined, updatedSince: undefined },
    { ...EVERY_FILTER, tag: undefined, accountId: undefined },
    { ...EVERY_FILTER, uncategorized: false, hasFile: false },
    { ...EVERY_FILTER, countsAs: undefined, uncategorized: false },
  ],
  Rows: [liveTransactions(WORKSPACE), enteredRows(IMPORT)],
  EnteredRows: [readyRows(IMPORT)],
  'setByRules.suggested': SUGGESTED,
  'ofValidatedRows.suggested': [...SUGGESTED, null],
  FigureCheck: [...LEDGER_FIGURES, ...DEBT_CHECKS, ...TOTAL_FIGURES],
  ExportedTable: SECTIONS,
  'overwriteWorkspace.table': [EXPORTED_WORKSPACE],
  'currentAudit()': [() => AUDIT, () => undefined],
  ClaimQuestion: [
    {
      again: true,
      after: SAMPLE_TEXT,
      running: new Map([[SAMPLE_TEXT, 1]]),
      slow: [SAMPLE_TEXT],
      free: { prompt: 1, slow: 1 },
      now: new Date(0),
    },
  ],
  'single.scope': [{ userId: SAMPLE_TEXT }, { secrets: true }, { workspaceId: SAMPLE_TEXT }],
  'transaction.scope': [{ snapshot: true }, { operator: true, snapshot: true }, {}],
  'groupPage()': [() => ({ limit: 51, after: [1n, 'oxxo'] }), () => ({ limit: 51 })],
  'look.columns': EFFECTS,
  'takenDates.from': ['2026-11-01'],
  'takenDates.to': ['2026-11-30'],
  'meet.meetings': [[]],
  'movements.periods': [new Map([[SAMPLE_TEXT, [PERIOD]]])],
  'plans.ranges': [[{ card: { accountId: SAMPLE_TEXT }, oldest: PERIOD, newest: PERIOD }]],
  'stored.which': [{ limit: 51 }],
  'amounts.payment': [Money.ofMinor(1n, 'MXN')],
  'amounts.from': ['USD'],
  'amounts.date': ['2026-11-23'],
  'readPosition()': [() => ['2026-11-22', SAMPLE_TEXT], () => undefined],
};
