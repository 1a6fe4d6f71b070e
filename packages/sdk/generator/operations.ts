import type { Document, Operation, Parameter, Schema } from './document.js';
import { comment, HEAD, key, objectOf, typeName, typeOf } from './typescript.js';

const JSON_TYPE = 'application/json';

export function operationsFile(document: Document): string {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const methods = all.map(({ method, operation }) => methodOf(method, operation, document)).join('\n\n');
  const table = all.map(
    ({ method, path, operation }) =>
      `  ${operation.operationId}: '${method} ${path}${traitsOf(method, operation, document)}',`,
  );
  const typed = methods.replaceAll(/\/\*\*.*?\*\//gs, '');
  const names = Object.keys(document.components.schemas).map(typeName);
  // eslint-disable-next-line no-restricted-syntax -- built from names in the document
  const used = names.filter((name) => new RegExp(`(?<![\\w'.])${name}\\b(?!')`).test(typed));
  return [
    `${HEAD}import type { Pages } from '../pages.js';`,
    `import type { ${['ChangeOptions', 'DryRun', 'DryRunOptions', 'RequestOptions', 'Upload'].filter((name) => methods.includes(name)).join(', ')} } from '../request.js';`,
    `import type { ${used.sort().join(', ')} } from './schemas/schemas.js';`,
    '',
    '/** Every operation of the API. */',
    `export interface Operations {\n${methods}\n}`,
    '',
    '/** Method and path of each operation; `b` takes a body, `m` a form, `p` returns pages, `f` a file. */',
    `export const OPERATIONS = {\n${table.join('\n')}\n} as const satisfies Record<keyof Operations, string>;`,
    '',
  ].join('\n');
}

function traitsOf(method: string, operation: Operation, document: Document): string {
  const types = Object.keys(operation.requestBody?.content ?? {});
  const body = types.includes('multipart/form-data') ? 'm' : types.length > 0 ? 'b' : '';
  const isPaged = method === 'GET' && itemsOf(answerSchema(operation), document);
  const traits = body + (isPaged ? 'p' : isFile(operation) ? 'f' : '');
  return traits && ` ${traits}`;
}

function methodOf(method: string, operation: Operation, document: Document): string {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const path = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `${name}: string`);
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const answer = answerType(method, operation, document);
  const docComment = comment(`${summary}.`, description);
  if (method === 'GET') {
    const signature = (fields: string, type: string, optional: boolean) =>
      `${operationId}(${[...path, ...(fields ? [`query${optional ? '?' : ''}: ${fields}`] : ['query?: Record<string, never>']), 'options?: RequestOptions'].join(', ')}): ${type};`;
    const isOptional = !query.some(({ required }) => required);
    const texts = textFormats(operation, query);
    if (texts === null) return docComment + signature(queryType(query), answer, isOptional);
    // With `format`, the same operation returns a table or a chart as text.
    const rest = query.filter(({ name }) => name !== 'format');
    const json = queryType([...rest, { name: 'format', in: 'query', schema: { enum: ['json'] } }]);
    const others = (formats: readonly string[], type: string) =>
      formats.length === 0
        ? ''
        : `\n${signature(queryType([...rest, { name: 'format', in: 'query', required: true, schema: { enum: formats } }]), type, false)}`;
    const archives = texts.filter((format) => format === 'zip');
    const plain = texts.filter((format) => format !== 'zip');
    return (
      docComment +
      signature(json, answer, isOptional) +
      others(plain, 'Promise<string>') +
      others(archives, 'Promise<Blob>')
    );
  }
  const [content] = Object.values(requestBody?.content ?? {});
  const type = content && typeOf(content.schema);
  const signature = (isBodyOptional: boolean, options: string, promised: string) => {
    const body = type ? [isBodyOptional ? `body?: ${type}` : `body: ${type}`] : [];
    return `${operationId}(${[...path, ...body, options].join(', ')}): ${promised};`;
  };
  const rest = query.filter(({ name }) => name !== 'dryRun');
  const fields = rest.length > 0 ? `<${queryType(rest)}>` : '';
  const change = signature(requestBody?.required === false, `options?: ChangeOptions${fields}`, answer);
  if (rest.length === query.length) return docComment + change;
  // With `dryRun`, the same operation returns the effects of the change.
  const question = answer.replace(/^Promise<(.*)>$/s, 'Promise<DryRun<$1>>');
  return `${docComment}${change}\n${signature(false, `options: DryRunOptions${fields}`, question)}`;
}

function queryType(query: readonly Parameter[]): string {
  if (query.length === 0) return '';
  const properties = Object.fromEntries(
    query.map(({ name, schema, description }) => [key(name), { ...schema, description: description ?? '' }]),
  );
  return objectOf({ properties, required: query.filter(({ required }) => required).map(({ name }) => name) });
}

function textFormats(operation: Operation, query: readonly Parameter[]): readonly string[] | null {
  const format = query.find(({ name }) => name === 'format');
  const isText = Object.keys(operation.responses['200']?.content ?? {}).some((type) => type !== JSON_TYPE);
  if (!format?.schema.enum || !isText) return null;
  return (format.schema.enum as readonly string[]).filter((each) => each !== 'json');
}

function answerType(method: string, operation: Operation, document: Document): string {
  const schema = answerSchema(operation);
  if (schema === undefined) return isFile(operation) ? 'Promise<Blob>' : 'Promise<string>';
  return method === 'GET' && itemsOf(schema, document) ? `Pages<${typeOf(schema)}>` : `Promise<${typeOf(schema)}>`;
}

/** True if the response is a file with bytes. */
function isFile(operation: Operation): boolean {
  const [content] = Object.values(operation.responses['200']?.content ?? {});
  return content?.schema.format === 'binary';
}

function answerSchema(operation: Operation): Schema | undefined {
  const schema = operation.responses['200']?.content?.[JSON_TYPE]?.schema;
  const done = (schema?.anyOf ?? schema?.oneOf)?.filter(({ properties = {} }) => !('dryRun' in properties));
  return done?.length === 1 ? done[0] : schema;
}

function itemsOf(schema: Schema | undefined, { components }: Document): boolean {
  const name = schema?.$ref?.slice(schema.$ref.lastIndexOf('/') + 1);
  const properties = (name === undefined ? schema : components.schemas[name])?.properties ?? {};
  return 'items' in properties && 'nextCursor' in properties;
}
