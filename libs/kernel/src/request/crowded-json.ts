const [QUOTE, BACKSLASH, COMMA] = [...'"\\,'].map((sign) => sign.charCodeAt(0));
const OPENINGS = new Set([...'{['].map((sign) => sign.charCodeAt(0)));
const CLOSINGS = new Set([...'}]'].map((sign) => sign.charCodeAt(0)));

/** How many elements of lists and members of objects a request has at most, all together. */
export const MAX_VALUES = 20_000;

/**
 * Whether a JSON text holds more values than any request, or deeper ones, found without parsing it: a megabyte of different
 * names takes a hundred times as long to parse as to count, and nothing else is answered meanwhile.
 * @param json the bytes of a text that may not be JSON; what is said of such a one does not matter
 * @param maxValues how many elements of lists and members of objects it may hold, all together
 * @param maxDepth how many lists and objects may stand within each other
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

/** Where the quotation mark stands that ends a string. */
function endOfString(json: Uint8Array, begin: number): number {
  let at = begin + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
