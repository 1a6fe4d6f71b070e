const LANES = 3;

/** Processes a few items at a time. A failure is logged, and the other items continue. */
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
