import type { FineScope, OperationDescription, ProblemKind } from '@app/kernel/pure';
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

/** What decides which problems an operation may answer without naming them. */
export interface OperationTraits {
  readonly description: OperationDescription;
  readonly method: string;
  /** The scopes that it needs, all of them. */
  readonly scopes: readonly FineScope[];
}

const always = (): boolean => true;
const needsScope = ({ description, scopes }: OperationTraits): boolean =>
  scopes.length > 0 || description.anyScopeOf !== undefined;
/** Whether it may be sent with an Idempotency-Key. */
export const isWrite = ({ method }: OperationTraits): boolean => takesIdempotencyKey(method);
/** Whether it may be asked what it would do, with dryRun. */
export const isTried = ({ description, method }: OperationTraits): boolean => takesDryRun(description, method);
/** Whether it may be sent with If-Match. */
export const changesOne = ({ description, method }: OperationTraits): boolean => takesIfMatch(description, method);
/** Whether its answer has an ETag; a file is sent while it is being written. */
export const isTagged = ({ description }: OperationTraits): boolean =>
  description.answer !== 'text/csv' && !description.streamed;
/** Whether it may be sent with If-None-Match. */
export const isRead = (traits: OperationTraits): boolean => traits.method === 'get' && isTagged(traits);

/** The problems that follow from what an operation is, so that none has to name them. */
const GENERAL: readonly (readonly [ProblemKind, (traits: OperationTraits) => boolean])[] = [
  // Also where nothing is taken: an unknown query parameter is refused everywhere.
  [ValidationFailed, always],
  [AuthInvalidToken, always],
  [AuthInsufficientScope, needsScope],
  [IdempotencyInProgress, isWrite],
  [IdempotencyKeyReused, isWrite],
  [PreconditionFailed, changesOne],
  // Also where no body is taken: one that comes all the same is read, so that its fields can be refused.
  [RequestMalformed, always],
  [PayloadTooLarge, always],
  [UnsupportedMediaType, always],
  [RateLimited, always],
  [InternalError, always],
  [ServiceUnavailable, always],
];

/** Every problem that an operation may answer: its own, those of the ids in its path, and the general ones. */
export function problemsOf(traits: OperationTraits): ProblemKind[] {
  const { pathIds = {}, pathNames = {}, pathIndexes = {}, problems = [] } = traits.description;
  const general = GENERAL.filter(([, applies]) => applies(traits)).map(([kind]) => kind);
  const own = [...Object.values({ ...pathIds, ...pathNames }), ...Object.values(pathIndexes), ...problems];
  const byCode = new Map([...general, ...own].map((kind) => [kind.code, kind]));
  return [...byCode.values()].sort((a, b) => a.status - b.status || a.code.localeCompare(b.code));
}
