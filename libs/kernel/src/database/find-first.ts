/** How often one piece of work may ask for something to be found before it goes on. */
export const MAX_FINDINGS = 10;

/** What was found for a unit of work while it held no connection, by the key under which it asked. */
export type Findings = Map<string, unknown>;

/** Releases findings that hold something, such as a thread, once no attempt needs them. */
export async function disposeOf(findings: Findings): Promise<void> {
  for (const found of findings.values()) await (found as Partial<AsyncDisposable> | null)?.[Symbol.asyncDispose]?.();
}

/**
 * Thrown within a transaction for an answer that takes long to find. The transaction is rolled back, the answer is found
 * while no connection is held, and the work begins again: `work.findings` then has the answer under the key.
 * An answer that holds something is disposed of when the work has ended (`Symbol.asyncDispose`).
 */
export class FindFirst extends Error {
  constructor(
    readonly key: string,
    readonly find: () => Promise<unknown>,
  ) {
    super(`${key.slice(0, 80)} must be found before the transaction goes on`);
  }
}
