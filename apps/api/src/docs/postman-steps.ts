import type { CollectionStep } from '@app/kernel/pure';
import type { OpenApi, PathOperation } from './openapi-types.js';

/** An operation of the document with its address. */
export interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: PathOperation;
}

/** The same with the name of the body that it is sent with, where it has several. */
export interface Named extends Listed {
  readonly example?: string;
  /** The variables that its answer fills with the id of what was made. */
  readonly makes: readonly string[];
  /** What is sent instead of examples that cannot stand as they are. */
  readonly fields: NonNullable<CollectionStep['fields']>;
}

/** A request of the collection: an operation, and which of its named bodies it sends. */
export interface Step extends Named {
  /** The tag of the operation that it is for. */
  readonly folder: string;
  /** Whether it only makes what a later request needs. */
  readonly prepares: boolean;
}

/** What operations say of themselves, by their names. */
export type CollectionSteps = ReadonlyMap<string, CollectionStep>;

/** Which operation makes a thing that is made like others, with fields of its own; nothing else fills its variable. */
const MAKERS_OF_VARIANTS: Readonly<Record<string, string>> = {
  toAccountId: 'createAccount',
  cardId: 'createAccount',
  purchaseId: 'createTransaction',
};

/** What is made before it is used, and used before it is gone. */
const ORDER = ['POST', 'GET', 'PUT', 'PATCH', 'POST an action', 'DELETE'];

/** All operations, those of one tag together, in an order in which each finds what it needs. */
export function stepsOf(document: OpenApi, said: CollectionSteps, variablesOf: (step: Named) => string[]): Step[] {
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Listed => ({ method: method.toUpperCase(), path, operation })),
  );
  const byId = new Map(listed.map((each) => [each.operation.operationId, each]));
  const tags = (document.tags ?? []).map(({ name }) => name);
  const ordered = listed.toSorted(
    (a, b) => tags.indexOf(a.operation.tags![0]!) - tags.indexOf(b.operation.tags![0]!) || rank(a) - rank(b),
  );
  const steps: Step[] = [];
  const there = new Set<string>();
  // The operation that last changed something.
  let last = '';

  const run = (each: Named, folder: string, prepares: boolean): void => {
    const { operationId } = each.operation;
    const { after = [], needs = [], spends = [] } = said.get(operationId) ?? {};
    // What others refer to cannot be deleted, so something new is.
    if (isDeletion(each)) there.delete(ownVariable(each.path));
    for (const variable of [...variablesOf(each), ...needs]) make(variable, operationId, folder);
    if (after.length > 0 && last !== after.at(-1))
      for (const id of after) run(named(byId.get(id)!, said), folder, true);
    steps.push({ ...each, folder, prepares });
    for (const variable of each.makes) there.add(variable);
    for (const variable of spends) there.delete(variable);
    if (isDeletion(each) && operationId !== 'deleteTransaction') there.delete(ownVariable(each.path));
    if (each.method !== 'GET' || madeBy(operationId, said).length > 0) last = operationId;
  };
  const make = (variable: string, forOperation: string, folder: string): void => {
    const maker = byId.get(makerOf(variable, said));
    if (there.has(variable) || maker === undefined || maker.operation.operationId === forOperation) return;
    if ((said.get(forOperation)?.after ?? []).includes(maker.operation.operationId)) return;
    run(named(maker, said, undefined, variable), folder, true);
  };

  for (const each of ordered) {
    for (const example of exampleNames(each)) run(named(each, said, example), each.operation.tags![0]!, false);
  }
  return steps;
}

/** The variable of the thing that `{id}` in a path names: `accountId` in `/v1/accounts/{id}/archive`. */
export function ownVariable(path: string): string {
  if (path.includes('/card-statements')) return 'cardId';
  const steps = path.split('/');
  return `${singular(steps[steps.indexOf('{id}') - 1]!)}Id`;
}

/** The variables that an operation makes the things of: the one that its name says, and those that it says itself. */
function madeBy(operationId: string, said: CollectionSteps): string[] {
  const { makes } = said.get(operationId) ?? {};
  if (makes) return [...makes];
  const [, noun] = /^create(\w+)$/.exec(operationId) ?? [];
  return noun === undefined ? [] : [`${singular(`${noun[0]!.toLowerCase()}${noun.slice(1)}`)}Id`];
}

function makerOf(variable: string, said: CollectionSteps): string {
  const [maker] = [...said].find(([, { makes = [] }]) => makes.includes(variable)) ?? [];
  return (
    MAKERS_OF_VARIANTS[variable] ?? maker ?? `create${variable[0]!.toUpperCase()}${variable.slice(1, -'Id'.length)}`
  );
}

function isDeletion({ method, path }: Listed): boolean {
  return method === 'DELETE' && path.endsWith('/{id}');
}

function rank({ method, path }: Listed): number {
  const isAction = method === 'POST' && path.split('/').length > 3;
  return ORDER.indexOf(isAction ? 'POST an action' : method);
}

/** The names of the bodies of an operation; one without a name where it has a single one or none. */
function exampleNames({ operation }: Listed): (string | undefined)[] {
  const [content] = Object.values(operation.requestBody?.content ?? {});
  return content?.examples ? Object.keys(content.examples) : [undefined];
}

function singular(noun: string): string {
  return noun.endsWith('ies') ? `${noun.slice(0, -3)}y` : noun.replace(/s$/, '');
}

function named(each: Listed, said: CollectionSteps, example?: string, variable?: string): Named {
  const makes = variable === undefined ? madeBy(each.operation.operationId, said) : [variable];
  const { fields = {} } = said.get(each.operation.operationId) ?? {};
  return { ...each, makes, fields, ...(example !== undefined && { example }) };
}
