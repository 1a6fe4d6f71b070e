import { eventType } from '@app/kernel/pure';

/** A contact that no transaction names is about to be deleted. A listener that still needs it refuses by throwing ContactInUse. */
export class ContactDeleted {
  constructor(readonly contactId: string) {}
}

/** What is announced of contacts. Source: contract section 16. */
export const contactEvents = {
  created: eventType('contact.created', 'A contact was added.'),
  updated: eventType('contact.updated', 'A contact was renamed, archived or brought back, or has another e-mail.'),
  deleted: eventType('contact.deleted', 'A contact that nothing names was deleted.'),
  settled: eventType<{ readonly currency: string }>(
    'contact.settled',
    'What is owed between the owner and a contact has come to zero in a currency.',
  ),
};
