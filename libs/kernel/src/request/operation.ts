import type { ProblemKind, ProblemType } from '../problem/problem.js';
import type { FineScope, ScopeTopic } from './scopes.js';
import { readingOf } from './scopes.js';

/** A class that an answer is an instance of. */
type AnswerClass = new (...args: never[]) => object;

/** How an operation runs in the collection for Postman, where it needs more than the things that its path and its body name. */
export interface CollectionStep {
  /** Operations right before it, by their names, which bring the thing into the state that it asks for. */
  readonly after?: readonly string[];
  /** Variables of which it needs the things to be there. */
  readonly needs?: readonly string[];
  /** Variables whose things are gone, or used up, afterwards. */
  readonly spends?: readonly string[];
  /** Variables that its answer fills, where it is not `create` and a noun that makes the noun's id. */
  readonly makes?: readonly string[];
  /**
   * What is sent instead of an example that cannot stand as it is: a name that nothing else may have, a moment that passes.
   * `{{unique}}` is new in each request, `{{since}}` an hour ago, `{{transactionId}}` the id of the last transaction made.
   */
  readonly fields?: Readonly<Record<string, (example: string) => string>>;
}

/** What an operation says of itself: to its readers in the document, and to the gate that stands before it. */
export interface OperationDescription {
  /** Its name in the document, where its method and path do not say it well. */
  readonly id?: string;
  /** What it does, in the words of the API's verbs. */
  readonly summary: string;
  readonly description?: string;
  /** The class of the answer; in a list of one, the answer is a bare array. Text is told by its media type. */
  readonly answer: AnswerClass | [AnswerClass] | 'text/csv';
  /** The media types of text that it answers when asked for them, each with an example; what it sends says which it is. */
  readonly alsoAnswers?: Readonly<Partial<Record<'text/csv' | 'text/plain' | 'image/svg+xml', string>>>;
  /** Whether an answer is sent while it is being written, and so has no ETag. */
  readonly streamed?: boolean;
  /** An answer as it really looks, for the document; what it leaves out is taken from the schema's own example. */
  readonly example?: unknown;
  /** A body as a client sends it, for the document. Without it: the required fields, each with its own example. */
  readonly requestExample?: object;
  /** Several bodies, each with a name, where one does not show what the operation is for. */
  readonly requestExamples?: Readonly<Record<string, { readonly summary: string; readonly value: object }>>;
  readonly collection?: CollectionStep;
  /** What each id in the path names, told by the problem that is answered when nothing has it. */
  readonly pathIds?: Readonly<Record<string, ProblemType<[string]>>>;
  /** What each name in the path names, told likewise; what can be no name is for the operation to refuse so. */
  readonly pathNames?: Readonly<Record<string, ProblemType<[string]>>>;
  /** What each index in the path counts; one that is malformed is answered before the body is looked at, like an id. */
  readonly pathIndexes?: Readonly<Record<string, ProblemType<[string]>>>;
  /** The problems of its own, besides those that every operation may answer. */
  readonly problems?: readonly ProblemKind[];
  /** The scopes it needs, all of them, where they are not that of its controller's topic; none where any token will do. */
  readonly scopes?: readonly FineScope[];
  /** Scopes of which one is enough: it shows the parts of the answer that it reads. The operation itself checks them. */
  readonly anyScopeOf?: readonly FineScope[];
  /** False where a method that may change something does not: a preview. */
  readonly changes?: false;
  /** Whether its answer holds a secret, so that the record of an Idempotency-Key keeps it encrypted. */
  readonly answersSecret?: boolean;
  /** False where it cannot be asked what it would do: it takes a file, or tells other services. */
  readonly dryRun?: false;
  /** Whether it changes as many rows as the workspace has, so that it waits for a turn; or the fields with which it does. */
  readonly bulk?: true | readonly string[];
  /** Whether a replica of the database may answer it, where there is one: what asks much, and changes nothing (decision 0087). */
  readonly readsReplica?: true;
  /** A body that is no JSON; the operation reads it by itself. */
  readonly multipart?: boolean;
  /**
   * Whether it answers the resource that the writes beside it change, and with which their If-Match is compared. Its handler
   * takes the caller, the id or name where the path has one, and a query that may be empty. False at a write of what nothing
   * answers by itself, so that there is nothing to compare an If-Match with.
   */
  readonly resource?: boolean;
}

export const OPERATION = 'centavo:operation';

/** What the operations of a controller read or change, for the scopes that they need. */
export const SCOPE_TOPIC = 'centavo:scope-topic';

/** Whether an operation may change something: then it is an act of its caller, and may be tried and repeated. */
export function changesSomething(operation: OperationDescription, method: string): boolean {
  return operation.changes !== false && !['GET', 'HEAD'].includes(method.toUpperCase());
}

/** Whether a request of this operation changes as many rows as the workspace has. */
export function isBulk({ bulk }: OperationDescription, body: unknown): boolean {
  if (bulk === undefined || bulk === true) return bulk === true;
  return typeof body === 'object' && body !== null && bulk.some((field) => field in body);
}

/** The scopes that an operation needs, all of them. Source: contract section 18. */
export function neededScopes(
  operation: OperationDescription,
  method: string,
  topic: ScopeTopic | undefined,
): readonly FineScope[] {
  if (operation.anyScopeOf !== undefined) return [];
  if (operation.scopes !== undefined) return operation.scopes;
  if (topic === undefined) throw new Error(`${operation.summary}: neither it nor its controller says a scope`);
  if (!changesSomething(operation, method)) return [`${topic}:read`];
  if (topic === 'reports') throw new Error(`${operation.summary}: nothing in reports can be changed`);
  return [`${topic}:write`];
}

/** The scopes that are enough to ask what it would do: those that read what it changes. */
export function scopesToTry(needed: readonly FineScope[]): readonly FineScope[] {
  return [...new Set(needed.map(readingOf))];
}

/** Whether it can be asked what it would do, with `dryRun=true`. Source: contract section 17. */
export function takesDryRun(operation: OperationDescription, method: string): boolean {
  return operation.dryRun !== false && changesSomething(operation, method);
}

/** Whether a request may carry an Idempotency-Key. Source: contract section 1, "idempotency". */
export function takesIdempotencyKey(method: string): boolean {
  return ['POST', 'PATCH', 'DELETE'].includes(method.toUpperCase());
}

/** Whether a request may carry If-Match: it changes one resource. Source: contract section 1, "concurrency". */
export function takesIfMatch(operation: OperationDescription, method: string): boolean {
  const namesOne = operation.pathIds !== undefined || operation.pathNames !== undefined;
  if (operation.resource === false) return false;
  return takesIdempotencyKey(method) && (namesOne || method.toUpperCase() === 'PATCH');
}
