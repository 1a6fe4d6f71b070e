import { isDeepStrictEqual } from 'node:util';
import type { Condition, ConditionField } from '../matching/condition.js';
import { keepConditions, OPS_OF_FIELD } from '../matching/condition.js';
import type { Action } from './action.js';
import { ACTION_KINDS, keepActions } from './action.js';

const OUTCOMES = ['applied', 'already_so', 'lost', 'stopped', 'passed_over'];

/** True if a value is a list of 1 to 20 valid conditions in normalized form. */
export function areSavedConditions(value: unknown): boolean {
  if (!isList(value, 20) || !value.every(isCondition)) return false;
  const { conditions, faults } = keepConditions(value);
  return faults.length === 0 && isDeepStrictEqual(conditions, value);
}

/** True if a value is a list of 1 to 10 valid actions of distinct kinds in normalized form. */
export function areSavedActions(value: unknown): boolean {
  if (!isList(value, 10) || !value.every(isAction)) return false;
  const { actions, faults } = keepActions(value);
  return faults.length === 0 && isDeepStrictEqual(actions, value);
}

/** True if a value has the form `{"append_notes": ["Antojo", "applied"]}`. */
export function areEffects(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).every(
    ([kind, effect]) =>
      isOneOf(kind, ACTION_KINDS) &&
      Array.isArray(effect) &&
      effect.length === 2 &&
      typeof effect[0] === 'string' &&
      isOneOf(effect[1], OUTCOMES),
  );
}

function isCondition(value: unknown): value is Condition {
  if (!isObject(value) || Object.keys(value).sort().join() !== 'field,op,value') return false;
  const { field, op, value: operand } = value;
  const isOperand = operand === null || isString(operand) || (isList(operand, 100) && operand.every(isString));
  return isOneOf(field, Object.keys(OPS_OF_FIELD)) && isOneOf(op, OPS_OF_FIELD[field as ConditionField]) && isOperand;
}

function isAction(value: unknown): value is Action {
  if (!isObject(value) || Object.keys(value).sort().join() !== 'kind,value') return false;
  return isOneOf(value['kind'], ACTION_KINDS) && isString(value['value']);
}

function isList(value: unknown, max: number): value is unknown[] {
  return Array.isArray(value) && value.length >= 1 && value.length <= max;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isOneOf(value: unknown, known: readonly string[]): boolean {
  return typeof value === 'string' && known.includes(value);
}
