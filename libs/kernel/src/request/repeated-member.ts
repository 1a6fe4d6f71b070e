const [QUOTE, BACKSLASH, COLON, OPENING, CLOSING] = [...'"\\:{}'].map((sign) => sign.charCodeAt(0));

/**
 * Returns the first name that occurs twice in an object of the JSON. Returns null if there is none. Parsers disagree on
 * which of the two values wins, so a proxy may check another value than the service uses. Source: RFC 8259 section 4,
 * RFC 7493 section 2.3.
 * @param json valid JSON
 * @example repeatedMember('{"amount":"1.00","amount":"9.00"}') // 'amount'
 */
export function repeatedMember(json: string): string | null {
  const objects: Set<string>[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === OPENING) objects.push(new Set());
    else if (sign === CLOSING) objects.pop();
    else if (sign === QUOTE) {
      const end = endOfString(json, at);
      if (isFollowedByColon(json, end)) {
        // A name with escapes is the same as its plain spelling.
        const name = JSON.parse(json.slice(at, end)) as string;
        const names = objects.at(-1)!;
        if (names.has(name)) return name;
        names.add(name);
      }
      at = end - 1;
    }
  }
  return null;
}

function endOfString(json: string, begin: number): number {
  let at = begin + 1;
  while (json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

function isFollowedByColon(json: string, from: number): boolean {
  let at = from;
  while (' \t\n\r'.includes(json[at] ?? '.')) at += 1;
  return json.charCodeAt(at) === COLON;
}
