import { isServingAddress } from './roles.js';

/** The shard that is the directory's own database: workspaces of which the directory says nothing else are there. */
export const DIRECTORY = 'directory';

/** A database that workspaces live in (decision 0086). */
export interface ShardSettings {
  readonly name: string;
  /** Where the service logs in; null for the directory, which DATABASE_URL leads to. */
  readonly url: string | null;
  /** Where its schema is brought up; null where that is done elsewhere. */
  readonly administrator: string | null;
  /** A streaming replica of it, which answers reads that ask much; null where there is none. */
  readonly readUrl: string | null;
  /** How much room it has beside the others; none is left for new workspaces where it is 0. */
  readonly weight: number;
}

const NAME = /^[a-z][a-z0-9_-]{0,39}$/;
const MAX_WEIGHT = 1_000_000;

/**
 * Reads the list of shards: `[{"name": "one", "url": "postgres://…", "adminUrl": "postgres://…", "weight": 2}]`. The directory
 * may be among them, without an address, so that new workspaces come into it too.
 * @returns undefined where it is no such list
 */
export function shardList(text: string): ShardSettings[] | undefined {
  const list = parsed(text);
  if (!Array.isArray(list)) return undefined;
  const shards = list.map(shardIn);
  const names = new Set(shards.map((shard) => shard?.name));
  return shards.every((shard) => shard !== undefined) && names.size === shards.length ? shards : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shardIn(entry: unknown): ShardSettings | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { name, url = null, adminUrl = null, readUrl = null, weight = 1, ...others } = entry as Record<string, unknown>;
  if (Object.keys(others).length > 0 || typeof name !== 'string' || !NAME.test(name)) return undefined;
  if (typeof weight !== 'number' || !(weight >= 0 && weight <= MAX_WEIGHT)) return undefined;
  if (name === DIRECTORY) {
    const hasNone = url === null && adminUrl === null && readUrl === null;
    return hasNone ? { name, url, administrator: null, readUrl, weight } : undefined;
  }
  if (!(readUrl === null || isAddress(readUrl))) return undefined;
  if (!isAddress(url) || !(adminUrl === null || (isAddress(adminUrl) && isServingAddress(url)))) return undefined;
  return { name, url, administrator: adminUrl ?? (isServingAddress(url) ? null : url), readUrl, weight };
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^postgres(ql)?:\/\//.test(value) && URL.canParse(value);
}
