import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import { TransactionsTrashed } from '@app/ledger';
import { dropMatches } from './kept-matches.query.js';

/** Takes what goes to the trash out of the kept matches, before it may be deleted for good. */
@Injectable()
export class TrashedMatches {
  constructor(events: DomainEvents) {
    events.on(TransactionsTrashed, async ({ transactionIds }, work) => {
      await work.query(dropMatches(work.workspaceId, transactionIds));
    });
  }
}
