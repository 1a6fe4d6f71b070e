import type { FieldCode, ProblemKind } from '@app/kernel/pure';
import { FIELD_CODES } from '@app/kernel/pure';

/** Field codes that occur only in the problem of the same code. */
const ALONE: readonly FieldCode[] = ['CURSOR_INVALID', 'REFERENCE_NOT_FOUND'];

/** Returns the codes that can occur in the `errors` of a problem. */
export function fieldCodesOf(kind: ProblemKind): readonly FieldCode[] {
  if (kind.example().extras.errors === undefined) return [];
  const own = ALONE.filter((code) => code === kind.code);
  return own.length > 0 ? own : FIELD_CODES.filter((code) => !ALONE.includes(code));
}
