/** Fields of a transaction that the measured requests leave out. */
export const ABSENT_FIELDS = {
  currency: null,
  contactId: null,
  toAccountId: null,
  toAmount: null,
  notes: null,
  externalId: null,
  splits: [],
  tags: [],
};
