import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import {
  ContactsNamed,
  LedgerVerification,
  TransactionsEdited,
  TransactionsCreated,
  TransactionsRestored,
  TransactionsTrashed,
} from '@app/ledger';
import { DEBT_CHECKS } from './debt-checks.query.js';
import { followDebts } from './debt-figures.query.js';

/** Keeps the debts of contacts what the live transactions say (decision 0040), and refuses those of unknown contacts. */
@Injectable()
export class DebtFollowers {
  constructor(events: DomainEvents, verification: LedgerVerification) {
    for (const event of [TransactionsCreated, TransactionsEdited, TransactionsTrashed, TransactionsRestored]) {
      events.onStatement(event, ({ debtIds }, workspace) => followDebts(workspace, debtIds));
    }
    events.on(ContactsNamed, async ({ contactIds, unknownIds }, work) => {
      // Those that are there are held against deletion until the unit of work ends.
      const known = await work.query<{ id: string }>({
        name: 'contacts.hold-named',
        text: `select id from contacts_contacts where workspace_id = $1 and id = any($2::uuid[]) for key share`,
        values: [work.workspaceId, contactIds],
      });
      const ids = new Set(known.map(({ id }) => id));
      for (const id of contactIds) if (!ids.has(id)) unknownIds.add(id);
    });
    for (const check of DEBT_CHECKS) verification.include(check);
  }
}
