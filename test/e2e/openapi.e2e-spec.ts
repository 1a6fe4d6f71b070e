import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { escaped, schemaFaults } from './support/openapi-check.js';
import type { Media, OpenapiDocument, Operation, Schema } from './support/openapi-document.js';
import { publishedDocument, resolved as resolvedIn } from './support/openapi-document.js';
import { routesOfBuild } from './support/routes.js';

let api: Service;
let document: OpenapiDocument;

beforeAll(async () => {
  api = await sharedApi();
  document = await publishedDocument(api.url);
});

afterAll(async () => {
  await api.stop();
});

describe('the OpenAPI document', () => {
  it('describes the API and its authentication scheme', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: 'Centavo', version: '1.0.0', license: { identifier: 'Apache-2.0' } });
    expect(document.info).toMatchObject({ contact: { name: 'Centavo', url: api.url } });
    expect(document.servers).toEqual([{ url: api.url }]);
    const schemes = Object.entries(document.components.securitySchemes);
    expect(schemes).toEqual([
      ['bearer', expect.objectContaining({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }) as unknown],
    ]);
    expect(document.security).toEqual([{ bearer: [] }]);
  });

  it('passes the recommended rules of two linters, which find errors in a broken document', async () => {
    const responses = { 200: { description: 'x' } };
    // Omits schemas, because linting them takes seconds.
    const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer' }, example: 'many' }];
    const broken = {
      ...document,
      components: {},
      security: [],
      paths: { '/v1/x': { get: { parameters, responses } } },
    };
    const [ofDocument, ofBroken] = await spectral(document, broken);
    expect([await redocly(document), ofDocument]).toEqual([[], []]);
    expect([await redocly(broken), ofBroken]).toEqual([
      expect.arrayContaining(['operation-operationId']),
      expect.arrayContaining(['operation-operationId', 'operation-tags', 'oas3-valid-media-example']),
    ]);
  });

  it('lists all routes under /v1 and no others', async () => {
    const published = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const served = (await routesOfBuild(api.database.url)).filter((route) => /^[A-Z]+ \/v1\//.test(route));
    expect(served.length).toBeGreaterThan(20);
    expect(published.sort()).toEqual(served);
  });

  it('matches the response types of the test client, which npm run docs generates', () => {
    const typed = [...readFileSync('test/e2e/support/successes.ts', 'utf8').matchAll(/^ {2}'(.*)': (\w+?)(\[\])?;$/gm)];
    const declared = typed.map(([, operation, name, list = '']) => `${operation} ${name!.replace(/View$/, '')}${list}`);
    const answered = operations().flatMap(({ method, path, operation }) => {
      const { schema } = operation.responses['200']!.content!['application/json'] ?? {};
      if (schema === undefined) return [];
      const done = schema.anyOf?.[0] ?? schema;
      const reference = done.items?.$ref ?? done.$ref!;
      const name = reference.slice(reference.lastIndexOf('/') + 1);
      return [`${method.toUpperCase()} ${path} ${name}${done.items ? '[]' : ''}`];
    });
    expect(declared.toSorted()).toEqual(answered.toSorted());
  });

  it('gives each operation a unique operationId, a description and a described tag', () => {
    const names = operations().map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z][a-zA-Z]+$/.test(name))).toEqual([]);
    expect(
      operations()
        .filter(({ operation }) => !operation.description)
        .map(({ path }) => path),
    ).toEqual([]);
    const chapters = document.tags.map(({ name }) => name);
    expect(operations().filter(({ operation }) => !chapters.includes(operation.tags[0]!))).toEqual([]);
  });

  it('lists the problems and headers common to each kind of operation', () => {
    for (const { method, path, operation } of operations()) {
      const codes = problemCodes(operation);
      expect(codes).toEqual(expect.arrayContaining(['AUTH_INVALID_TOKEN', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE']));
      expect(codes).toEqual(
        expect.arrayContaining(['REQUEST_MALFORMED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']),
      );
      const headers = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header');
      const names = headers.map(({ name }) => name);
      // Exports are streamed without an ETag. The ETag of an assertion does not cover its status, so a 304 could be wrong.
      const isNever304 = ['/v1/export', '/v1/assertions/{id}'].includes(path);
      const isConditional = method === 'get' && !path.endsWith('/statement') && !isNever304;
      expect([path, names.includes('If-None-Match')]).toEqual([path, isConditional]);
      expect([path, '304' in operation.responses]).toEqual([path, isConditional]);
      const needsScope = path !== '/v1/account-types';
      expect([path, codes.includes('AUTH_INSUFFICIENT_SCOPE')]).toEqual([path, needsScope]);
      if (path.includes('{id}')) expect([path, codes.some((code) => /_NOT_FOUND$/.test(code))]).toEqual([path, true]);
    }
  });

  it('describes every parameter and every successful response', () => {
    const undocumented = operations().flatMap(({ path, operation }) => [
      ...(operation.parameters ?? [])
        .filter((parameter) => !parameter.description)
        .map(({ name }) => `${path} ${name}`),
      ...(operation.responses['200']!.description?.endsWith('.') ? [] : [`the answer of ${path}`]),
    ]);
    expect(undocumented).toEqual([]);
  });

  it('documents the Idempotency-Replayed header for every change', () => {
    const changes = operations().filter(({ method }) => ['post', 'patch', 'delete'].includes(method));
    const undocumented = changes.filter(
      ({ operation }) => !operation.responses['200']!.headers?.['Idempotency-Replayed'],
    );
    expect([changes.length > 20, undocumented.map(({ path }) => path)]).toEqual([true, []]);
  });
});

describe('the schemas of the OpenAPI document', () => {
  it('request schemas forbid unknown fields, and response schemas require every field', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (schema.properties === undefined || name === 'ProblemError') continue;
      if (name.endsWith('Request')) expect([name, schema.additionalProperties]).toEqual([name, false]);
      else
        expect([name, schema.required]).toEqual([
          name,
          Object.keys(schema.properties).filter((field) => field !== 'operation'),
        ]);
    }
  });

  it('defines a format, pattern or enum for IDs, dates, amounts, rates and currencies', () => {
    const precise = (schema: Schema): boolean => Boolean(schema.format ?? schema.pattern ?? schema.enum);
    const exact = /^(id|date|amount|rate|currency|balance)$|(Id|At|Date|Amount|Balance|Rate|Currency)$/;
    const loose = responseFields().filter(({ field, schema }) => {
      return isText(schema) && exact.test(field) && field !== 'externalId' && !precise(schema);
    });
    expect(loose.map(({ name }) => name)).toEqual([]);
  });

  it('every string of a response has an example', () => {
    const missing = responseFields().filter(({ schema }) => isText(schema) && !schema.enum && !schema.examples);
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('schemas have distinct names without a generated suffix', () => {
    expect(Object.keys(document.components.schemas).filter((name) => /\d$/.test(name))).toEqual([]);
  });

  it('every schema and field has a description', () => {
    const undocumented = Object.entries(document.components.schemas).flatMap(([name, schema]) => [
      ...(schema.description ? [] : [name]),
      ...undescribed(name, schema),
    ]);
    expect(undocumented).toEqual([]);
  });

  it('the description of a response field says when the field is null if and only if the field can be null', () => {
    const faults = Object.entries(document.components.schemas)
      .filter(([name]) => !name.endsWith('Request'))
      .flatMap(([name, schema]) => nullFaults(name, schema));
    expect(faults).toEqual([]);
    const contact: Schema = { type: ['string', 'null'], description: 'ID of the contact.' };
    const category: Schema = { type: 'string', description: 'ID of the category; null for no category.' };
    expect(nullFaults('Planted', { properties: { contact, category } })).toEqual([
      'Planted.contact: ID of the contact.',
      'Planted.category: ID of the category; null for no category.',
    ]);
  });

  it.each([
    ['Transaction', 'type', 8],
    ['CreateTransactionRequest', 'type', 8],
    ['Condition', 'field', 9],
    ['ConditionRequest', 'field', 9],
  ])('defines a variant of %s for each %s', (name, field, count) => {
    const { oneOf, discriminator } = document.components.schemas[name]!;
    const mapped = Object.entries(discriminator!.mapping);
    expect([discriminator!.propertyName, mapped.length]).toEqual([field, count]);
    expect(new Set(mapped.map(([, reference]) => reference))).toEqual(new Set(oneOf!.map(({ $ref }) => $ref)));
    for (const [value, $ref] of mapped) {
      const form = resolved<Schema>({ $ref });
      expect([value, form.properties![field]!.enum]).toEqual([value, expect.arrayContaining([value])]);
      expect(form.required).toContain(field);
    }
  });

  it('request schemas have no defaults, so that generated clients keep the fields optional', () => {
    const requests = Object.entries(document.components.schemas).filter(([name]) => name.endsWith('Request'));
    expect(
      requests.filter(([, schema]) => JSON.stringify(schema).includes('"default":')).map(([name]) => name),
    ).toEqual([]);
  });

  it('every numeric schema is an integer', () => {
    expect(JSON.stringify(document.components.schemas)).not.toMatch(/"type":(\[[^\]]*)?"number"/);
  });
});

describe('the examples of the OpenAPI document', () => {
  it('idempotency keys, cursors and If-Match have no examples', () => {
    const parameters = operations().flatMap(({ operation }) =>
      (operation.parameters ?? []).map((parameter) => resolved(parameter)),
    );
    const shared = parameters.filter(({ name }) => ['Idempotency-Key', 'cursor', 'If-Match'].includes(name));
    expect(shared.length).toBeGreaterThan(30);
    expect(shared.filter((parameter) => 'example' in parameter || parameter.schema.examples)).toEqual([]);
  });

  it('every request and response has a valid example', () => {
    const faultOf = schemaFaults(document);
    const faults: string[] = [];
    for (const { where, pointer, media } of everyMedia()) {
      const examples = media.examples
        ? Object.values(media.examples).map((example) => resolved(example))
        : [{ value: media.example }];
      for (const { value } of examples) {
        const fault = value === undefined ? 'it has none' : faultOf(`${pointer}/schema`, value);
        if (fault !== undefined) faults.push(`${where}: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

describe('the problem pages', () => {
  it('every problem has a page and is listed in docs/errors.md', async () => {
    const index = await (await fetch(`${api.url}/problems`)).text();
    const slugs = [...index.matchAll(/href="\/problems\/([a-z-]+)"/g)].map(([, slug]) => slug!);
    expect(slugs.length).toBeGreaterThan(20);
    const written = readFileSync('docs/errors.md', 'utf8');
    for (const slug of slugs) {
      const page = await fetch(`${api.url}/problems/${slug}`);
      const code = slug.toUpperCase().replaceAll('-', '_');
      expect([slug, page.status]).toEqual([slug, 200]);
      expect(await page.text()).toContain(code);
      expect(written).toContain(`### ${code}\n`);
    }
  });

  it.each([
    ['cursor-invalid', ['CURSOR_INVALID'], 'GET /v1/transactions'],
    ['reference-not-found', ['REFERENCE_NOT_FOUND'], 'POST /v1/transactions'],
    ['validation-failed', expect.arrayContaining(['AMOUNT_INVALID', 'UNKNOWN_FIELD']), null],
    ['account-not-found', [], 'GET /v1/accounts/{id}'],
  ])('lists the field codes and operations of the problem %s', async (slug, codes, operation) => {
    const page = await (await fetch(`${api.url}/problems/${slug}`)).text();
    const [, fields = ''] = /<h2>Field codes<\/h2>.*?<\/p><p>(.*?)<\/p>/.exec(page) ?? [];
    expect([...fields.matchAll(/<code>(\w+)<\/code>/g)].map(([, code]) => code)).toEqual(codes);
    const copy = await (await fetch(`${api.url}/problems/${slug}.md`)).text();
    for (const text of [page, copy]) expect(text).toContain(operation ?? 'Every operation can return this problem.');
    expect(copy.includes('## Field codes')).toBe(fields !== '');
  });

  it('the type URL of a problem leads to its page', async () => {
    const problem = (await (await fetch(`${api.url}/v1/accounts`)).json()) as { type: string };
    expect((await fetch(problem.type)).headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('returns 404 for an unknown problem', async () => {
    const answer = await api.client().get('/problems/no-such-problem');
    expect(answer.status).toBe(404);
    expect(answer.body.code).toBe('ROUTE_NOT_FOUND');
  });
});

describe('the developer pages', () => {
  it.each(['/docs', '/problems', '/problems/validation-failed'])(
    'the page %s loads nothing from other hosts',
    async (path) => {
      const answer = await fetch(`${api.url}${path}`);
      const policy = answer.headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe|style-src [^;]*unsafe/);
      const addresses = [...(await answer.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
      expect(addresses.filter((address) => !address.startsWith('/') && address !== 'data:,')).toEqual([]);
    },
  );

  it('serves the scripts of the API explorer', async () => {
    for (const name of ['swagger-ui.js', 'start.js']) {
      const answer = await fetch(`${api.url}/docs/${name}`);
      expect([name, answer.status]).toEqual([name, 200]);
      expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
    }
  });
});

function operations(): { method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

function problemCodes(operation: Operation): string[] {
  return Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, response]) => Object.keys(resolved(response).content!['application/problem+json']!.examples!));
}

function* everyMedia(): Generator<{ where: string; pointer: string; media: Media }> {
  for (const { method, path, operation } of operations()) {
    const at = `#/paths/${escaped(path)}/${method}`;
    for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
      const pointer = `${at}/requestBody/content/${escaped(type)}`;
      yield { where: `the request of ${method} ${path}`, pointer, media };
    }
    for (const [status, response] of Object.entries(operation.responses)) {
      for (const [type, media] of Object.entries(resolved(response).content ?? {})) {
        const pointer = `${response.$ref ?? `${at}/responses/${status}`}/content/${escaped(type)}`;
        yield { where: `the ${status} of ${method} ${path}`, pointer, media };
      }
    }
  }
}

function responseFields(): { name: string; field: string; schema: Schema }[] {
  const schemas = Object.entries(document.components.schemas);
  return schemas
    .filter(([name, { properties }]) => properties && !name.endsWith('Request') && !name.startsWith('Problem'))
    .flatMap(([name, { properties }]) =>
      Object.entries(properties!).map(([field, property]) => {
        return { name: `${name}.${field}`, field, schema: property.items ?? property };
      }),
    );
}

function undescribed(name: string, { properties = {}, items, allOf = [] }: Schema): string[] {
  const within = [...(items ? [items] : []), ...allOf].flatMap((part) => undescribed(name, part));
  const fields = Object.entries(properties).flatMap(([field, schema]) => [
    ...(schema.description ? [] : [`${name}.${field}`]),
    ...undescribed(`${name}.${field}`, schema),
  ]);
  return [...within, ...fields];
}

function nullFaults(name: string, { properties = {}, items, allOf = [] }: Schema): string[] {
  const within = [...(items ? [items] : []), ...allOf].flatMap((part) => nullFaults(name, part));
  const fields = Object.entries(properties).flatMap(([field, schema]) => {
    const { description = '' } = schema;
    // A JSON column of an export has no type and may be null.
    const isTyped = Object.keys(schema).some((key) => ['type', '$ref', 'anyOf', 'oneOf', 'enum'].includes(key));
    const isWrong = isTyped && isNullable(schema) !== /\bnull\b/i.test(description);
    return [...(isWrong ? [`${name}.${field}: ${description}`] : []), ...nullFaults(`${name}.${field}`, schema)];
  });
  return [...within, ...fields];
}

function isNullable({ type, anyOf = [] }: Schema): boolean {
  return [type].flat().includes('null') || anyOf.some(isNullable);
}

function isText(schema: Schema): boolean {
  return [schema.type].flat().includes('string');
}

function resolved<Node extends { readonly $ref?: string }>(node: Node): Node {
  return resolvedIn(document, node);
}

/** Returns the rules in Redocly's recommended set that a document violates, both errors and warnings. */
async function redocly(openApi: object): Promise<string[]> {
  const args = [resolve('node_modules/@redocly/cli/bin/cli.js'), 'lint', '--format=json'];
  const report = JSON.parse(/^\{[\s\S]*^\}/m.exec(await linted([openApi], args))![0]) as {
    problems: { ruleId: string }[];
  };
  // The paths are not ambiguous: a literal segment takes precedence over a parameter (OpenAPI 3.1.0, 4.8.8.2).
  return report.problems.map(({ ruleId }) => ruleId).filter((rule) => rule !== 'no-ambiguous-paths');
}

/** Returns the rules in Spectral's OpenAPI set that each document violates, at any severity. */
async function spectral(...openApis: object[]): Promise<string[][]> {
  const findings = JSON.parse(await linted(openApis, [resolve('test/e2e/support/spectral.mjs')])) as {
    code: string;
  }[][];
  return findings.map((results) => results.map(({ code }) => code));
}

async function linted(openApis: readonly object[], args: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'centavo-openapi-'));
  const files = openApis.map((_, n) => join(folder, `openapi-${n}.json`));
  files.forEach((file, n) => writeFileSync(file, JSON.stringify(openApis[n])));
  const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((done) => {
    execFile(process.execPath, [...args, ...files], { env }, (_, output) => {
      rmSync(folder, { recursive: true, force: true });
      done(output);
    });
  });
}
