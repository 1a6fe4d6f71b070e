import { isNote } from './exported-table.js';

export type Shape = (value: unknown) => boolean;

const MAX_TEXT_LENGTH = 10_000;

export const isSavedText: Shape = isNote(MAX_TEXT_LENGTH);

export const isCount: Shape = (value) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function orNull(shape: Shape): Shape {
  return (value) => value === null || shape(value);
}

export function listOf(shape: Shape): Shape {
  return (value) => Array.isArray(value) && value.every(shape);
}

/** Returns a shape that accepts objects with all of these members. Ignores other members. */
export function withMembers(members: Readonly<Record<string, Shape>>): Shape {
  return (value) => isRecord(value) && Object.entries(members).every(([name, shape]) => shape(value[name]));
}

/** Returns a shape that accepts objects with only these members. All of them are optional. */
export function withOnly(members: Readonly<Record<string, Shape>>): Shape {
  return (value) =>
    isRecord(value) &&
    Object.entries(value).every(([name, one]) => Object.hasOwn(members, name) && members[name]!(one));
}
