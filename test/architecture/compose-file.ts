import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface ComposeService {
  readonly image: string;
  readonly extends?: { readonly file: string; readonly service: string };
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
  readonly volumes?: readonly string[];
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly configs: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, null>>;
}

/**
 * Reads a file as Docker Compose does: resolves merge keys and interpolates variables.
 * @throws Error if a required variable is not set
 */
export function composeFile(env: Readonly<Record<string, string>>, name = 'docker-compose.yml'): ComposeFile {
  return filledIn(parse(readFileSync(name, 'utf8'), { merge: true }), env) as ComposeFile;
}

function filledIn(value: unknown, env: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return interpolated(value, env);
  if (Array.isArray(value)) return value.map((item) => filledIn(item, env));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filledIn(item, env)]));
}

/** Resolves `$$`, `${NAME}`, `${NAME:-default}` and `${NAME:?message}`. A default may contain another variable. */
function interpolated(text: string, env: Readonly<Record<string, string>>): string {
  const variable = /\$\$|\$\{(\w+)(?:(:[-?])((?:[^{}]|\{[^{}]*\})*))?\}/g;
  return text.replaceAll(variable, (_, name?: string, kind?: string, rest = '') => {
    if (name === undefined) return '$';
    const value = env[name] ?? '';
    if (value !== '' || kind === undefined) return value;
    if (kind === ':?') throw new Error(`${name}: ${String(rest)}`);
    return interpolated(String(rest), env);
  });
}
