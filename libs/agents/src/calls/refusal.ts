import type { Problem, ProblemError } from '@app/kernel/pure';
import { AuthInsufficientScope, detailFor, maskedKeys } from '@app/kernel/pure';
import { cleaned } from '../answers/untrusted.js';
import type { Call } from './tool.js';

/** What the caller of a tool is told where it refuses: what is wrong, where, and what would be right. */
export interface Refusal {
  readonly error: {
    readonly code: string;
    /** The problem's own words of its kind: what is wrong, and what to do. They contain no text that others wrote. */
    readonly problem: string;
    /** The scope that the token lacks, where that is what is wrong. */
    readonly neededScope?: string;
    /** What is wrong with which argument; the detail may quote what was given, and so what somebody wrote. */
    readonly errors: readonly {
      readonly argument: string;
      readonly code: string;
      readonly untrusted: { readonly detail: string; readonly argument?: string };
    }[];
    readonly requestId: string;
    /** The sentence of this very case, which may name things of the workspace. */
    readonly untrusted: { readonly detail: string };
  };
}

/** A problem as a tool tells it. Source: contract section 19, "Refusals". */
export function refusalOf(problem: Problem, { caller, requestId }: Call): Refusal {
  const { type, extras } = problem;
  return {
    error: {
      code: type.code,
      problem: type.meaning,
      ...neededScope(problem),
      errors: (extras.errors ?? []).map(faultOf),
      requestId,
      untrusted: { detail: cleaned(detailFor(problem, caller)) },
    },
  };
}

/** The challenge that the header of an answer would have: an answer of a tool has no header. */
function neededScope({ type, extras }: Problem): { neededScope?: string } {
  if (type !== AuthInsufficientScope) return {};
  const [, scope] = /scope="([a-z_: ]+)"/.exec(extras.headers?.['WWW-Authenticate'] ?? '') ?? [];
  return scope === undefined ? {} : { neededScope: scope };
}

/** Names of arguments, and places in lists. */
const PARTS = /^#(\/([A-Za-z]\w{0,39}|\d{1,5})(?=\/|$))*/;

/** Where the fault lies, as far as that was not named by whoever sent it; all of it stands under `untrusted`. */
function faultOf(error: ProblemError): Refusal['error']['errors'][number] {
  const { pointer = error.parameter === undefined ? '#' : `#/${error.parameter}`, code, detail } = error;
  const [argument = '#'] = PARTS.exec(pointer) ?? [];
  const named = argument === pointer ? {} : { argument: cleaned(maskedKeys(pointer)) };
  return { argument, code, untrusted: { ...named, detail: cleaned(maskedKeys(detail)) } };
}
