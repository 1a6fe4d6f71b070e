import { Injectable } from '@nestjs/common';
import type { Day, PageRequest, UnitOfWork } from '@app/kernel';
import { Clock, Database, invalidField, isId, pageOf, pageStart } from '@app/kernel';
import { booksEvents } from '../ledger.events.js';
import { Books } from './books.entity.js';
import type { BookExceptionPageView, BookExceptionView } from './books.view.js';

/** Closes days, so that their figures cannot change. Database triggers on transactions enforce this (decision 0102). */
@Injectable()
export class ClosedBooks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  get(workspaceId: string): Promise<Books | null> {
    return this.database.transaction({ workspaceId, snapshot: true }, (work) => find(work));
  }

  async closedThrough(work: UnitOfWork): Promise<Day | null> {
    return (await find(work))?.closedThrough ?? null;
  }

  /**
   * Closes all days up to the given one and reopens all later days. Null reopens all days. Waits for running writes and
   * blocks new ones, so that each write sees the change.
   * @throws ValidationFailed if the day is not in the past
   */
  close(workspaceId: string, closedThrough: Day | null): Promise<Books | null> {
    if (closedThrough !== null && closedThrough >= this.clock.today()) {
      throw invalidField(['closedThrough'], 'DATE_INVALID', 'must be before today in Mexico');
    }
    return this.database.transaction({ workspaceId, exclusive: true }, async (work) => {
      const books = await find(work);
      const before = books?.closedThrough ?? null;
      if (before === closedThrough) return books;
      const isClosing = closedThrough !== null && (before === null || closedThrough > before);
      work.audit(workspaceId);
      work.announce(isClosing ? booksEvents.closed(workspaceId) : booksEvents.reopened(workspaceId));
      const change = { closedThrough, updatedAt: this.clock.now() };
      return books === null ? work.em.create(Books, { workspaceId, ...change }) : Object.assign(books, change);
    });
  }

  /** @throws CursorInvalid */
  async exceptions(workspaceId: string, request: PageRequest): Promise<BookExceptionPageView> {
    const list = `${workspaceId}/books/exceptions`;
    const position = pageStart(list, request, isId);
    const rows = await this.database.read<BookExceptionView & { id: string }>(workspaceId, {
      name: 'ledger.book-exceptions',
      text: `
        select e.id, instant_text(e.at) as at, e.action, e.transaction_ids as "transactionIds", e.request_id as "requestId",
          json_build_object('kind', e.actor_kind, 'id', e.actor_id,
            'name', identity_actor_name(e.workspace_id, e.actor_kind, e.actor_id)) as actor
        from ledger_book_exceptions e
        where e.workspace_id = $1 and ($3::uuid is null or e.id < $3) order by e.id desc limit $2`,
      values: [workspaceId, request.limit + 1, position?.[0] ?? null],
    });
    const page = pageOf(list, request, rows, ({ id }) => [id]);
    return { ...page, items: page.items.map(({ id: _, ...exception }) => exception) };
  }
}

function find({ em, workspaceId }: UnitOfWork): Promise<Books | null> {
  return em.findOne(Books, { workspaceId });
}
