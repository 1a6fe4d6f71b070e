/** Maximum number of `FindFirst` computations per unit of work. */
export const MAX_FINDINGS = 10;

export type Findings = Map<string, unknown>;

/** Releases results that hold resources, such as a thread. */
export async function disposeOf(findings: Findings): Promise<void> {
  for (const found of findings.values()) await (found as Partial<AsyncDisposable> | null)?.[Symbol.asyncDispose]?.();
}

/**
 * Thrown in a transaction to request a slow computation. The transaction is rolled back, the computation runs without
 * holding a connection, and the work runs again with the result in `work.findings`. Results with `Symbol.asyncDispose`
 * are disposed of after the last attempt.
 */
export class FindFirst extends Error {
  constructor(
    readonly key: string,
    readonly find: () => Promise<unknown>,
  ) {
    super(`${key.slice(0, 80)} must be found before the transaction goes on`);
  }
}
