import type { FieldCode, ProblemKind } from '@app/kernel/pure';
import { FIELD_CODES } from '@app/kernel/pure';

/** Codes that have a problem of their own name, in which alone they stand. */
const ALONE: readonly FieldCode[] = ['CURSOR_INVALID', 'REFERENCE_NOT_FOUND'];

/** The codes that may stand in the `errors` of a kind of problem; none where it has no such member. */
export function fieldCodesOf(kind: ProblemKind): readonly FieldCode[] {
  if (kind.example().extras.errors === undefined) return [];
  const own = ALONE.filter((code) => code === kind.code);
  return own.length > 0 ? own : FIELD_CODES.filter((code) => !ALONE.includes(code));
}
