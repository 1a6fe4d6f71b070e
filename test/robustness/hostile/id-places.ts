import type { OpenapiDocument, Schema } from '../../e2e/support/openapi-document.js';
import { resolved } from '../../e2e/support/openapi-document.js';
import type { PublishedOperation } from './published-operations.js';
import type { Kind } from './resource-ids.js';
import { kindNamed } from './resource-ids.js';

/** Parameter or body field of an operation that contains a resource ID. */
export interface IdPlace {
  readonly operation: PublishedOperation;
  readonly in: 'path' | 'query' | 'body';
  /** Name of the parameter, or path of the field, such as `splits/categoryId`. */
  readonly name: string;
  readonly kind: Kind;
}

/** Names of IDs that belong to no workspace or are defined by the client. */
const OF_NO_WORKSPACE = ['typeId', 'externalId'];
/** Parameters of the audit log that accept resources of any kind. */
const OF_ANYTHING = ['actorId', 'resourceId'];
const NO_ID_IN_PATH = ['quote', 'base', 'date', 'index', 'name', 'number', 'nominalDate', 'cutOff', 'rfc'];
/** Kinds of IDs in fields whose meaning depends on another field of the same object. */
const BY_ITS_NEIGHBOUR: Readonly<Record<string, Kind>> = { 'conditions/value': 'account', 'actions/value': 'category' };

/** @throws Error if the kind of an ID is unknown */
export function idPlaces(document: OpenapiDocument, operations: readonly PublishedOperation[]): IdPlace[] {
  return operations.flatMap((operation) => {
    const { path, body } = operation;
    const inParameters = operation.parameters.flatMap((parameter): IdPlace[] => {
      const { name } = parameter;
      if (parameter.in === 'header' || (parameter.in === 'path' && NO_ID_IN_PATH.includes(name))) return [];
      if (OF_ANYTHING.includes(name)) return [{ operation, in: 'query', name, kind: 'transaction' }];
      const kind = kindNamed(name, path);
      if (kind) return [{ operation, in: parameter.in, name, kind }];
      if (parameter.in === 'path' || /Id$|^id$/.test(name)) throw new Error(`of what is ${name} in ${operation.name}?`);
      return [];
    });
    const inBody = body ? fieldsOf(document, body.schema, []).flatMap((field) => placeOf(operation, field)) : [];
    return [...inParameters, ...inBody];
  });
}

interface BodyField {
  readonly steps: readonly string[];
  readonly schema: Schema;
}

function placeOf(operation: PublishedOperation, { steps, schema }: BodyField): IdPlace[] {
  const name = steps.join('/');
  const kind = BY_ITS_NEIGHBOUR[name] ?? kindNamed(steps.at(-1)!, operation.path);
  if (kind) return [{ operation, in: 'body', name, kind }];
  const isText = [schema.type].flat().includes('string');
  const looksLikeId = (isText && /Id$/.test(name)) || /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(String(schema.examples?.[0]));
  if (looksLikeId && !OF_NO_WORKSPACE.includes(steps.at(-1)!))
    throw new Error(`of what is ${name} in ${operation.name}?`);
  return [];
}

function fieldsOf(document: OpenapiDocument, node: Schema, steps: readonly string[]): BodyField[] {
  const schema = resolved(document, node.allOf?.[0] ?? node);
  if (schema.items && schema.items.type !== 'string') return fieldsOf(document, schema.items, steps);
  // A field that several variants share counts once.
  const forms = (schema.oneOf ?? []).flatMap((form) => fieldsOf(document, form, steps));
  if (forms.length > 0) return [...new Map(forms.map((field) => [field.steps.join('/'), field])).values()];
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return [{ steps, schema }];
  return fields.flatMap(([name, field]) => fieldsOf(document, field, [...steps, name]));
}
