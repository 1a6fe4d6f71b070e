/** An operation that answers JSON: its address, and the class of what it answers; of a bare array, that of its elements. */
export interface AnsweredOperation {
  readonly method: string;
  readonly path: string;
  readonly answer: string;
  readonly isArray: boolean;
}

/**
 * The types of all answers by their operations, as a file of the tests' client: a spec that writes an address knows the
 * type of what is answered. Written by `npm run docs`.
 * @param files where each class is, as a test imports it
 */
export function answerTypes(operations: readonly AnsweredOperation[], files: ReadonlyMap<string, string>): string {
  const classes = [...new Set(operations.map(({ answer }) => answer))].toSorted();
  const lines = operations
    .map(({ method, path, answer, isArray }) => `  '${method} ${path}': ${answer}${isArray ? '[]' : ''};`)
    .toSorted((one, other) => (byPath(one) < byPath(other) ? -1 : 1));
  return [
    '// Written by `npm run docs` from what each operation says that it answers.',
    ...classes.map((name) => `import type { ${name} } from '${fileOf(name, files)}';`),
    '',
    '/** What each operation answers when it succeeds: the classes that the OpenAPI document is made of. */',
    'export interface Successes {',
    ...lines,
    '}',
    '',
    'export type {',
    ...classes.map((name) => `  ${name},`),
    '};',
    '',
  ].join('\n');
}

/** Sorts by the path, and only then by the method. */
function byPath(line: string): string {
  return line.replace(/'(\w+) ([^']+)'/, '$2 $1');
}

function fileOf(name: string, files: ReadonlyMap<string, string>): string {
  const file = files.get(name);
  if (file === undefined) throw new Error(`${name} is the answer of an operation, but in no file named .view.ts`);
  return file;
}
