/** Returns the index of the first element that is at least `least`, or the length of the list. */
export function firstFrom<T extends number | string>(rising: readonly T[], least: T): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
