/** Maximum number of `FindFirst` computations per unit of work. */
export const MAX_FINDINGS = 10;

export type Findings = Map<string, unknown>;

/** Disposes of results that hold resources, such as a thread. */
export async function disposeOf(findings: Findings): Promise<void> {
  for (const found of findings.values()) await (found as Partial<AsyncDisposable> | null)?.[Symbol.asyncDispose]?.();
}

/**
 * Thrown in a transaction to request a slow computation. The service rolls back the transaction, runs the computation
 * without holding a connection, and runs the work again with the result in `work.findings`. After the last attempt, it
 * disposes of results that have `Symbol.asyncDispose`.
 */
export class FindFirst extends Error {
  constructor(
    readonly key: string,
    readonly find: () => Promise<unknown>,
  ) {
    super(`${key.slice(0, 80)} must be found before the transaction goes on`);
  }
}
