import type { Command } from 'commander';

/** Prints the result of a command. With `--json`, prints only the value as JSON; otherwise prints the lines. */
export function answer(command: Command, value: unknown, lines: readonly string[]): void {
  const { json } = command.optsWithGlobals<{ json?: true }>();
  process.stdout.write(`${json ? JSON.stringify(value) : lines.join('\n')}\n`);
}

/** Formats rows as lines. Each column is as wide as its widest cell, and columns are two spaces apart. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
