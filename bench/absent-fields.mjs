export const ABSENT_FIELDS = {
  currency: null,
  contactId: null,
  toAccountId: null,
  toAmount: null,
  notes: null,
  externalId: null,
  goalId: null,
  paidBy: null,
  shares: [],
  splits: [],
  tags: [],
};
