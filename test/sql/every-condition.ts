import type {
  Condition,
  ConditionField,
  ConditionOp,
  ConditionValue,
} from '../../libs/categorising/src/matching/condition.js';
import { OPS_OF_FIELD } from '../../libs/categorising/src/matching/condition.js';

export const PATTERN = 'uber *(eats|trip)';

const VALUES: Readonly<Record<ConditionField, readonly [string, string]>> = {
  description: ['Café', 'Té'],
  notes: ['Café', 'Té'],
  amount: ['-100.00', '250.50'],
  date: ['2026-01-01', '2026-12-31'],
  accountId: ['019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04', '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d05'],
  type: ['expense', 'transfer'],
  currency: ['MXN', 'USD'],
  tag: ['viaje', 'Café'],
  category: ['', ''],
};

export const EVERY_CONDITION = Object.entries(OPS_OF_FIELD).flatMap(([field, ops]) =>
  ops.map((op): Condition => ({ field: field as ConditionField, op, value: valueFor(field as ConditionField, op) })),
);

function valueFor(field: ConditionField, op: ConditionOp): ConditionValue {
  if (op === 'is_empty') return null;
  if (op === 'matches') return PATTERN;
  return op === 'between' || op === 'one_of' ? VALUES[field] : VALUES[field][0];
}
