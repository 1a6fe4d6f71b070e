import type { CollectionStep } from '@app/kernel/pure';
import type { OpenApi, PathOperation } from './openapi-types.js';

export interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: PathOperation;
}

/** An operation with one of its example bodies. */
export interface Named extends Listed {
  readonly example?: string;
  /** Variables that get the IDs of the created resources. */
  readonly makes: readonly string[];
  readonly fields: NonNullable<CollectionStep['fields']>;
}

/** A request of the collection, which sends an operation with one of its example bodies. */
export interface Step extends Named {
  /** Tag whose folder contains the request. */
  readonly folder: string;
  /** True if the request only creates a resource for a later one. */
  readonly prepares: boolean;
}

export type CollectionSteps = ReadonlyMap<string, CollectionStep>;

/** Operations that create the resources in `VARIANTS`, by variable. */
const MAKERS_OF_VARIANTS: Readonly<Record<string, string>> = {
  toAccountId: 'createAccount',
  cardId: 'createAccount',
  savingsId: 'createAccount',
  purchaseId: 'createTransaction',
};

/** Order of the methods in the collection. Resources are created before they are used, and deleted last. */
const ORDER = ['POST', 'GET', 'PUT', 'PATCH', 'POST an action', 'DELETE'];

/** Sorts the operations by tag. Adds requests for creating the resources that an operation needs. */
export function stepsOf(document: OpenApi, options: CollectionSteps, variablesOf: (step: Named) => string[]): Step[] {
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
  let last = '';

  const run = (each: Named, folder: string, prepares: boolean): void => {
    const { operationId } = each.operation;
    const { after = [], needs = [], spends = [] } = options.get(operationId) ?? {};
    // A resource in use cannot be deleted, so the collection creates another one to delete.
    if (isDeletion(each)) there.delete(ownVariable(each.path));
    for (const variable of [...variablesOf(each), ...needs]) make(variable, operationId, folder);
    if (after.length > 0 && last !== after.at(-1))
      for (const id of after) run(named(byId.get(id)!, options), folder, true);
    steps.push({ ...each, folder, prepares });
    for (const variable of each.makes) there.add(variable);
    for (const variable of spends) there.delete(variable);
    if (isDeletion(each) && operationId !== 'deleteTransaction') there.delete(ownVariable(each.path));
    if (each.method !== 'GET' || madeBy(operationId, options).length > 0) last = operationId;
  };
  const make = (variable: string, forOperation: string, folder: string): void => {
    const maker = byId.get(makerOf(variable, options));
    if (there.has(variable) || maker === undefined || maker.operation.operationId === forOperation) return;
    if ((options.get(forOperation)?.after ?? []).includes(maker.operation.operationId)) return;
    run(named(maker, options, undefined, variable), folder, true);
  };

  for (const each of ordered) {
    for (const example of exampleNames(each)) run(named(each, options, example), each.operation.tags![0]!, false);
  }
  return steps;
}

/** Returns the variable for `{id}` in a path: `accountId` for `/v1/accounts/{id}/archive`. */
export function ownVariable(path: string): string {
  if (path.includes('/card-statements')) return 'cardId';
  const steps = path.split('/');
  return `${singular(steps[steps.indexOf('{id}') - 1]!)}Id`;
}

/** Returns the variables that an operation sets, from its options or else from its operation ID. */
function madeBy(operationId: string, options: CollectionSteps): string[] {
  const { makes } = options.get(operationId) ?? {};
  if (makes) return [...makes];
  const [, noun] = /^create(\w+)$/.exec(operationId) ?? [];
  return noun === undefined ? [] : [`${singular(`${noun[0]!.toLowerCase()}${noun.slice(1)}`)}Id`];
}

function makerOf(variable: string, options: CollectionSteps): string {
  const [maker] = [...options].find(([, { makes = [] }]) => makes.includes(variable)) ?? [];
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

/**
 * Returns the names of an operation's example bodies, or a list with undefined if the operation has at most one body.
 */
function exampleNames({ operation }: Listed): (string | undefined)[] {
  const [content] = Object.values(operation.requestBody?.content ?? {});
  return content?.examples ? Object.keys(content.examples) : [undefined];
}

function singular(noun: string): string {
  return noun.endsWith('ies') ? `${noun.slice(0, -3)}y` : noun.replace(/s$/, '');
}

function named(each: Listed, options: CollectionSteps, example?: string, variable?: string): Named {
  const makes = variable === undefined ? madeBy(each.operation.operationId, options) : [variable];
  const { fields = {} } = options.get(each.operation.operationId) ?? {};
  return { ...each, makes, fields, ...(example !== undefined && { example }) };
}
