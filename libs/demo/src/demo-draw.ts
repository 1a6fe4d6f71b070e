// Deterministic pseudo-random draws. A draw depends only on its label, such as `oxxo 2026-03-04`, and not on other
// draws or on the day when the demo is created.

/** Draws an amount in minor units from `low` to `high`, both inclusive. */
export function drawAmount(label: string, low: bigint, high: bigint, step = 1n): bigint {
  return low + (BigInt(hash(`amount ${label}`)) % ((high - low) / step + 1n)) * step;
}

export function happens(label: string, percent: number): boolean {
  return hash(`chance ${label}`) % 10_000 < percent * 100;
}

export function pick<T>(label: string, list: readonly T[]): T {
  return list[hash(`pick ${label}`) % list.length]!;
}

/** FNV-1a with the finalizer of MurmurHash3, which mixes all 32 bits. */
function hash(label: string): number {
  let mixed = 0x811c9dc5;
  for (let at = 0; at < label.length; at += 1) mixed = Math.imul(mixed ^ label.charCodeAt(at), 0x01000193);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
