import type { Media, OpenapiDocument, Schema } from '../../e2e/support/openapi-document.js';
import { resolved } from '../../e2e/support/openapi-document.js';

export interface PublishedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
}

export interface PublishedOperation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly PublishedParameter[];
  readonly body: { readonly type: string; readonly schema: Schema; readonly example: unknown } | null;
}

export function publishedOperations(document: OpenapiDocument): PublishedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = (operation.parameters ?? []).map((parameter) => resolved(document, parameter));
      const [content] = Object.entries(operation.requestBody?.content ?? {});
      const body = content ? { type: content[0], schema: content[1].schema, example: exampleOf(content[1]) } : null;
      return { name: operation.operationId, method: method.toUpperCase(), path, parameters, body };
    }),
  );
}

function exampleOf({ example, examples = {} }: Media): unknown {
  return example ?? Object.values(examples)[0]?.value;
}
