import { eventType } from '@app/kernel/pure';

export const assertionEvents = {
  created: eventType('assertion.created', 'The balance of an account on a day was asserted.'),
  updated: eventType('assertion.updated', 'The date, balance, note or source of an assertion was changed.'),
  deleted: eventType('assertion.deleted', 'An assertion was deleted.'),
  broken: eventType('assertion.broken', 'The balance of an account no longer matches an assertion.'),
  restored: eventType('assertion.restored', 'The balance of an account matches an assertion again.'),
};
