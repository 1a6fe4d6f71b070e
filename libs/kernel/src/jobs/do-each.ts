/** Number of items in progress at once: one that waits for a lock does not delay all others. */
const LANES = 3;

/**
 * Works on items of several workspaces, a few at a time. A failure is reported, and the other items continue.
 * @param ending stops before the next item
 */
export async function doEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  failed: (item: T, error: unknown) => void,
  ending?: AbortSignal,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && !ending?.aborted; next = rest.next()) {
      const item = next.value;
      await work(item).catch((error: unknown) => failed(item, error));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
