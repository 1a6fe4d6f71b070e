import { problem, whenConstraintFails } from '@app/kernel/pure';

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
  'Nothing of the requested amount is left to pay: `remaining` or the balance is zero after all payments since the cut-off.',
  () => 'Nothing is left to pay of the statement.',
);

export const InstallmentsNotFound = problem(
  'INSTALLMENTS_NOT_FOUND',
  404,
  'No plan of installments of this workspace has the id. A plan is not shown while its purchase is in the trash or no longer charged to a card.',
  (id: string) => `There are no installments ${id}.`,
);

export const InstallmentsExist = problem(
  'INSTALLMENTS_EXIST',
  409,
  'A purchase has at most one plan of installments. Delete it before you create another.',
  () => 'The purchase is already paid in installments.',
);

whenConstraintFails('cards_installments_transaction', () => InstallmentsExist());
