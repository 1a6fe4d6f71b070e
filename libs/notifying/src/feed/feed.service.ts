import { Injectable } from '@nestjs/common';
import { Clock, CursorInvalid, Database, EVENT_RETENTION_DAYS, readCursor, writeCursor } from '@app/kernel';
import type { ListEventsRequest } from './event.request.js';
import type { EventPageView } from './event.view.js';
import { eventView } from './event.view.js';
import type { FeedPosition } from './feed-position.js';
import { FEED_START, inEpoch, positionOf, positionTexts } from './feed-position.js';
import type { FeedRow } from './feed.query.js';
import { currentSnapshotOf, unreadEvents } from './feed.query.js';

/** Among how many events of all types a page looks for those that were asked for. */
const MAX_SCANNED = 5_000;

const LIST = 'events';

/** The feed: what happened in a workspace, for clients to follow. Source: contract section 16. */
@Injectable()
export class Feed {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * The events that a reader has not seen, oldest first. Whatever was committed before is there, and is there once.
   * @param types those that it may see and asks for; null for all
   * @throws CursorInvalid also for a cursor that is older than events are kept
   */
  async page(workspaceId: string, request: ListEventsRequest, types: readonly string[] | null): Promise<EventPageView> {
    const now = this.clock.now();
    const cursorOf = (position: FeedPosition, at: string) =>
      writeCursor(LIST, filtersOf(workspaceId, types), [...positionTexts(position), at]);
    if (request.from === 'now' && request.cursor === undefined) {
      const [current] = await this.database.read<{ snapshot: string; epoch: number }>(
        workspaceId,
        currentSnapshotOf(workspaceId),
      );
      const nextCursor = cursorOf(
        { seen: inEpoch(current!.epoch, current!.snapshot), within: null },
        now.toISOString(),
      );
      return { items: [], nextCursor, hasMore: false };
    }
    const position = this.positionIn(request.cursor, filtersOf(workspaceId, types));
    const scanLimit = types === null ? request.limit + 1 : MAX_SCANNED;
    const rows = await this.database.read<FeedRow>(
      workspaceId,
      unreadEvents({
        workspaceId,
        position: position ?? FEED_START,
        types,
        limit: request.limit + 1,
        scanLimit,
        since: position ? null : new Date(now.getTime() - EVENT_RETENTION_DAYS * DAY_MS),
      }),
    );
    const [first] = rows;
    if (first!.isForeign) throw CursorInvalid();
    const snapshot = inEpoch(first!.snapshotEpoch, first!.snapshot);
    const found = rows.filter(({ isEvent }) => isEvent);
    const items = found.slice(0, request.limit);
    const seen = position?.seen ?? null;
    const last = items.at(-1);
    if (found.length > items.length && last) {
      const { epoch, seq, at } = last;
      const within = { snapshot, xid: inEpoch(epoch, last.xid), seq };
      return page(items, cursorOf({ seen, within }, at), true);
    }
    if (first!.scanned === scanLimit) {
      const within = { snapshot, xid: inEpoch(first!.lastEpoch!, first!.lastXid!), seq: first!.lastSeq! };
      return page(items, cursorOf({ seen, within }, first!.lastAt!), true);
    }
    return page(items, cursorOf({ seen: snapshot, within: null }, now.toISOString()), first!.isOvertaken);
  }

  private positionIn(cursor: string | undefined, filters: ReturnType<typeof filtersOf>): FeedPosition | null {
    const texts = readCursor(LIST, filters, cursor);
    if (texts === undefined) return null;
    const position = texts.length === 5 ? positionOf(texts) : null;
    const at = new Date(texts[4] ?? '');
    // Also where it is no time at all.
    if (position === null || !(this.clock.now().getTime() - at.getTime() <= EVENT_RETENTION_DAYS * DAY_MS)) {
      throw CursorInvalid();
    }
    return position;
  }
}

const DAY_MS = 86_400_000;

/** What a cursor is bound to: the types in whatever order and words. It continues a feed that was begun anywhere. */
function filtersOf(workspaceId: string, types: readonly string[] | null) {
  return { workspaceId, types: types?.toSorted().join() };
}

function page(rows: readonly FeedRow[], nextCursor: string, hasMore: boolean): EventPageView {
  return { items: rows.map(eventView), nextCursor, hasMore };
}
