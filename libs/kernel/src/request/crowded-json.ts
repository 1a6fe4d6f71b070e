const [QUOTE, BACKSLASH, COMMA] = [...'"\\,'].map((sign) => sign.charCodeAt(0));
const OPENINGS = new Set([...'{['].map((sign) => sign.charCodeAt(0)));
const CLOSINGS = new Set([...'}]'].map((sign) => sign.charCodeAt(0)));

export const MAX_VALUES = 20_000;

/**
 * True if JSON has too many values or is nested too deeply. Counts instead of parsing, because a megabyte of distinct
 * names takes a hundred times as long to parse as to count, and parsing blocks the process.
 * @param json bytes that may be invalid JSON, for which the result does not matter
 * @param maxValues maximum number of array elements and object members
 * @example isCrowdedJson(Buffer.from('[1,2,3]'), 2, 8) // true
 */
export function isCrowdedJson(json: Uint8Array, maxValues: number, maxDepth: number): boolean {
  let [values, depth] = [1, 0];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]!;
    if (sign === QUOTE) at = endOfString(json, at);
    else if (sign === COMMA) values += 1;
    else if (OPENINGS.has(sign)) depth += 1;
    else if (CLOSINGS.has(sign)) depth -= 1;
    if (values > maxValues || depth > maxDepth) return true;
  }
  return false;
}

function endOfString(json: Uint8Array, begin: number): number {
  let at = begin + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
