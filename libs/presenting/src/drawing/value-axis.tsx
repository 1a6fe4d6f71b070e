import { scaleLinear } from 'd3-scale';
import type { ScaleLinear } from 'd3-scale';
import { tickTexts } from './figures.js';
import { at, MARGIN, room, WIDTH } from './frame.js';

export interface ValueAxis {
  readonly y: ScaleLinear<number, number>;
  readonly ticks: readonly number[];
  readonly texts: readonly (string | null)[];
  readonly width: number;
}

const PIXELS_PER_TICK = 58;
/** Minimum gap between texts, even between the larger ones on phones. */
const MIN_GAP = 22;

/**
 * Returns an axis with at least two ticks. It includes zero, unless the values are far from zero and too close together
 * to distinguish.
 */
export function valueAxis(
  [lowest, highest]: readonly [number, number],
  currency: string,
  [top, bottom]: readonly [number, number],
  isFromZero: boolean,
): ValueAxis {
  const farFromZero = !isFromZero && highest - lowest < Math.min(Math.abs(lowest), Math.abs(highest)) / 2;
  const isApart = farFromZero && lowest < highest && lowest > 0 === highest > 0;
  const [from, to] = isApart ? [lowest, highest] : [Math.min(0, lowest), Math.max(0, highest)];
  const count = Math.max(2, Math.floor((bottom - top) / PIXELS_PER_TICK));
  const y = scaleLinear([from, from === to ? from + 100 : to], [bottom, top]).nice(count);
  const ticks = y.ticks(count);
  const all = tickTexts(ticks, currency);
  const readable = readableTicks(ticks.map(y));
  const texts = all.map((text, index) => (readable.has(index) ? text : null));
  return { y, ticks, texts, width: Math.max(...all.map(room)) };
}

/** Returns the indexes of the labels to show: those at both ends, and those between them that have enough room. */
function readableTicks(places: readonly number[]): Set<number> {
  const last = places.length - 1;
  let previous = 0;
  return new Set(
    places.flatMap((place, index) => {
      const hasRoom = places[previous]! - place >= MIN_GAP && place - places[last]! >= MIN_GAP;
      if (index !== 0 && index !== last && !hasRoom) return [];
      previous = index;
      return [index];
    }),
  );
}

export function ValueGrid({ axis, left }: { readonly axis: ValueAxis; readonly left: number }) {
  return (
    <>
      {axis.ticks.map((tick, index) => (
        <>
          <path class={tick === 0 ? 'cv-zero' : 'cv-grid'} d={`M${at(left)} ${at(axis.y(tick))}H${WIDTH - MARGIN}`} />
          {axis.texts[index] !== null && (
            <text class="cv-soft cv-end" x={at(left - 8)} y={at(axis.y(tick) + 6)}>
              {axis.texts[index]}
            </text>
          )}
        </>
      ))}
    </>
  );
}

/** Returns the lowest and the highest value, or zeros if there are no values. */
export function extent(values: Iterable<number>): [lowest: number, highest: number] {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return lowest > highest ? [0, 0] : [lowest, highest];
}
