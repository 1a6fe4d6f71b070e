import type { ProblemKind } from '@app/kernel/pure';
import type { OpenApi } from './openapi-types.js';
import { responseName } from './problem-responses.js';

export interface NamedOperation {
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  readonly address: string;
}

/** Returns the operations that can return a problem. `all` is true if every operation can. */
export function operationsOfProblem(
  document: OpenApi,
  kind: ProblemKind,
): { all: boolean; operations: NamedOperation[] } {
  const references = [`"#/components/responses/${responseName(kind)}"`, `"#/components/examples/${kind.code}"`];
  const every = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const answering = every.filter(({ operation }) => {
    const responses = JSON.stringify(operation.responses);
    return references.some((reference) => responses.includes(reference));
  });
  const operations = answering.map(({ path, method, operation }) => ({
    summary: operation.summary,
    method: method.toUpperCase(),
    path,
    address: `/docs#/${encodeURIComponent(operation.tags![0]!)}/${operation.operationId}`,
  }));
  return { all: answering.length === every.length, operations };
}
