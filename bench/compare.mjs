import { load } from './load.mjs';

/**
 * Two kinds of requests in turn, several rounds of each; medians, so that a moment's disturbance of the machine says nothing.
 *
 * @param {{ port: number, request: (n: number) => string }} one
 * @param {{ port: number, request: (n: number) => string }} other
 * @param {{ connections: number | [number, number], seconds: number, rounds: number, mayRefuse?: boolean }} plan
 * @param {(one: Load, other: Load) => number} ratioOf what a round comes to
 */
export async function compare(one, other, { connections, seconds, rounds, mayRefuse = false }, ratioOf) {
  const sides = [one, other].map((side, at) => ({ ...side, connections: [connections].flat().at(at) ?? connections }));
  const measured = [];
  // The first round warms up.
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

/** How much longer the one takes than the other, at a percentile of its answers. */
export const timesAsLong = (percentile) => (one, other) => one[percentile] / other[percentile];

/** What the one does in a second for each that the other does. */
export const timesAsMany = (one, other) => one.perSecond / other.perSecond;

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
