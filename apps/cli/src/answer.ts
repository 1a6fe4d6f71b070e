import type { Command } from 'commander';

/** Prints the value as JSON if the option `--json` is set, and otherwise the lines. */
export function answer(command: Command, value: unknown, lines: readonly string[]): void {
  const { json } = command.optsWithGlobals<{ json?: true }>();
  process.stdout.write(`${json ? JSON.stringify(value) : lines.join('\n')}\n`);
}

/** Pads each column to its widest cell, with two spaces between columns. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
