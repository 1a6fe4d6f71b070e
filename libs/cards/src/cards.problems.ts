import { problem, whenConstraintFails } from '@app/kernel';

export const StatementNotFound = problem(
  'STATEMENT_NOT_FOUND',
  404,
  'The account has no card, or no statement of the card has this cut-off. The list of statements shows them all.',
  (cutOff: string) => `There is no statement with the cut-off ${cutOff}.`,
  ['2026-11-07'],
);

export const StatementPaid = problem(
  'STATEMENT_PAID',
  409,
  'Nothing of the statement is left to pay, or what was left stands in a later statement that is paid.',
  () => 'Nothing of the statement is left to pay.',
);

export const InstallmentsNotFound = problem(
  'INSTALLMENTS_NOT_FOUND',
  404,
  'No purchase of this workspace is paid in installments under this id. While the purchase is in the trash, or is none of a card, there are none.',
  (id: string) => `There are no installments ${id}.`,
);

export const InstallmentsExist = problem(
  'INSTALLMENTS_EXIST',
  409,
  'A purchase has one plan of installments at most. Delete it first to make another one.',
  () => 'The purchase is paid in installments already.',
);

whenConstraintFails('cards_installments_transaction', () => InstallmentsExist());
