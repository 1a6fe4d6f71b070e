import { notFound, problem } from '@app/kernel/pure';

export const SettlementNotFound = notFound('SETTLEMENT_NOT_FOUND', 'settlement');

export const SettlementTooLarge = problem(
  'SETTLEMENT_TOO_LARGE',
  422,
  'The amount exceeds the debt of `from` or the credit of `to` in the currency over all time. `maximum` contains the lesser of the two amounts.',
  (maximum: string) => ({
    detail: `The amount of the settlement must not exceed ${maximum}.`,
    members: { maximum },
  }),
  ['450.00'],
);
