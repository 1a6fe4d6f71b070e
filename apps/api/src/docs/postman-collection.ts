import { EXAMPLE_ID, EXAMPLE_IDS } from '@app/kernel/pure';
import type { OpenApi, Parameter, Response } from './openapi-types.js';
import type { CollectionSteps, Named, Step } from './postman-steps.js';
import { SAMPLE_INVOICE } from './postman-invoice.js';
import { ownVariable, stepsOf } from './postman-steps.js';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const BOUNDARY = 'centavo-statement';
const ACCOUNT = ['name="accountId"', '{{accountId}}'] as const;
const STATEMENT = [
  'name="file"; filename="movimientos.csv"',
  ['Fecha,Descripción,Monto', '20/11/2026,CAFE NIN,-85.00', '19/11/2026,NOMINA,12500.00', ''].join('\r\n'),
] as const;
/**
 * Form part with a file. Its content differs in every run, because a file with the same bytes would be the file of an
 * earlier run.
 */
const RECEIPT = [
  'name="file"; filename="ticket.xml"',
  '<?xml version="1.0" encoding="UTF-8"?><ticket folio="{{unique}}"/>',
] as const;

const FORMS: Readonly<Record<string, readonly (readonly [head: string, content: string])[]>> = {
  uploadFile: [RECEIPT],
  uploadInvoices: [['name="file"; filename="consulta.xml"', SAMPLE_INVOICE]],
};

/** Script that sets unique names and recent dates before each request. */
const BEFORE_EACH = [
  "pm.collectionVariables.set('unique', Math.random().toString(36).slice(2, 10));",
  "pm.collectionVariables.set('since', new Date(Date.now() - 3600000).toISOString());",
];

/** Fields in which a created resource differs from the example, by the variable that gets its ID. */
const VARIANTS: Readonly<Record<string, object>> = {
  toAccountId: { currency: 'USD' },
  cardId: {
    ...{ name: 'Tarjeta', typeId: 'credit_card', fxMode: 'auto', fixedRate: null, alertThreshold: null },
    ...{ openingBalance: '1200.00', card: { creditLimit: '50000.00', cutOffDay: 7 } },
  },
  purchaseId: { accountId: '{{cardId}}' },
  savingsId: { openingBalance: '20000.00' },
};

/**
 * Converts the OpenAPI document to a Postman collection (format 2.1). A request sends its example and saves the ID of
 * the resource that it creates for later requests. All requests succeed when they run in order (decision 0037).
 */
export function postmanCollection(document: OpenApi, said: CollectionSteps, baseUrl: string): object {
  const steps = stepsOf(document, said, variablesOf);
  const folders = (document.tags ?? []).map(({ name, description }) => ({ name, description, item: [] as object[] }));
  for (const step of steps) folders.find(({ name }) => name === step.folder)!.item.push(itemOf(step));
  return {
    info: {
      name: 'Centavo',
      description:
        'Every operation with its example. Set `token` to an API key with the scope read_write, and run from top to bottom.',
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'token', value: '' },
      ...variables(steps).map((key) => ({ key, value: '' })),
    ],
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: BEFORE_EACH } }],
    item: folders,
  };
}

function itemOf(step: Step): object {
  const { operation, method, path } = step;
  const body = bodyOf(step);
  const headers = body && 'header' in body ? body.header : [];
  return {
    name: [operation.summary, step.example && `(${step.example})`, step.prepares && '(needed below)']
      .filter(Boolean)
      .join(' '),
    request: {
      method,
      description: operation.description ?? '',
      header: headers,
      url: urlOf(path, operation.parameters ?? []),
      ...(body && { body: body.body }),
    },
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: testOf(step) } }],
    response: [],
  };
}

function urlOf(path: string, parameters: readonly Parameter[]): object {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathValue(path, name, parameters));
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const needed = query.filter(({ required }) => required).map(({ name, example }) => `${name}=${asText(example)}`);
  return {
    raw: `{{baseUrl}}${filled}${needed.length > 0 ? `?${needed.join('&')}` : ''}`,
    host: ['{{baseUrl}}'],
    path: filled.split('/').slice(1),
    // Optional query parameters are disabled.
    query: query.map(({ name, description, example, schema, required }) => ({
      key: name,
      value: asText(example ?? schema.enum?.[0]),
      description: description ?? '',
      ...(!required && { disabled: true }),
    })),
  };
}

function pathValue(path: string, name: string, parameters: readonly Parameter[]): string {
  if (name === 'id') return `{{${ownVariable(path)}}}`;
  if (name.endsWith('Id') || ['nominalDate', 'cutOff'].includes(name)) return `{{${name}}}`;
  return encodeURIComponent(asText(parameters.find((parameter) => parameter.name === name)?.example));
}

function bodyOf({ operation, example, makes, fields }: Named): { body: object; header?: object[] } | undefined {
  const [[type, media] = []] = Object.entries(operation.requestBody?.content ?? {});
  if (type === undefined || media === undefined) return undefined;
  if (type === 'multipart/form-data') {
    return formBody(...(FORMS[operation.operationId] ?? [ACCOUNT, STATEMENT]));
  }
  const named = (example === undefined ? Object.values(media.examples ?? {})[0] : media.examples![example]) as
    { value: unknown } | undefined;
  const written = JSON.stringify(
    {
      ...fresh(fields, named?.value ?? media.example),
      ...makes.map((variable) => VARIANTS[variable]).reduce((all, fields) => ({ ...all, ...fields }), {}),
    },
    null,
    2,
  );
  return {
    header: [{ key: 'Content-Type', value: 'application/json' }],
    body: { mode: 'raw', raw: withVariables(written), options: { raw: { language: 'json' } } },
  };
}

/** Returns a multipart body as text, because with a form body, Postman would read a file from the user's disk. */
function formBody(...parts: readonly (readonly [head: string, content: string])[]): { body: object; header: object[] } {
  const written = parts.map(
    ([head, content]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`,
  );
  const raw = `${written.join('')}--${BOUNDARY}--\r\n`;
  return {
    header: [{ key: 'Content-Type', value: `multipart/form-data; boundary=${BOUNDARY}` }],
    body: { mode: 'raw', raw, options: { raw: { language: 'text' } } },
  };
}

function fresh(renewed: Named['fields'], body: unknown): object {
  const fields = Object.entries(body as object).map(([name, value]: [string, unknown]) => {
    const renew = renewed[name];
    if (renew === undefined) return [name, value];
    return [name, typeof value === 'string' ? renew(value) : (JSON.parse(renew(JSON.stringify(value))) as unknown)];
  });
  return Object.fromEntries(fields) as object;
}

function withVariables(text: string): string {
  const named = text.replaceAll(`"transactionId": "${EXAMPLE_ID}"`, '"transactionId": "{{transactionId}}"');
  return Object.entries(EXAMPLE_IDS).reduce((filled, [kind, id]) => filled.replaceAll(id, `{{${kind}Id}}`), named);
}

function variablesOf(step: Named): string[] {
  const { path } = step;
  const inPath = [...path.matchAll(/\{(\w*[iI]d)\}/g)].map(([, name]) => (name === 'id' ? ownVariable(path) : name!));
  const inBody = [...JSON.stringify(bodyOf(step) ?? '').matchAll(/\{\{(\w+Id)\}\}/g)].map(([, name]) => name!);
  return [...new Set([...inPath, ...inBody])];
}

function variables(steps: readonly Step[]): string[] {
  return [...new Set(steps.flatMap((step) => [...variablesOf(step), ...step.makes]))].sort();
}

/**
 * Returns the script that runs after a request. It checks the fields of the response and saves the ID of the created
 * resource.
 */
function testOf(step: Step): string[] {
  const { operation } = step;
  const answer = operation.responses['200'] as Response;
  const [[type, media] = []] = Object.entries(answer.content ?? {});
  const fields = Object.keys((Array.isArray(media?.example) ? {} : media?.example) ?? {});
  const isText = type !== 'application/json';
  return [
    "pm.test('answers 200', function () { pm.response.to.have.status(200); });",
    ...(isText || fields.length === 0
      ? []
      : [
          `pm.test('answers every field of its example', function () {`,
          `  pm.expect(${JSON.stringify(fields)}.filter(function (name) { return !(name in pm.response.json()); })).to.eql([]);`,
          '});',
        ]),
    ...step.makes.map((variable) => `pm.collectionVariables.set('${variable}', ${answered(step, variable)});`),
  ];
}

/**
 * Returns JavaScript that reads an ID from a response: of the first item of a page, or of the last element of an array.
 * It may be missing.
 */
function answered({ method }: Step, variable: string): string {
  if (variable === 'invoiceId') return 'pm.response.json().items[0].invoice.id';
  const field = variable.endsWith('Id') ? 'id' : variable;
  if (method !== 'GET') return `pm.response.json().${field}`;
  return `((pm.response.json().items || pm.response.json().reverse())[0] || {}).${field} || ''`;
}

function asText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example ?? '').replaceAll('"', '');
}
