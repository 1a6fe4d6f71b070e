import type { Json } from '../e2e/support/client.js';

export interface PublishedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Json;
}

/** An operation of the OpenAPI document, with what a request of it is made of. */
export interface PublishedOperation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly PublishedParameter[];
  readonly body: { readonly type: string; readonly schema: Json; readonly example: Json } | null;
}

export function publishedOperations(document: Json): PublishedOperation[] {
  return Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = ((operation.parameters ?? []) as Json[]).map((one) => resolved(document, one));
      const [content] = Object.entries((operation.requestBody?.content ?? {}) as Record<string, Json>);
      const body = content ? { type: content[0], schema: content[1].schema, example: content[1].example } : null;
      return { name: operation.operationId as string, method: method.toUpperCase(), path, parameters, body };
    }),
  );
}

/** A node of the document, past its reference where it is one. */
export function resolved(document: Json, node: Json) {
  const steps = (node.$ref as string | undefined)?.slice(2).split('/');
  return steps ? steps.reduce((at, step) => at[step], document) : node;
}
