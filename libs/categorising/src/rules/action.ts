import type { FieldCode, ProblemError } from '@app/kernel/pure';
import { isTagName, tagName } from '@app/ledger';
import {
  codePoints,
  fieldPointer,
  isId,
  isStorableText,
  NOTHING_ID,
  normaliseText,
  STORABLE_TEXT,
} from '@app/kernel/pure';

export const ACTION_KINDS = ['set_category', 'set_description', 'append_notes', 'add_tag'] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** An action of a rule. `value` is a category ID, a description, a line of notes or a tag, depending on `kind`. */
export interface Action {
  readonly kind: ActionKind;
  readonly value: string;
}

/** Maximum length of a transaction's notes. Rules do not append a line that does not fit. */
export const MAX_NOTES_LENGTH = 2_000;
const MAX_DESCRIPTION_LENGTH = 500;

export function keepActions(requests: readonly Action[]): { actions: Action[]; faults: ProblemError[] } {
  const faults: ProblemError[] = [];
  const actions = requests.map(({ kind, value }, index) => {
    const fault = (field: string, code: FieldCode, detail: string) =>
      faults.push({ pointer: fieldPointer(['actions', index, field]), code, detail });
    if (requests.findIndex((action) => action.kind === kind) < index)
      fault('kind', 'REPEATED', 'is already used by another action');
    if (kind === 'set_category') return { kind, value: isId(value) ? value : NOTHING_ID };
    if (kind === 'add_tag') {
      const name = normaliseText(value) as string;
      if (!isTagName(name)) fault('value', 'TAG_INVALID', tagName().detail);
      return { kind, value: name };
    }
    const [maxLength, lines] =
      kind === 'append_notes' ? ([MAX_NOTES_LENGTH, 'many'] as const) : ([MAX_DESCRIPTION_LENGTH, 'one'] as const);
    const text = normaliseText(value) as string;
    const length = codePoints(text);
    if (length < 1 || length > maxLength || !isStorableText(text, lines)) {
      fault('value', 'TEXT_INVALID', `must be text of 1 to ${maxLength} characters, ${STORABLE_TEXT}`);
    }
    return { kind, value: text };
  });
  return { actions, faults };
}

export function valueOf(actions: readonly Action[], kind: ActionKind): string | null {
  return actions.find((action) => action.kind === kind)?.value ?? null;
}
