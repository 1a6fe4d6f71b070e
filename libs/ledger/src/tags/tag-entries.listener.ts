import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import {
  TagDeleted,
  TagReplaced,
  TransactionsEdited,
  TransactionsBulkEdited,
  TransactionsCreated,
  TransactionsRestored,
  TransactionsTrashed,
} from '../ledger.events.js';
import { dropEntries, followTags, moveEntries } from './tag-entries.query.js';

/** Keeps the entries and counts of tags what the transactions say (decision 0051). Imported ones come without tags. */
@Injectable()
export class TagEntries {
  constructor(events: DomainEvents) {
    for (const event of [TransactionsCreated, TransactionsEdited, TransactionsTrashed, TransactionsRestored]) {
      events.onStatement(event, ({ taggedIds }, workspace) => followTags(workspace, taggedIds));
    }
    events.onStatement(TransactionsBulkEdited, ({ taggedIds }, workspace) => followTags(workspace, taggedIds));
    events.onStatement(TagReplaced, ({ from, to }, workspace) =>
      from.id === to.id ? null : moveEntries(workspace, from.id, to.id),
    );
    events.onStatement(TagDeleted, ({ tagId }, workspace) => dropEntries(workspace, tagId));
  }
}
