import { AmountOutOfRange, notFound, problem, ReferenceNotFound, whenConstraintFails } from '@app/kernel/pure';

export const ContactNotFound = notFound('CONTACT_NOT_FOUND', 'contact');

export const ContactInUse = problem(
  'CONTACT_IN_USE',
  409,
  'A transaction (live or trashed), a split, a schedule or a tanda uses the contact. Archive the contact instead.',
  () => 'The contact has transactions, or a schedule or tanda uses it.',
);

export const ContactLimitReached = problem(
  'CONTACT_LIMIT_REACHED',
  409,
  'A workspace can have at most 5,000 contacts, including archived ones. Delete unused contacts first.',
  (most: number) => `The workspace already has ${most} contacts.`,
  [5_000],
);

whenConstraintFails('contacts_debt_totals_balance_range', AmountOutOfRange);
// The contact was deleted while a debt with it was being inserted.
whenConstraintFails('contacts_debts_contact', () => ReferenceNotFound(['#/contactId']));
whenConstraintFails('contacts_debt_totals_contact', () => ReferenceNotFound(['#/contactId']));
