import { Injectable } from '@nestjs/common';
import { Clock, CursorInvalid, Database, EVENT_RETENTION_DAYS, readCursor, writeCursor } from '@app/kernel';
import type { ListEventsRequest } from './event.request.js';
import type { EventPageView } from './event.view.js';
import { eventView } from './event.view.js';
import type { FeedRow } from './feed.query.js';
import { eventsAfter, latestEvent } from './feed.query.js';

const MAX_SCANNED = 5_000;

const LIST = 'events';

@Injectable()
export class Feed {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the events after a cursor, in the order of their commits, so that readers cannot miss any.
   * @param types readable types among those requested; null for all types
   * @throws CursorInvalid if the cursor is malformed, expired or later than the latest event
   */
  async page(workspaceId: string, request: ListEventsRequest, types: readonly string[] | null): Promise<EventPageView> {
    const now = this.clock.now();
    const filters = filtersOf(workspaceId, types);
    const cursorAt = (number: string, at: string) => writeCursor(LIST, filters, [number, at]);
    if (request.from === 'now' && request.cursor === undefined) {
      const [row] = await this.database.read<{ latest: string }>(workspaceId, latestEvent(workspaceId));
      return { items: [], nextCursor: cursorAt(row!.latest, now.toISOString()), hasMore: false };
    }
    const after = this.numberIn(request.cursor, filters);
    const scanLimit = types === null ? request.limit + 1 : MAX_SCANNED;
    const rows = await this.database.read<FeedRow>(
      workspaceId,
      eventsAfter({
        workspaceId,
        after: after ?? '0',
        types,
        limit: request.limit + 1,
        scanLimit,
        since: after === null ? new Date(now.getTime() - EVENT_RETENTION_DAYS * DAY_MS) : null,
      }),
    );
    const { latest, scanned, lastNumber, lastAt } = rows[0]!;
    // After a restore from a backup, the event in the cursor may no longer exist.
    if (after !== null && BigInt(after) > BigInt(latest)) throw CursorInvalid();
    const events = rows.filter(({ isEvent }) => isEvent);
    const items = events.slice(0, request.limit);
    const last = items.at(-1);
    if (events.length > items.length && last) return page(items, cursorAt(last.number, last.at), true);
    if (scanned === scanLimit) return page(items, cursorAt(lastNumber!, lastAt!), true);
    return page(items, cursorAt(lastNumber ?? after ?? latest, now.toISOString()), false);
  }

  private numberIn(cursor: string | undefined, filters: ReturnType<typeof filtersOf>): string | null {
    const texts = readCursor(LIST, filters, cursor);
    if (texts === undefined) return null;
    const [number, at] = texts;
    const age = this.clock.now().getTime() - new Date(at ?? '').getTime();
    const isValid = texts.length === 2 && NUMBER.test(number!) && age <= EVENT_RETENTION_DAYS * DAY_MS;
    if (!isValid) throw CursorInvalid();
    return number!;
  }
}

const NUMBER = /^(0|[1-9]\d{0,17})$/;
const DAY_MS = 86_400_000;

/** Returns the filters to which cursors are bound. Ignores `from` and the order of the types. */
function filtersOf(workspaceId: string, types: readonly string[] | null) {
  return { workspaceId, types: types?.toSorted().join() };
}

function page(rows: readonly FeedRow[], nextCursor: string, hasMore: boolean): EventPageView {
  return { items: rows.map(eventView), nextCursor, hasMore };
}
