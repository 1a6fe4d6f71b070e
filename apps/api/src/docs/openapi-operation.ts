import type { OperationDescription } from '@app/kernel/pure';
import { EXAMPLE_ID, operationIdOf } from '@app/kernel/pure';
import { exampleOfSchema, laidOver } from './example-of-schema.js';
import type { OperationTraits } from './general-problems.js';
import { isRead, isTagged, isTried, isWrite, problemsOf, sendsBytes, touchesBooks } from './general-problems.js';
import { headerParameters } from './header-parameters.js';
import type { MediaType, OpenApi, Parameter, PathOperation, Schema } from './openapi-types.js';
import { referredName } from './openapi-types.js';
import {
  ANSWER_HEADERS,
  ETAG_HEADER,
  NOT_MODIFIED,
  problemResponses,
  RANGE_HEADER,
  REPLAYED_HEADER,
} from './problem-responses.js';
import { tagOf } from './tags.js';
import { openApiSchema } from './openapi-schemas.js';
import { sharedField } from './shared-fields.js';

type Schemas = Readonly<Record<string, Schema>>;

/** Returns the published operation with a stable ID, a tag, parameters, examples and all possible problems. */
export function openApiOperation(
  path: string,
  scanned: PathOperation,
  traits: OperationTraits,
  schemas: Schemas,
): PathOperation {
  const { description, method, scopes, role } = traits;
  const answer = scanned.responses['200'] as { description: string; content: Record<string, MediaType> };
  const [[type, { schema }], ...others] = Object.entries(answer.content) as [
    [string, MediaType],
    ...[string, MediaType][],
  ];
  const problems = problemsOf(traits);
  const parameters = [
    ...(scanned.parameters ?? []).map((parameter) => openApiParameter(parameter, description, schemas)),
    ...(isTried(traits) ? [DRY_RUN] : []),
    ...(touchesBooks(traits) ? [INTO_CLOSED] : []),
    ...headerParameters(traits),
  ];
  return {
    operationId: description.id ?? operationIdOf(method, path, isList(schema, schemas)),
    summary: scanned.summary,
    description: [scanned.description, `${scopeSentence(traits)}${roleSentence(traits)}`].filter(Boolean).join('\n\n'),
    tags: [tagOf(path)],
    // The bearer scheme has no list of scopes, because OpenAPI does not allow one there.
    security: [{ bearer: [] }],
    'x-required-scopes': description.anyScopeOf ?? scopes,
    ...(description.anyScopeOf && { 'x-required-scopes-any': true }),
    'x-required-role': role,
    ...(parameters.length > 0 && { parameters }),
    ...(scanned.requestBody && { requestBody: openApiBody(method, scanned.requestBody, description, schemas) }),
    responses: {
      200: {
        description: answerDescription(schema, schemas),
        headers: { ...ANSWER_HEADERS, ...(isTagged(traits) && ETAG_HEADER), ...(isWrite(traits) && REPLAYED_HEADER) },
        content: {
          [type]: {
            schema: isTried(traits) ? { anyOf: [schema, dryRunOf(schema)] } : schema,
            example: laidOver(exampleOfSchema(schema, schemas), description.example),
          },
          ...Object.fromEntries(others),
        },
      },
      ...(sendsBytes(traits) && {
        206: {
          description: 'The requested range.',
          headers: { ...ANSWER_HEADERS, ...ETAG_HEADER, ...RANGE_HEADER },
          content: answer.content,
        },
      }),
      ...(isRead(traits) && { 304: NOT_MODIFIED }),
      ...problemResponses(problems),
    },
  };
}

function scopeSentence({ description: { anyScopeOf }, scopes }: OperationTraits): string {
  if (anyScopeOf) return `Needs at least one of the scopes ${anyScopeOf.map((scope) => `\`${scope}\``).join(', ')}.`;
  if (scopes.length > 3) return 'Needs the scope `read_only` or all read scopes.';
  const names = scopes.map((scope) => `\`${scope}\``).join(' and ');
  if (names === '') return 'Any token is accepted.';
  return `Needs the scope${scopes.length > 1 ? 's' : ''} ${names}.`;
}

function roleSentence({ description, role }: OperationTraits): string {
  if (role === 'viewer') return '';
  return ` Needs the role \`${role}\`${description.onOneself ? ', except for your own membership' : ''}.`;
}

const PATH_NAMES: Readonly<Record<string, string>> = {
  cutOff: 'Cut-off date of the statement.',
  nominalDate: 'Nominal date of the occurrence.',
  number: 'Number of the turn, counted from 1.',
};

const DRY_RUN: Parameter = {
  name: 'dryRun',
  in: 'query',
  required: false,
  description:
    'If true, the call runs and is rolled back. Then `result` is its response, with discarded IDs and times, and `effects` lists its changes. Needs only the read scope of the resource, and any role.',
  schema: { type: 'boolean' },
};

const INTO_CLOSED: Parameter = {
  name: 'intoClosed',
  in: 'query',
  required: false,
  description:
    'If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls.',
  schema: { type: 'boolean' },
};

function dryRunOf(result: Schema): Schema {
  return {
    type: 'object',
    description: 'Response and effects of the call with `dryRun=true`. Nothing was saved.',
    properties: {
      dryRun: { type: 'boolean', description: 'Always true.' },
      result,
      effects: { $ref: '#/components/schemas/Effects' },
    },
    required: ['dryRun', 'result', 'effects'],
  };
}

function openApiBody(
  method: string,
  body: NonNullable<PathOperation['requestBody']>,
  { requestExample, requestExamples }: OperationDescription,
  schemas: Schemas,
): NonNullable<PathOperation['requestBody']> {
  const content = Object.entries(body.content).map(([type, media]): [string, MediaType] => {
    // A body whose schema is written by hand includes its example.
    if (media.example !== undefined || media.examples !== undefined) return [type, media];
    const schema = media.schema.properties ? openApiSchema('BodyRequest', media.schema, schemas) : media.schema;
    if (requestExamples) return [type, { ...media, schema, examples: requestExamples }];
    return [type, { ...media, schema, example: requestExample ?? exampleOfSchema(schema, schemas) }];
  });
  // A POST does not need a body if all its fields are optional. A PATCH or PUT without a body would change nothing.
  const isNeeded = method !== 'post' || content.some(([, { schema }]) => demandsFields(schema, schemas));
  return { ...body, required: isNeeded, content: Object.fromEntries(content) };
}

function demandsFields(schema: Schema, schemas: Schemas): boolean {
  const { oneOf, required = [] } = schema.$ref === undefined ? schema : schemas[referredName(schema.$ref)]!;
  return oneOf !== undefined || required.length > 0;
}

function openApiParameter(
  parameter: Parameter,
  { pathIds = {}, pathNames = {} }: OperationDescription,
  schemas: Schemas,
): Parameter {
  const { name, in: place, required, description, examples } = parameter;
  const { example: own, ...schema } = parameter.schema as Schema & { readonly example?: unknown };
  const notFound = place === 'path' ? pathIds[name] : undefined;
  const noun = place === 'path' && pathNames[name] ? nounOf(pathNames[name].code) : undefined;
  const shared = sharedField(name);
  const answered = noun && schemas[`${noun[0]!.toUpperCase()}${noun.slice(1)}`]?.properties?.[name]?.examples?.[0];
  // Path IDs have no format, because a malformed ID gets the same response as an unknown one.
  const form = place === 'path' && !notFound ? shared.form : undefined;
  const [first] = (Array.isArray(examples) ? examples : []) as unknown[];
  const example = notFound ? EXAMPLE_ID : (own ?? answered ?? shared.example ?? first);
  const named = noun && (PATH_NAMES[name] ?? `Name of the ${noun}, percent-encoded.`);
  const meaning = notFound ? `ID of the ${nounOf(notFound.code)}.` : (named ?? description ?? shared.description);
  return {
    name,
    in: place,
    required: required ?? false,
    ...(meaning !== undefined && { description: meaning }),
    schema: { ...schema, ...form, ...(form?.minimum !== undefined && { type: 'integer' }) },
    // Cursors have no example, because a list rejects every cursor that it did not return.
    ...(example != null && !schema.enum && name !== 'cursor' && { example }),
  };
}

function answerDescription(schema: Schema, schemas: Schemas): string {
  const described = schema.items ?? schema;
  const meaning =
    described.$ref === undefined ? described.description : schemas[referredName(described.$ref)]?.description;
  if (meaning === undefined) return 'Contents of the file.';
  return schema.items ? `A list in which each element is ${meaning[0]!.toLowerCase()}${meaning.slice(1)}` : meaning;
}

/** Returns the resource that a problem code names: account for `ACCOUNT_NOT_FOUND`. */
function nounOf(notFoundCode: string): string {
  return notFoundCode.replace('_NOT_FOUND', '').toLowerCase().replaceAll('_', ' ');
}

function isList(schema: Schema, schemas: Schemas): boolean {
  if (schema.$ref !== undefined) return 'items' in (schemas[referredName(schema.$ref)]?.properties ?? {});
  return schema.type === 'array';
}

/** Returns the schemas that the paths use directly or indirectly. */
export function schemasInUse(paths: OpenApi['paths'], schemas: Schemas): Record<string, Schema> {
  const used = new Set<string>();
  const follow = (node: unknown): void => {
    for (const [, name] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name!)) continue;
      used.add(name!);
      follow(schemas[name!] ?? {});
    }
  };
  follow(paths);
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => used.has(name))
      .sort(([a], [b]) => a.localeCompare(b)),
  );
}
