import type { FineScope, MemberRole, OperationDescription, ProblemKind } from '@app/kernel/pure';
import {
  AuthInsufficientScope,
  AuthInvalidToken,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InternalError,
  PayloadTooLarge,
  PreconditionFailed,
  RateLimited,
  RequestMalformed,
  ServiceUnavailable,
  takesDryRun,
  takesIdempotencyKey,
  takesIfMatch,
  UnsupportedMediaType,
  ValidationFailed,
} from '@app/kernel/pure';
import { BooksClosed } from '@app/ledger';

export interface OperationTraits {
  readonly description: OperationDescription;
  readonly method: string;
  readonly scopes: readonly FineScope[];
  readonly role: MemberRole;
}

const always = (): boolean => true;
const needsScope = ({ description, scopes, role }: OperationTraits): boolean =>
  scopes.length > 0 || role !== 'viewer' || description.anyScopeOf !== undefined;
export const isWrite = ({ description, method }: OperationTraits): boolean => takesIdempotencyKey(description, method);
export const isTried = ({ description, method }: OperationTraits): boolean => takesDryRun(description, method);
export const touchesBooks = ({ description }: OperationTraits): boolean => description.touchesBooks === true;
export const changesOne = ({ description, method }: OperationTraits): boolean => takesIfMatch(description, method);
/** True if the response has an ETag. A streamed file has none, because sending starts before the file is complete. */
export const isTagged = ({ description }: OperationTraits): boolean =>
  description.answer !== 'text/csv' && !description.streamed;
export const isRead = (traits: OperationTraits): boolean =>
  traits.method === 'get' && isTagged(traits) && traits.description.recorded === undefined;

/** True if the response is a file. Clients can request ranges of it. */
export const sendsBytes = ({ description: { answer } }: OperationTraits): boolean =>
  typeof answer === 'object' && 'mediaTypes' in answer;

/** Problems that operations do not need to declare. */
const GENERAL: readonly (readonly [ProblemKind, (traits: OperationTraits) => boolean])[] = [
  [ValidationFailed, always],
  [AuthInvalidToken, always],
  [AuthInsufficientScope, needsScope],
  [IdempotencyInProgress, isWrite],
  [IdempotencyKeyReused, isWrite],
  [PreconditionFailed, changesOne],
  [BooksClosed, touchesBooks],
  // The service parses the body of every request, to reject fields that an operation does not expect.
  [RequestMalformed, always],
  [PayloadTooLarge, always],
  [UnsupportedMediaType, always],
  [RateLimited, always],
  [InternalError, always],
  [ServiceUnavailable, always],
];

/** Returns all problems of an operation: declared problems, problems of the IDs in its path, and general problems. */
export function problemsOf(traits: OperationTraits): ProblemKind[] {
  const { pathIds = {}, pathNames = {}, pathIndexes = {}, problems = [] } = traits.description;
  const general = GENERAL.filter(([, applies]) => applies(traits)).map(([kind]) => kind);
  const own = [...Object.values({ ...pathIds, ...pathNames }), ...Object.values(pathIndexes), ...problems];
  const byCode = new Map([...general, ...own].map((kind) => [kind.code, kind]));
  return [...byCode.values()].sort((a, b) => a.status - b.status || a.code.localeCompare(b.code));
}
