import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, CursorInvalid, Operation, PageRequest, Scoped } from '@app/kernel';
import type { Books } from './books.entity.js';
import { BookExceptionPageView, BooksView, CloseBooksRequest } from './books.view.js';
import { ClosedBooks } from './closed-books.service.js';

const example = { closedThrough: '2026-10-31', updatedAt: '2026-11-03T16:20:00.000Z' };

@Scoped('books')
@Controller('v1/books')
export class BooksController {
  constructor(private readonly books: ClosedBooks) {}

  @Operation({ summary: 'Get the last closed day', answer: BooksView, example, resource: true })
  @Get()
  async get(@Caller() caller: Principal): Promise<BooksView> {
    return booksView(await this.books.get(caller.workspaceId));
  }

  @Operation({
    summary: 'Close or reopen the books',
    collection: { fields: { closedThrough: () => '1999-12-31' } },
    description:
      'Closes all days up to `closedThrough`. Until they are reopened, a call that would change figures of these days fails ' +
      'with `BOOKS_CLOSED`: amounts, dates, accounts, types, categories and splits of live transactions, and opening balances. ' +
      'Everything else can still be edited.',
    answer: BooksView,
    example,
    requestExample: { closedThrough: '2026-10-31' },
    guarded: true,
    role: 'owner',
  })
  @Put()
  async close(@Caller() caller: Principal, @Body() request: CloseBooksRequest): Promise<BooksView> {
    return booksView(await this.books.close(caller.workspaceId, request.closedThrough));
  }

  @Operation({
    summary: 'List changes to closed days',
    description: 'Returns the calls with `intoClosed=true` that changed closed days, newest first.',
    answer: BookExceptionPageView,
    problems: [CursorInvalid],
  })
  @Get('exceptions')
  exceptions(@Caller() caller: Principal, @Query() request: PageRequest): Promise<BookExceptionPageView> {
    return this.books.exceptions(caller.workspaceId, request);
  }
}

function booksView(books: Books | null): BooksView {
  return { closedThrough: books?.closedThrough ?? null, updatedAt: books?.updatedAt.toISOString() ?? null };
}
