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
}

/** A request of the collection: an operation, and which of its named bodies it sends. */
export interface Step extends Named {
  /** The tag of the operation that it is for. */
  readonly folder: string;
  /** Whether it only makes what a later request needs. */
  readonly prepares: boolean;
}

/** What an operation needs besides the things that its path and its body name. */
interface Preparation {
  /** Operations right before it, which bring the thing into the state that it asks for. */
  readonly after?: readonly string[];
  /** Variables of which it needs the things to be there. */
  readonly needs?: readonly string[];
  /** Variables whose things are gone, or used up, afterwards. */
  readonly spends?: readonly string[];
}

const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  restoreAccount: { after: ['archiveAccount'] },
  reopenAccount: { after: ['closeAccount'] },
  restoreTransaction: { after: ['deleteTransaction'] },
  deleteTransactionPermanently: { after: ['deleteTransaction'], spends: ['transactionId'] },
  emptyTrash: { spends: ['transactionId'] },
  undoImport: { after: ['commitImport'], spends: ['importId'] },
  undoRuleRun: { after: ['createTransaction', 'createRule', 'applyRule', 'listRuleRuns'] },
  deleteExchangeRate: { after: ['setExchangeRate'] },
  getTag: { needs: ['transactionId'] },
  renameTag: { needs: ['transactionId'], spends: ['transactionId'] },
  deleteTag: { needs: ['transactionId'], spends: ['transactionId'] },
  postOccurrence: { after: ['createSchedule', 'listOccurrences'] },
  skipOccurrence: { after: ['createSchedule', 'listOccurrences'] },
  unskipOccurrence: { after: ['skipOccurrence'] },
  linkOccurrence: { after: ['createSchedule', 'listOccurrences'] },
  recordCardStatement: { after: ['listCardStatements'] },
  payCardStatement: { after: ['listCardStatements'] },
  createInstallments: { spends: ['purchaseId'] },
  retryWebhookDelivery: { after: ['testWebhook'] },
};

/** Which operation makes the thing that a variable names, where that is not `create` and its noun. */
const MAKERS: Readonly<Record<string, string>> = {
  toAccountId: 'createAccount',
  cardId: 'createAccount',
  purchaseId: 'createTransaction',
  installmentId: 'createInstallments',
  cutOff: 'listCardStatements',
  deliveryId: 'testWebhook',
  runId: 'listRuleRuns',
  nominalDate: 'listOccurrences',
  suggestionId: 'listScheduleSuggestions',
};

/** Variables of things that are made like others, with fields of their own; nothing else fills them. */
const VARIANTS = ['toAccountId', 'cardId', 'purchaseId'];

/** What is made before it is used, and used before it is gone. */
const ORDER = ['POST', 'GET', 'PUT', 'PATCH', 'POST an action', 'DELETE'];

/** All operations, those of one tag together, in an order in which each finds what it needs. */
export function stepsOf(document: OpenApi, variablesOf: (step: Named) => string[]): Step[] {
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
    const { after = [], needs = [], spends = [] } = PREPARATIONS[operationId] ?? {};
    // What others refer to cannot be deleted, so something new is.
    if (isDeletion(each)) there.delete(ownVariable(each.path));
    for (const variable of [...variablesOf(each), ...needs]) make(variable, operationId, folder);
    if (after.length > 0 && last !== after.at(-1)) for (const id of after) run(named(byId.get(id)!), folder, true);
    steps.push({ ...each, folder, prepares });
    for (const variable of each.makes) there.add(variable);
    for (const variable of spends) there.delete(variable);
    if (isDeletion(each) && operationId !== 'deleteTransaction') there.delete(ownVariable(each.path));
    if (each.method !== 'GET' || madeBy(operationId).length > 0) last = operationId;
  };
  const make = (variable: string, forOperation: string, folder: string): void => {
    const maker = byId.get(makerOf(variable));
    if (there.has(variable) || maker === undefined || maker.operation.operationId === forOperation) return;
    if ((PREPARATIONS[forOperation]?.after ?? []).includes(maker.operation.operationId)) return;
    run(named(maker, undefined, variable), folder, true);
  };

  for (const each of ordered) {
    for (const example of exampleNames(each)) run(named(each, example), each.operation.tags![0]!, false);
  }
  return steps;
}

/** The variable of the thing that `{id}` in a path names: `accountId` in `/v1/accounts/{id}/archive`. */
export function ownVariable(path: string): string {
  if (path.includes('/card-statements')) return 'cardId';
  const steps = path.split('/');
  return `${singular(steps[steps.indexOf('{id}') - 1]!)}Id`;
}

/** The variable that an operation makes the thing of, told by its answer's id. */
function madeBy(operationId: string): string[] {
  const [, noun] = /^create(\w+)$/.exec(operationId) ?? [];
  const own = noun === undefined ? [] : [`${singular(`${noun[0]!.toLowerCase()}${noun.slice(1)}`)}Id`];
  const others = Object.keys(MAKERS).filter((name) => MAKERS[name] === operationId && !VARIANTS.includes(name));
  return [...new Set([...own, ...others])];
}

function makerOf(variable: string): string {
  return MAKERS[variable] ?? `create${variable[0]!.toUpperCase()}${variable.slice(1, -'Id'.length)}`;
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

function named(each: Listed, example?: string, variable?: string): Named {
  const makes = variable === undefined ? madeBy(each.operation.operationId) : [variable];
  return { ...each, makes, ...(example !== undefined && { example }) };
}
