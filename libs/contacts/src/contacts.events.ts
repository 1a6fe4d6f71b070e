import { eventType } from '@app/kernel/pure';

/** Published before a contact is deleted. A listener that needs the contact throws ContactInUse. */
export class ContactDeleted {
  constructor(readonly contactId: string) {}
}

export const contactEvents = {
  created: eventType('contact.created', 'A contact was created.'),
  updated: eventType('contact.updated', 'A contact was renamed, archived or restored, or its email address changed.'),
  deleted: eventType('contact.deleted', 'An unused contact was deleted.'),
  settled: eventType<{ readonly currency: string }>(
    'contact.settled',
    'The balance with a contact became zero in a currency.',
  ),
};
