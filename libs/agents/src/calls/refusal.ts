import type { Problem, ProblemError } from '@app/kernel/pure';
import { AuthInsufficientScope, detailFor, maskedKeys } from '@app/kernel/pure';
import { cleaned } from '../answers/untrusted.js';
import type { Call } from './tool.js';

export interface Refusal {
  readonly error: {
    readonly code: string;
    /** Fixed text for the problem type, without third-party text. */
    readonly problem: string;
    /** Scope that the token lacks; set only if that is the problem. */
    readonly neededScope?: string;
    /** Invalid arguments. A detail may quote an argument, which may contain third-party text. */
    readonly errors: readonly {
      readonly argument: string;
      readonly code: string;
      readonly untrusted: { readonly detail: string; readonly argument?: string };
    }[];
    /** Further members of the problem that contain only IDs, dates and amounts. */
    readonly members?: Readonly<Record<string, unknown>>;
    readonly requestId: string;
    /** Detail of this occurrence, which may name objects in the workspace. */
    readonly untrusted: { readonly detail: string };
  };
}

export function refusalOf(problem: Problem, { caller, requestId }: Call): Refusal {
  const { type, extras } = problem;
  return {
    error: {
      code: type.code,
      problem: type.meaning,
      ...neededScope(problem),
      errors: (extras.errors ?? []).map(faultOf),
      ...safeMembers(problem),
      requestId,
      untrusted: { detail: cleaned(detailFor(problem, caller)) },
    },
  };
}

/** Reads the scope from the WWW-Authenticate challenge, because tool results have no headers. */
function neededScope({ type, extras }: Problem): { neededScope?: string } {
  if (type !== AuthInsufficientScope) return {};
  const [, scope] = /scope="([a-z_: ]+)"/.exec(extras.headers?.['WWW-Authenticate'] ?? '') ?? [];
  return scope === undefined ? {} : { neededScope: scope };
}

const SAFE = /^([0-9a-f-]{36}|-?[\d.-]{1,20})$/;

function safeMembers({ extras }: Problem): Pick<Refusal['error'], 'members'> {
  const isSafe = (value: unknown): boolean =>
    Array.isArray(value) ? value.every(isSafe) : typeof value === 'number' || SAFE.test(String(value));
  const members = Object.entries(extras.members ?? {}).filter(([, value]) => isSafe(value));
  return members.length === 0 ? {} : { members: Object.fromEntries(members) };
}

const PARTS = /^#(\/([A-Za-z]\w{0,39}|\d{1,5})(?=\/|$))*/;

/**
 * Describes an invalid argument. `argument` contains only the part of the pointer that is safe to show. Names that the
 * caller sent go into `untrusted`.
 */
function faultOf(error: ProblemError): Refusal['error']['errors'][number] {
  const { pointer = error.parameter === undefined ? '#' : `#/${error.parameter}`, code, detail } = error;
  const [argument = '#'] = PARTS.exec(pointer) ?? [];
  const untrustedPath = argument === pointer ? {} : { argument: cleaned(maskedKeys(pointer)) };
  return { argument, code, untrusted: { ...untrustedPath, detail: cleaned(maskedKeys(detail)) } };
}
