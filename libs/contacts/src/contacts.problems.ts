import { problem } from '@app/kernel';

export const ContactNotFound = problem(
  'CONTACT_NOT_FOUND',
  404,
  'No contact of this workspace has the id.',
  (id: string) => `There is no contact ${id}.`,
);

export const ContactInUse = problem(
  'CONTACT_IN_USE',
  409,
  'A transaction or a part of one names the contact, in the trash perhaps. Archive the contact instead.',
  () => 'The contact has transactions.',
);
