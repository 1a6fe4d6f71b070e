export interface OpenapiDocument {
  openapi: string;
  info: object;
  servers: object[];
  security: object[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, object>;
  };
}

export interface Operation {
  operationId: string;
  description?: string;
  tags: string[];
  'x-required-scopes': string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  schema: Schema;
}

export interface Response {
  $ref?: string;
  description?: string;
  headers?: Record<string, object>;
  content?: Record<string, Media>;
}

export interface Media {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { $ref?: string; value?: unknown }>;
}

export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  examples?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxLength?: number;
}

export async function publishedDocument(url: string): Promise<OpenapiDocument> {
  return (await (await fetch(`${url}/openapi.json`)).json()) as OpenapiDocument;
}

export function resolved<Node extends { $ref?: string }>(document: OpenapiDocument, node: Node): Node {
  if (node.$ref === undefined) return node;
  const steps = node.$ref.slice('#/'.length).split('/');
  return steps.reduce<unknown>(
    (at, step) => (at as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  ) as Node;
}
