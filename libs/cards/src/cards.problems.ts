import { problem, whenConstraintFails } from '@app/kernel/pure';

export const StatementNotFound = problem(
  'STATEMENT_NOT_FOUND',
  404,
  'The account is not a card, or the card has no statement with this cut-off. List the statements to see their cut-offs.',
  (cutOff: string) => `The card has no statement with cut-off ${cutOff}.`,
  ['2026-11-07'],
);

export const StatementPaid = problem(
  'STATEMENT_PAID',
  409,
  'Nothing remains to be paid: the amount is zero after all payments since the cut-off.',
  () => 'The statement is already paid.',
);

export const InstallmentsNotFound = problem(
  'INSTALLMENTS_NOT_FOUND',
  404,
  'The workspace has no installment plan with this ID. A plan is hidden while its purchase is in the trash or not charged to a card.',
  (id: string) => `There is no installment plan ${id}.`,
);

export const InstallmentsExist = problem(
  'INSTALLMENTS_EXIST',
  409,
  'A purchase can have only one installment plan. Delete the existing one first.',
  () => 'The purchase already has an installment plan. Delete it first.',
);

whenConstraintFails('cards_installments_transaction', () => InstallmentsExist());
