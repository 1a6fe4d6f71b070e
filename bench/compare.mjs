import { load } from './load.mjs';

/**
 * Alternates between two kinds of requests and compares the medians, so that short disturbances do not matter.
 * @param {{ port: number, request: (n: number) => string }} one
 * @param {{ port: number, request: (n: number) => string }} other
 * @param {{ connections: number | [number, number], seconds: number, rounds: number, mayRefuse?: boolean }} plan
 * @param {(one: Load, other: Load) => number} ratioOf computes the ratio of a round
 */
export async function compare(one, other, { connections, seconds, rounds, mayRefuse = false }, ratioOf) {
  const sides = [one, other].map((side, at) => ({ ...side, connections: [connections].flat().at(at) ?? connections }));
  const measured = [];
  for (let round = 0; round <= rounds; round += 1) {
    const results = [];
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) results[at] = await load({ ...sides[at], seconds });
    if (!mayRefuse && results.some(({ failures }) => failures > 0)) throw new Error('requests failed');
    if (round > 0) measured.push(results);
  }
  const of = (at) =>
    Object.fromEntries(
      ['perSecond', 'p50', 'p99'].map((what) => [what, median(measured.map((results) => results[at][what]))]),
    );
  return { ratio: median(measured.map(([a, b]) => ratioOf(a, b))), one: of(0), other: of(1) };
}

/** Returns a function that divides the latencies of two loads at a percentile. */
export const timesAsLong = (percentile) => (one, other) => one[percentile] / other[percentile];

export const timesAsMany = (one, other) => one.perSecond / other.perSecond;

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
