import { Injectable } from '@nestjs/common';
import { CrossingsDue, DomainEvents } from '@app/kernel';
import { contactEvents } from '../contacts.events.js';

/**
 * Announces that the balance with a contact is now zero. Checks only balances that have changed since the last check.
 */
@Injectable()
export class Settlements {
  constructor(events: DomainEvents) {
    events.on(CrossingsDue, async (_, work) => {
      const moved = await work.query<{ contactId: string; currency: string; isSettled: boolean }>({
        text: MOVED,
        values: [work.workspaceId],
      });
      for (const { contactId, currency, isSettled } of moved) {
        if (isSettled) work.announce(contactEvents.settled(contactId, { data: { currency } }));
      }
    });
  }
}

const MOVED = `
  update contacts_debt_totals set has_moved = false where workspace_id = $1 and has_moved
  returning contact_id as "contactId", currency,
    lent + repayment_made = borrowed + repayment_received as "isSettled"`;
