import { foldLetters } from '@app/kernel/pure';

type Range = readonly [low: number, high: number];

/** Unicode ranges that contain every letter with case or accents. */
const LETTER_BLOCKS: readonly Range[] = [
  [0x0000, 0x33ff],
  [0xa640, 0xabff],
  [0xf900, 0xffff],
  [0x10000, 0x1efff],
];
const SPACE = 0x20;
const WHITE = /^\p{White_Space}$/u;

let foldings: readonly (readonly [letter: number, folded: number])[] | undefined;

/**
 * Adds the folded forms of the letters in the ranges: `à-ü` also matches a, c and e, because folded text has no
 * accents.
 */
export function foldedRanges(ranges: readonly Range[]): Range[] {
  const all: Range[] = [...ranges];
  for (const [low, high] of ranges) {
    if (low <= 0x5a && high >= 0x41) all.push([Math.max(low, 0x41) + 0x20, Math.min(high, 0x5a) + 0x20]);
    if (low <= 0x0d && high >= 0x09) all.push([SPACE, SPACE]);
    if (high < 0x80) continue;
    for (const [letter, folded] of everyFolding()) if (low <= letter && letter <= high) all.push([folded, folded]);
  }
  return merged(all);
}

export function writeRange([low, high]: Range): string {
  return low === high ? codePoint(low) : `${codePoint(low)}-${codePoint(high)}`;
}

function codePoint(point: number): string {
  return `\\x{${point.toString(16)}}`;
}

function everyFolding(): NonNullable<typeof foldings> {
  foldings ??= LETTER_BLOCKS.flatMap(([low, high]) =>
    Array.from({ length: high - low + 1 }, (_, offset) => low + offset).flatMap((letter) => {
      const text = String.fromCodePoint(letter);
      if (WHITE.test(text)) return [[letter, SPACE] as const];
      const points = [...foldLetters(text).normalize('NFC')].map((point) => point.codePointAt(0)!);
      return points.filter((folded) => folded !== letter).map((folded) => [letter, folded] as const);
    }),
  );
  return foldings;
}

function merged(ranges: readonly Range[]): Range[] {
  const result: [number, number][] = [];
  for (const [low, high] of ranges.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = result.at(-1);
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else result.push([low, high]);
  }
  return result;
}
