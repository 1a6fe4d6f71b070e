import type { OperationDescription } from '@app/kernel';
import { EXAMPLE_ID } from '@app/kernel';
import { exampleOfSchema, laidOver } from './example-of-schema.js';
import { isRead, isTagged, problemsOf } from './general-problems.js';
import { headerParameters } from './header-parameters.js';
import type { MediaType, OpenApi, Parameter, PathOperation, Schema } from './openapi-types.js';
import { referredName } from './openapi-types.js';
import { operationIdOf } from './operation-id.js';
import { ANSWER_HEADERS, ETAG_HEADER, NOT_MODIFIED, problemResponses } from './problem-responses.js';
import { tagOf } from './tags.js';
import { meaningOf } from './field-examples.js';
import { openApiSchema } from './openapi-schemas.js';

type Schemas = Readonly<Record<string, Schema>>;

/**
 * An operation as it is published: with a lasting name, its tag, its parameters, an example of the request and of the
 * answer, and every problem that it may answer.
 */
export function openApiOperation(
  method: string,
  path: string,
  scanned: PathOperation,
  description: OperationDescription,
  schemas: Schemas,
): PathOperation {
  const answer = scanned.responses['200'] as { description: string; content: Record<string, MediaType> };
  const [[type, { schema }], ...others] = Object.entries(answer.content) as [
    [string, MediaType],
    ...[string, MediaType][],
  ];
  const traits = { description, method };
  const problems = problemsOf(traits);
  const parameters = [
    ...(scanned.parameters ?? []).map((parameter) => openApiParameter(parameter, description)),
    ...headerParameters(traits),
  ];
  return {
    operationId: description.id ?? operationIdOf(method, path, isList(schema, schemas)),
    summary: scanned.summary,
    ...(scanned.description && { description: scanned.description }),
    tags: [tagOf(path)],
    ...(parameters.length > 0 && { parameters }),
    ...(scanned.requestBody && { requestBody: openApiBody(scanned.requestBody, description, schemas) }),
    responses: {
      200: {
        description: answer.description,
        headers: { ...ANSWER_HEADERS, ...(isTagged(traits) && ETAG_HEADER) },
        content: {
          [type]: { schema, example: laidOver(exampleOfSchema(schema, schemas), description.example) },
          ...Object.fromEntries(others),
        },
      },
      ...(isRead(traits) && { 304: NOT_MODIFIED }),
      ...problemResponses(problems),
    },
  };
}

function openApiBody(
  body: NonNullable<PathOperation['requestBody']>,
  { requestExample }: OperationDescription,
  schemas: Schemas,
): NonNullable<PathOperation['requestBody']> {
  const content = Object.entries(body.content).map(([type, media]): [string, MediaType] => {
    // A body that was described by hand has its example by hand.
    if (media.example !== undefined || media.examples !== undefined) return [type, media];
    const schema = media.schema.properties ? openApiSchema('BodyRequest', media.schema) : media.schema;
    return [type, { ...media, schema, example: requestExample ?? exampleOfSchema(schema, schemas) }];
  });
  return { ...body, content: Object.fromEntries(content) };
}

function openApiParameter(parameter: Parameter, { pathIds = {} }: OperationDescription): Parameter {
  const { name, in: place, required, description, schema, examples } = parameter;
  const word = meaningOf(name);
  const notFound = place === 'path' ? pathIds[name] : undefined;
  // An id in a path is opaque: one that is malformed is answered like one that nothing has.
  const form = place === 'path' && !notFound ? word?.form : undefined;
  const example = notFound
    ? EXAMPLE_ID
    : (word?.example ?? (Array.isArray(examples) ? (examples[0] as unknown) : undefined));
  const said = notFound ? `The id of the ${nounOf(notFound.code)}.` : (description ?? word?.description);
  return {
    name,
    in: place,
    required: required ?? false,
    ...(said !== undefined && { description: said }),
    schema: { ...schema, ...form },
    ...(example != null && !schema.enum && { example }),
  };
}

/** `ACCOUNT_NOT_FOUND` is about an account. */
function nounOf(notFoundCode: string): string {
  return notFoundCode.replace('_NOT_FOUND', '').toLowerCase().replaceAll('_', ' ');
}

function isList(schema: Schema, schemas: Schemas): boolean {
  if (schema.$ref !== undefined) return 'items' in (schemas[referredName(schema.$ref)]?.properties ?? {});
  return schema.type === 'array';
}

/** The schemas that something refers to, directly or through others, by name. */
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
