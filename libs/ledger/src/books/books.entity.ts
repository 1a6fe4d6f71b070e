import { defineEntity, p } from '@mikro-orm/postgresql';

const BooksSchema = defineEntity({
  name: 'Books',
  tableName: 'ledger_books',
  properties: {
    workspaceId: p.uuid().primary(),
    closedThrough: p.date().strictNullable(),
    updatedAt: p.datetime(3),
  },
});

/** Last closed day of a workspace. A workspace whose books were never closed has no row. */
export class Books extends BooksSchema.class {}
BooksSchema.setClass(Books);

const BookExceptionSchema = defineEntity({
  name: 'BookException',
  tableName: 'ledger_book_exceptions',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    at: p.datetime(3),
    actorKind: p.text(),
    actorId: p.uuid().nullable(),
    action: p.text(),
    transactionIds: p.array().columnType('uuid[]'),
    requestId: p.text().nullable(),
  },
});

/**
 * A request that changed days in closed books with `intoClosed`. Only SQL statements read and write it (decision 0102).
 */
export class BookException extends BookExceptionSchema.class {}
BookExceptionSchema.setClass(BookException);
