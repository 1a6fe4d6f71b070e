import { setTimeout as pause } from 'node:timers/promises';
import { NOTHING_ID } from '../../../libs/kernel/src/id/id.js';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import type { Household } from '../../e2e/support/household.js';

interface Page {
  readonly items: readonly { readonly id: string; readonly type: string }[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

const MANNERS = ['limit=1', 'limit=2', 'limit=50', 'limit=200', 'limit=7&types=transaction.created'] as const;

export interface Followers {
  /**
   * Lets every reader read the rest of the feed and then stops it. Returns the event types that each reader requested and
   * the IDs that it read, in order.
   */
  stop(): Promise<{ types: string[] | null; ids: string[] }[]>;
}

/**
 * Starts readers of the event feed. If a process does not respond, a reader retries with another process.
 * @param urlOf returns the URL for a request, given the number of the request
 */
export function startFollowers(home: Household, urlOf: (request: number) => string): Followers {
  let isEnding = false;
  const read = async (url: string, query: string): Promise<Page | null> => {
    const headers = { authorization: `Bearer ${home.key}` };
    const answer = await fetch(`${url}/v1/events?${query}`, { headers, signal: AbortSignal.timeout(10_000) });
    if (answer.status === 200) return (await answer.json()) as Page;
    if (answer.status !== 503) throw new Error(`the feed answered ${answer.status}: ${await answer.text()}`);
    return null;
  };
  const followers = MANNERS.map(async (manner, reader) => {
    const ids: string[] = [];
    let cursor = '';
    for (let request = reader; ; request += 1) {
      const wasEnding = isEnding;
      const query = cursor === '' ? manner : `${manner}&cursor=${cursor}`;
      const page = await read(urlOf(request), query).catch((error: unknown) => {
        if (error instanceof Error && error.message.startsWith('the feed')) throw error;
        return null;
      });
      if (page === null) {
        await pause(20);
        continue;
      }
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      if (wasEnding && !page.hasMore) return { types: /types=(.*)/.exec(manner)?.[1]?.split(',') ?? null, ids };
    }
  });
  for (const follower of followers) follower.catch(() => undefined);
  return {
    stop: () => {
      isEnding = true;
      return Promise.all(followers);
    },
  };
}

/**
 * Starts a reader that requests events by ID instead of by number. IDs are assigned before the commit, so this reader
 * misses events that commit late.
 */
export function startNaiveFollower(database: TestDatabase, workspaceId: string): { stop(): Promise<string[]> } {
  let isEnding = false;
  const follow = async (): Promise<string[]> => {
    const ids: string[] = [];
    for (;;) {
      const wasEnding = isEnding;
      const rows = await database.query<{ id: string }>(
        `select id from kernel_outbox where workspace_id = $1 and id > $2 order by id`,
        [workspaceId, ids.at(-1) ?? NOTHING_ID],
      );
      ids.push(...rows.map(({ id }) => id));
      if (rows.length === 0 && wasEnding) return ids;
      await pause(2);
    }
  };
  const following = follow();
  return {
    stop: () => {
      isEnding = true;
      return following;
    },
  };
}

/** Returns the IDs of all events of a workspace in order. If `types` is given, returns only events of these types. */
export async function everyEvent(database: TestDatabase, workspaceId: string, types: string[] | null = null) {
  const rows = await database.query<{ id: string }>(
    `select id from kernel_outbox where workspace_id = $1 and ($2::text[] is null or type = any($2)) order by number`,
    [workspaceId, types],
  );
  return rows.map(({ id }) => id);
}
