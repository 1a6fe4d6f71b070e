import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../../libs/kernel/src/id/id.js';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import type { Household } from '../../e2e/support/household.js';

interface Page {
  readonly items: readonly { readonly id: string; readonly type: string }[];
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

/** What is asked of the feed by those who follow it at the same time. */
const MANNERS = ['limit=1', 'limit=2', 'limit=50', 'limit=200', 'limit=7&types=transaction.created'] as const;

/** Readers of the feed, each as fast as it can. */
export interface Followers {
  /** Lets each read until nothing is left; answers what each was asked for, and the ids that it saw in their order. */
  stop(): Promise<{ types: string[] | null; ids: string[] }[]>;
}

/**
 * Starts readers. Where a process does not answer, a reader asks another one for the same again.
 * @param urlOf where the request of a reader goes, by its number
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
  // A failure is heard when they are stopped.
  for (const one of followers) one.catch(() => undefined);
  return {
    stop: () => {
      isEnding = true;
      return Promise.all(followers);
    },
  };
}

/** What a reader would see that remembers no more than the last event, by the order of transactions: it misses who commits late. */
export function startNaiveFollower(database: TestDatabase, workspaceId: string): { stop(): Promise<string[]> } {
  let isEnding = false;
  const follow = async (): Promise<string[]> => {
    const ids: string[] = [];
    for (let last = ['0', '0']; ;) {
      const wasEnding = isEnding;
      const rows = await database.query<{ id: string; xid: string; seq: string }>(
        `select id, xid::text, seq from kernel_outbox
         where workspace_id = $1 and (xid, seq) > ($2::text::xid8, $3::bigint) order by xid, seq`,
        [workspaceId, ...last],
      );
      ids.push(...rows.map(({ id }) => id));
      const end = rows.at(-1);
      if (end) last = [end.xid, end.seq];
      else if (wasEnding) return ids;
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

/** Transactions that write their event at once and commit later, one after the other, until they are stopped. */
export function startLateWriter(database: TestDatabase, workspaceId: string, lateMs: number) {
  let isEnding = false;
  const write = async (): Promise<void> => {
    const client = await database.connect();
    client.on('error', () => undefined);
    while (!isEnding) {
      await client.query('begin');
      await client.query(
        `insert into kernel_outbox (workspace_id, id, at, type, subject_id, changed, data, actor_kind)
         values ($1, $2, now(), 'account.updated', 'late', '{}', '{}', 'service')`,
        [workspaceId, newId()],
      );
      await pause(lateMs);
      await client.query('commit');
    }
    await client.end();
  };
  const writing = write();
  writing.catch(() => undefined);
  return {
    stop: () => {
      isEnding = true;
      return writing;
    },
  };
}

/** What a reader must have seen: the ids of all events of a workspace, or of those of some types, sorted. */
export async function everyEvent(database: TestDatabase, workspaceId: string, types: string[] | null = null) {
  const rows = await database.query<{ id: string }>(
    `select id from kernel_outbox where workspace_id = $1 and ($2::text[] is null or type = any($2)) order by id`,
    [workspaceId, types],
  );
  return rows.map(({ id }) => id);
}
