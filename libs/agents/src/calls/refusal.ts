import type { Problem, ProblemError } from '@app/kernel';
import { maskedKeys } from '@app/kernel';
import { cleaned } from '../answers/untrusted.js';

/** What the caller of a tool is told where it refuses: what is wrong, where, and what would be right. */
export interface Refusal {
  readonly error: {
    readonly code: string;
    /** The problem's own words of its kind: what is wrong, and what to do. They contain no text that others wrote. */
    readonly problem: string;
    /** What is wrong with which argument; the detail may quote what was given, and so what somebody wrote. */
    readonly errors: readonly {
      readonly argument: string;
      readonly code: string;
      readonly untrusted: { readonly detail: string };
    }[];
    readonly requestId: string;
    /** The sentence of this very case, which may name things of the workspace. */
    readonly untrusted: { readonly detail: string };
  };
}

/** A problem as a tool tells it. Source: contract section 19, "Refusals". */
export function refusalOf({ type, detail, extras }: Problem, requestId: string): Refusal {
  return {
    error: {
      code: type.code,
      problem: type.meaning,
      errors: (extras.errors ?? []).map((error) => ({
        argument: argumentOf(error),
        code: error.code,
        untrusted: { detail: cleaned(maskedKeys(error.detail)) },
      })),
      requestId,
      untrusted: { detail: cleaned(maskedKeys(detail)) },
    },
  };
}

function argumentOf({ pointer, parameter }: ProblemError): string {
  return cleaned(maskedKeys(pointer ?? (parameter === undefined ? '#' : `#/${parameter}`)));
}
