/** The endings of names that say what a schema is of something else. */
const PATTERNS: readonly (readonly [RegExp, (noun: string) => string])[] = [
  [/^Create(\w+)Request$/, (noun) => `A new ${noun}.`],
  [/^Edit(\w+)Request$/, (noun) => `Changes to the ${noun}. Fields that are not sent stay as they are.`],
  [/^(\w+)Request$/, (noun) => `The ${noun} of a request.`],
  [/^(\w+)Page$/, (noun) => `A page of ${plural(noun)}.`],
];

/** What a schema stands for by the ending of its name, where its class does not say it with `@ApiSchema`; otherwise undefined. */
export function schemaDescription(name: string): string | undefined {
  for (const [pattern, say] of PATTERNS) {
    const [, noun] = pattern.exec(name) ?? [];
    if (noun !== undefined) return say(words(noun));
  }
  return undefined;
}

/** `RuleMatch` is a rule match. */
function words(name: string): string {
  return name.replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(ch|s|x)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
