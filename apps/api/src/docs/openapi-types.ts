import type { MemberRole } from '@app/kernel/pure';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  enum?: (string | null)[];
  const?: string;
  default?: unknown;
  deprecated?: boolean;
  examples?: unknown[];
  minimum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
}

export interface Reference {
  $ref: string;
}

export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Readonly<Record<string, Reference | { summary: string; value: unknown }>>;
}

export interface Header {
  description: string;
  schema: Schema;
  example?: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, Reference | Header>;
  content?: Record<string, MediaType>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
  examples?: unknown;
}

export interface PathOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  security?: { readonly [scheme: string]: readonly string[] }[];
  /** Scopes that a caller needs, all of them. Empty if any token is enough. */
  'x-required-scopes'?: readonly string[];
  'x-required-scopes-any'?: true;
  'x-required-role'?: MemberRole;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response | Reference>;
}

export interface OpenApi {
  openapi: string;
  info: object;
  tags?: { name: string; description: string }[];
  paths: Record<string, Record<string, PathOperation>>;
  components: {
    schemas: Record<string, Schema>;
    responses?: Record<string, Response>;
    examples?: Record<string, { summary: string; value: unknown }>;
    headers?: Record<string, Header>;
    securitySchemes?: Record<string, object>;
  };
}

/** Returns the name in a schema reference: `Account` for `#/components/schemas/Account`. */
export function referredName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

export function isNullable(schema: Schema): boolean {
  return isOfType(schema, 'null') || (schema.anyOf ?? []).some(isNullable);
}

/** Removes the clause about null, such as `; null if not set`, from the description of a field that is never null. */
export function withoutNull(description: string): string {
  return description.replace(/;\s+null [^.]*(?=\.)/, '');
}

export function isOfType(schema: Schema, type: string): boolean {
  return Array.isArray(schema.type) ? schema.type.includes(type) : schema.type === type;
}
