const LANES = 3;

/** Processes up to three items at a time. Passes each failure to `failed` and continues with the other items. */
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
