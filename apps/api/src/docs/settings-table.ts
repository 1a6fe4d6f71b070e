interface DeclaredSetting {
  readonly name: string;
  readonly fallback: unknown;
}

const BEGIN = '<!-- settings: written by npm run docs -->';
const END = '<!-- end of settings -->';
/** Settings whose default depends on other settings. Their descriptions state the default. */
const DERIVED = ['BASE_URL', 'PROBLEMS_BASE', 'MAIL_FROM'];
/** Maximum width of a default in the table. The descriptions contain longer ones. */
const WIDEST_DEFAULT = 24;

/** Returns docs/operating.md with the current settings between its two markers. */
export function withSettingsTable(
  text: string,
  settings: readonly DeclaredSetting[],
  descriptions: Readonly<Record<string, string>>,
): string {
  const fallbacks = new Map(settings.map(({ name, fallback }) => [name, fallback]));
  const rows = Object.entries(descriptions).map(([name, description]) => {
    const fallback = DERIVED.includes(name) ? '' : shownDefault(fallbacks.get(name));
    return fallback.length > WIDEST_DEFAULT
      ? [`\`${name}\``, '', `${description} By default ${fallback}.`]
      : [`\`${name}\``, fallback, description];
  });
  const [before, rest] = text.split(BEGIN);
  const [, after] = rest!.split(END);
  return `${before}${BEGIN}\n\n${table([['Setting', 'Default', 'Meaning'], ...rows])}\n\n${END}${after}`;
}

function shownDefault(fallback: unknown): string {
  if (typeof fallback === 'boolean') return fallback ? '`on`' : '`off`';
  const text = Array.isArray(fallback) ? fallback.join(', ') : String((fallback as string | number | null) ?? '');
  return text === '' ? '' : `\`${text}\``;
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = rows;
  return [line(head!), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
