import type { ProblemKind, ProblemType } from '../problem/problem.js';
import type { MemberRole } from './member-role.js';
import { isForOwners } from './member-role.js';
import type { FineScope, ScopeTopic } from './scopes.js';
import { readingOf } from './scopes.js';

/** A response that is a file of one of these media types. Clients can request ranges of it (RFC 9110). */
export interface BytesAnswer {
  readonly mediaTypes: readonly string[];
}

type AnswerClass = new (...args: never[]) => object;

/** Preparation of an operation in the Postman collection, if it needs more than the resources in its path and body. */
export interface CollectionStep {
  readonly after?: readonly string[];
  readonly needs?: readonly string[];
  readonly spends?: readonly string[];
  readonly makes?: readonly string[];
  /**
   * Replacements for example values that can be sent only once, such as a unique name or the current time. `{{unique}}`
   * is different in each request, `{{since}}` is an hour ago, and `{{transactionId}}` is the transaction that was
   * created last.
   */
  readonly fields?: Readonly<Record<string, (example: string) => string>>;
}

export interface OperationDescription {
  /** Operation ID in the OpenAPI document, if it does not follow from the method and path. */
  readonly id?: string;
  readonly summary: string;
  readonly description?: string;
  /** Class of the response body. A list with one class stands for a JSON array, and a string is a media type. */
  readonly answer: AnswerClass | [AnswerClass] | 'text/csv' | BytesAnswer;
  /** Additional media types of the response, each with an example. The handler sets the Content-Type. */
  readonly alsoAnswers?: Readonly<
    Partial<Record<'text/csv' | 'text/plain' | 'image/svg+xml' | 'application/zip', string>>
  >;
  /** True if the response is streamed. Such a response has no ETag. */
  readonly streamed?: boolean;
  readonly example?: unknown;
  readonly requestExample?: object;
  readonly requestExamples?: Readonly<Record<string, { readonly summary: string; readonly value: object }>>;
  readonly collection?: CollectionStep;
  /** Problem for each ID in the path, reported if no resource has this ID. */
  readonly pathIds?: Readonly<Record<string, ProblemType<[string]>>>;
  /**
   * Problem for each name in the path, reported if no resource has this name. The operation itself rejects malformed
   * names.
   */
  readonly pathNames?: Readonly<Record<string, ProblemType<[string]>>>;
  /**
   * Problem for each index in the path, reported if the index does not exist. Like a malformed ID, a malformed index is
   * rejected before the body is read.
   */
  readonly pathIndexes?: Readonly<Record<string, ProblemType<[string]>>>;
  /** Problems in addition to the problems of every operation. */
  readonly problems?: readonly ProblemKind[];
  /** Required scopes, if they differ from the scopes of the controller's topic. Empty if any token is enough. */
  readonly scopes?: readonly FineScope[];
  /** Scopes of which the caller needs at least one. The operation filters its response by the caller's scopes. */
  readonly anyScopeOf?: readonly FineScope[];
  /** Minimum role of the operation, if it does not follow from the scopes. A dry run needs only `viewer`. */
  readonly role?: MemberRole;
  /** True if members may also run the operation on themselves, with the lowest role. Their ID is in the path. */
  readonly onOneself?: true;
  /** False for a preview, which is not a GET but does not change data. */
  readonly changes?: false;
  /** True if the response contains a secret. In this case, its idempotency record is encrypted. */
  readonly answersSecret?: boolean;
  /** False if the operation does not support dry runs, because it takes a file or calls other services. */
  readonly dryRun?: false;
  /**
   * True if the operation may change any number of rows and must therefore queue. A list contains body fields, each of
   * which makes the operation queue. An object names a list in the body, and the number of items from which the
   * operation queues.
   */
  readonly bulk?: true | readonly string[] | { readonly list: string; readonly from: number };
  /** True for an expensive read that a replica may serve (decision 0087). */
  readonly readsReplica?: true;
  /** True if the body is multipart. In this case, the operation reads it itself. */
  readonly multipart?: boolean;
  /**
   * True if If-Match is compared with the result of this operation, which returns the resource that the controller's
   * writes change. Its handler takes the caller, the ID or name in the path (if there is one) and a query that may be
   * empty. False for a write that does not support If-Match, because no operation returns its resource.
   */
  readonly resource?: boolean;
  /**
   * Fields of the response that its ETag covers, if the service computes the other fields when it reads them. Such a
   * response is never 304.
   */
  readonly recorded?: readonly string[];
  /** True if a PUT accepts Idempotency-Key and If-Match. Other methods always accept them. */
  readonly guarded?: true;
  /** True if the path contains personal data. The audit log then has the ID that the operation names instead. */
  readonly hidesPath?: true;
  /**
   * True if the operation may change transactions or opening balances of days in closed books. Such an operation
   * accepts `intoClosed`.
   */
  readonly touchesBooks?: true;
  /** Controller whose resource is compared with If-Match, if it is not this controller. */
  readonly resourceOf?: abstract new (...args: never[]) => object;
}

export const OPERATION = 'centavo:operation';

export const SCOPE_TOPIC = 'centavo:scope-topic';

export function changesSomething(operation: OperationDescription, method: string): boolean {
  return operation.changes !== false && !['GET', 'HEAD'].includes(method.toUpperCase());
}

export function isBulk({ bulk }: OperationDescription, body: unknown): boolean {
  if (bulk === undefined || bulk === true) return bulk === true;
  if (typeof body !== 'object' || body === null) return false;
  if ('list' in bulk) {
    const items = (body as Readonly<Record<string, unknown>>)[bulk.list];
    return Array.isArray(items) && items.length >= bulk.from;
  }
  return bulk.some((field) => field in body);
}

export function neededScopes(
  operation: OperationDescription,
  method: string,
  topic: ScopeTopic | undefined,
): readonly FineScope[] {
  if (operation.anyScopeOf !== undefined) return [];
  if (operation.scopes !== undefined) return operation.scopes;
  if (topic === undefined)
    throw new Error(`${operation.summary}: neither the operation nor its controller sets a scope`);
  if (!changesSomething(operation, method)) return [`${topic}:read`];
  if (topic === 'reports') throw new Error(`${operation.summary}: nothing in reports can be changed`);
  return [`${topic}:write`];
}

/** Returns the least role for an operation. Only owners change webhooks and the settings of the workspace. */
export function neededRole(operation: OperationDescription, method: string, scopes: readonly FineScope[]): MemberRole {
  if (operation.role !== undefined) return operation.role;
  if (!changesSomething(operation, method)) return 'viewer';
  return scopes.some(isForOwners) ? 'owner' : 'editor';
}

export function scopesToTry(needed: readonly FineScope[]): readonly FineScope[] {
  return [...new Set(needed.map(readingOf))];
}

export function takesDryRun(operation: OperationDescription, method: string): boolean {
  return operation.dryRun !== false && changesSomething(operation, method);
}

export function takesIdempotencyKey({ guarded }: OperationDescription, method: string): boolean {
  return guarded === true || ['POST', 'PATCH', 'DELETE'].includes(method.toUpperCase());
}

export function takesIfMatch(operation: OperationDescription, method: string): boolean {
  const namesOne = operation.pathIds !== undefined || operation.pathNames !== undefined;
  if (operation.resource === false) return false;
  return takesIdempotencyKey(operation, method) && (namesOne || ['PATCH', 'PUT'].includes(method.toUpperCase()));
}
