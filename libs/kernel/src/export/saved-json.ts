import { isNote } from './exported-table.js';

/** What a value of JSON must be. */
export type Shape = (value: unknown) => boolean;

const MAX_TEXT_LENGTH = 10_000;

/** Text as it may be kept, of any length that a text has. */
export const isSavedText: Shape = isNote(MAX_TEXT_LENGTH);

/** A whole number from zero on, as an integer column holds it. */
export const isCount: Shape = (value) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31;

/** Whether a value is an object of JSON, and no list. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Null, or what it must be. */
export function orNull(shape: Shape): Shape {
  return (value) => value === null || shape(value);
}

/** A list of such values. */
export function listOf(shape: Shape): Shape {
  return (value) => Array.isArray(value) && value.every(shape);
}

/** An object with all of these members; what else it has is read by nobody. */
export function withMembers(members: Readonly<Record<string, Shape>>): Shape {
  return (value) => isRecord(value) && Object.entries(members).every(([name, shape]) => shape(value[name]));
}

/** An object with some of these members, and no other. */
export function withOnly(members: Readonly<Record<string, Shape>>): Shape {
  return (value) =>
    isRecord(value) &&
    Object.entries(value).every(([name, one]) => Object.hasOwn(members, name) && members[name]!(one));
}
