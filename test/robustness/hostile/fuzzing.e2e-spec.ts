import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from '../../e2e/support/api-process.js';
import { sharedApi } from '../../e2e/support/api-process.js';
import type { OpenapiDocument } from '../../e2e/support/openapi-document.js';
import { publishedDocument } from '../../e2e/support/openapi-document.js';
import type { Answer, Client } from '../../e2e/support/client.js';
import { Client as ApiClient } from '../../e2e/support/client.js';
import { ok } from '../../e2e/support/household.js';
import { sized } from '../../e2e/support/long-form.js';
import { startVerifier } from '../../e2e/support/ledger-verifier.js';
import { judgeOf } from '../../e2e/support/openapi-check.js';
import type { Household } from '../../e2e/support/household.js';
import { aRichHousehold } from '../../e2e/support/rich-household.js';
import { Random } from './random.js';
import type { RandomRequest } from './random-request.js';
import { addressOf, send, validRequest, written } from './random-request.js';
import type { PublishedOperation } from './published-operations.js';
import { publishedOperations } from './published-operations.js';
import { tamper } from './tampering.js';
import type { ResourceIds } from './resource-ids.js';
import { KINDS, resourceIdsOf } from './resource-ids.js';
import type { Source } from './valid-values.js';

const REQUESTS = Number(process.env.CENTAVO_FUZZ_REQUESTS ?? sized(3_000, 12_000));
/** `npm run test:robustness` draws a new seed. CENTAVO_FUZZ_SEED repeats a failure. */
const SEED = Number(process.env.CENTAVO_FUZZ_SEED ?? sized(20_261_122, Date.now() % 1_000_000));
/** The test reads the IDs of the workspace again after this many requests. */
const REQUESTS_PER_LOOK = 150;
const UNTAMPERED = 0.45;

const ENOUGH = 25;

let service: Service;
let home: Household;
let strangers: Household;
let document: OpenapiDocument;
let foreign: ResourceIds;

beforeAll(async () => {
  service = await sharedApi();
  [home, strangers] = [await aRichHousehold(service), await aRichHousehold(service)];
  document = await publishedDocument(service.url);
  foreign = await resourceIdsOf(strangers.api);
});
afterAll(() => service.stop());

interface Deviation {
  readonly number: number;
  readonly request: string;
  readonly story: readonly string[];
  readonly fault: string;
}

interface Outcome {
  readonly deviations: Deviation[];
  readonly byStatus: Record<string, number>;
  readonly done: Set<string>;
}

async function fuzz(
  api: Client,
  seed: number,
  count: number,
  operations = publishedOperations(document),
): Promise<Outcome> {
  const random = new Random(seed);
  const outcome: Outcome = { deviations: [], byStatus: {}, done: new Set() };
  let own = await resourceIdsOf(home.api);
  for (let number = 0; number < count && outcome.deviations.length < ENOUGH; number += 1) {
    if (number % REQUESTS_PER_LOOK === 0) own = await resourceIdsOf(home.api);
    const operation = chosen(random, operations);
    const source: Source = { random, document, path: operation.path, own, foreign };
    const request = validRequest(source, operation);
    if (!random.happens(UNTAMPERED)) tamper(source, request);
    try {
      const answer = await send(api, request);
      outcome.byStatus[answer.status] = (outcome.byStatus[answer.status] ?? 0) + 1;
      if (answer.status === 200) remember(outcome, own, operation, answer);
      const fault = allowed(request, answer);
      if (fault) outcome.deviations.push(deviation(number, request, fault));
    } catch (error) {
      outcome.deviations.push(deviation(number, request, (error as Error).message));
    }
  }
  return outcome;
}

/** Draws an operation. Operations that create resources are more likely than operations that delete them. */
function chosen(random: Random, operations: readonly PublishedOperation[]): PublishedOperation {
  const operation = random.oneOf(operations);
  return operation.method === 'DELETE' && random.happens(0.6) ? chosen(random, operations) : operation;
}

function remember(
  outcome: Outcome,
  own: ResourceIds,
  operation: PublishedOperation,
  { body }: Answer<{ id?: unknown } | undefined>,
): void {
  outcome.done.add(operation.name);
  const kind = KINDS.find(
    (candidate) => operation.name === `create${candidate[0]!.toUpperCase()}${candidate.slice(1)}`,
  );
  if (kind && typeof body?.id === 'string') own[kind].push(body.id);
}

let judge: ReturnType<typeof judgeOf>;

/** Returns a description of the violation if the request succeeded although the OpenAPI document forbids it. */
function allowed({ operation, method, body, raw, query, headers }: RandomRequest, answer: Answer): string | undefined {
  if (answer.status !== 200 || method !== operation.method) return undefined;
  const known = operation.parameters.map(({ name }) => name);
  const stray = query.find(([name]) => !known.includes(name));
  if (stray) return `200 in spite of the unknown parameter ${stray[0]}`;
  if (answer.headers['idempotency-replayed'] || raw !== undefined || headers['content-type']) return undefined;
  if (operation.body?.type !== 'application/json' || body === undefined) return undefined;
  const fault = judge.requestFault(operation.method, operation.path, JSON.parse(written(body)));
  return fault && `200 in spite of ${fault}`;
}

function deviation(number: number, request: RandomRequest, fault: string): Deviation {
  const body = JSON.stringify(request.body)?.slice(0, 600) ?? '';
  return {
    number,
    request: `${request.method} ${addressOf(request).slice(0, 300)} ${body}`,
    story: request.story,
    fault: fault.slice(0, 700),
  };
}

const exported = async ({ api }: Household) => (await api.get('/v1/export')).text;

function* withTextInEachPlace(aRequest: () => RandomRequest, text: string): Generator<RandomRequest> {
  for (const { name } of aRequest().operation.parameters.filter((parameter) => parameter.in === 'query')) {
    yield { ...aRequest(), query: [[name, text]] };
  }
  for (let place = 0; ; place += 1) {
    const request = aRequest();
    const holder = textPlaces(request.body)[place];
    if (holder === undefined) return;
    holder(text);
    yield request;
  }
}

function textPlaces(value: unknown): ((text: string) => void)[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.entries(holder).flatMap(([name, field]) =>
    typeof field === 'string' ? [(text: string) => void (holder[name] = text)] : textPlaces(field),
  );
}

describe(`random requests from the OpenAPI document (CENTAVO_FUZZ_SEED=${SEED})`, () => {
  beforeAll(() => {
    judge = judgeOf(document);
  });

  it(`responses to ${REQUESTS} random requests match the document, and invalid requests are rejected`, async () => {
    const before = await exported(strangers);
    const { deviations, byStatus, done: successes } = await fuzz(home.api, SEED, REQUESTS);
    if (process.env.CENTAVO_TEST_FIGURES)
      process.stderr.write(`${JSON.stringify({ seed: SEED, byStatus, succeeded: successes.size })}\n`);
    expect(deviations).toEqual([]);
    // As a control, a fifth of the requests must succeed, because a generator whose requests are all rejected would
    // find nothing.
    expect(byStatus['200']).toBeGreaterThan(REQUESTS * 0.2);
    expect(successes.size).toBeGreaterThan(publishedOperations(document).length * sized(0.6, 0.8));
    expect(await exported(strangers)).toBe(before);
    const verifier = startVerifier(service.database);
    for (const { workspaceId } of [home, strangers]) await verifier.expectNoDrift(workspaceId);
    verifier.stop();
  });

  it('text with SQL, array or pattern syntax does not cause a failure', async () => {
    const random = new Random(SEED);
    const own = await resourceIdsOf(home.api);
    const faults: unknown[] = [];
    let sent = 0;
    for (const operation of publishedOperations(document)) {
      const source: Source = { random, document, path: operation.path, own, foreign };
      for (const text of ['?', 'NULL', `?? $1 :a %_ \\ ' " {,}`]) {
        for (const request of withTextInEachPlace(() => validRequest(source, operation), text)) {
          sent += 1;
          await send(home.api, request).catch((error: unknown) => faults.push([operation.name, text, String(error)]));
        }
      }
    }
    expect(faults).toEqual([]);
    expect(sent).toBeGreaterThan(500);
  });

  it('detects a response field and a status that the document does not contain', async () => {
    const altered = structuredClone(document);
    delete altered.components.schemas.Account!.properties!.bank;
    altered.components.schemas.Account!.additionalProperties = false;
    delete altered.paths['/v1/transactions/{id}']!.get!.responses['200'];
    const watched = new ApiClient(service.url, home.key, Promise.resolve(judgeOf(altered)), () => service.log);
    const operations = publishedOperations(document).filter(({ path }) =>
      /^\/v1\/(accounts|transactions\/\{id\})$/.test(path),
    );
    const { deviations } = await fuzz(watched, SEED, 60, operations);
    const faults = deviations.map(({ fault }) => fault).join('\n');
    expect(faults).toContain('must NOT have additional properties');
    expect(faults).toContain('answered 200, which the document does not mention');
  });

  it('detects a request that violates the document', async () => {
    const body = { name: 'x', typeId: 'cash' };
    expect(ok(await home.api.post('/v1/accounts', body)).name).toBe('x');
    expect(judge.requestFault('POST', '/v1/accounts', body)).toBeUndefined();
    expect(judge.requestFault('POST', '/v1/accounts', { ...body, name: 7 })).toContain('/name');
  });
});
