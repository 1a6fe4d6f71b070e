import { RegexHits } from '../../libs/categorising/src/matching/regex-hits.js';
import type { RunnableRule, RunningManner } from '../../libs/categorising/src/running/rule-evaluation.query.js';
import {
  changesBack,
  changesOf,
  noteRun,
  ON_ARRIVAL,
  ruleEvaluation,
} from '../../libs/categorising/src/running/rule-evaluation.query.js';
import { Values } from '../../libs/kernel/src/pure.js';
import { titledSql } from './golden-file.js';

const WORKSPACE = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04';
const [RUN, FIRST, SECOND, CATEGORY, TAG] = [1, 2, 3, 4, 5].map((n) => `019aa0c2-0000-7000-8000-00000000000${n}`);

/** The first rule has every action and stops later rules. The second one is minimal. */
const RULES: readonly RunnableRule[] = [
  {
    ...{ id: FIRST!, match: 'all', stopProcessing: true, tagId: TAG!, tagName: 'Viaje' },
    conditions: [{ field: 'description', op: 'contains', value: 'UBER' }],
    actions: [
      { kind: 'set_category', value: CATEGORY! },
      { kind: 'set_description', value: 'Uber' },
      { kind: 'append_notes', value: 'transporte' },
      { kind: 'add_tag', value: 'Viaje' },
    ],
  },
  {
    ...{ id: SECOND!, match: 'any', stopProcessing: false },
    conditions: [{ field: 'currency', op: 'is', value: 'USD' }],
    actions: [{ kind: 'append_notes', value: 'dólares' }],
  },
];

export function generatedRuleRuns(): string {
  const evaluated = (manner: RunningManner) => (values: Values) =>
    ruleEvaluation(WORKSPACE, RULES, () => 'select * from came_in', new RegexHits(), manner, values);
  const noted = (manner: RunningManner, everyEffect: boolean) =>
    noteRun(WORKSPACE, RUN!, new Date('2026-02-01T00:00:00Z'), everyEffect, evaluated(manner));
  const rows = (write: (values: Values) => string) => {
    const values = new Values();
    return { text: write(values), values: values.list };
  };
  return [
    titledSql('new rows', noted(ON_ARRIVAL, false)),
    titledSql('all rows, chosen categories too, each effect noted', noted({ force: true, onceInNotes: true }, true)),
    titledSql('its changes', rows(changesOf(WORKSPACE, RUN!, [FIRST!]))),
    titledSql('its changes back', rows(changesBack(WORKSPACE, RUN!))),
  ].join('\n');
}
