import type { Command } from 'commander';

/** Writes what a command answers: with `--json` the value and nothing else, otherwise lines for a person. */
export function answer(command: Command, value: unknown, lines: readonly string[]): void {
  const { json } = command.optsWithGlobals<{ json?: true }>();
  process.stdout.write(`${json ? JSON.stringify(value) : lines.join('\n')}\n`);
}

/**
 * Rows in columns as wide as their widest cell, two spaces apart:
 * `table([['id', 'name'], ['1', 'Casa']])` is `['id  name', '1   Casa']`.
 */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
