import { ACCOUNT_KIND } from '../accounts/account-figures.query.js';
import { BALANCE_FIGURES } from '../balances/balance-figures.query.js';
import type { FigureCheck } from '../figure-check.query.js';
import { TAG_FIGURES } from '../tags/tag-figures.query.js';
import { TRANSACTION_FIGURES } from '../transactions/transaction-figures.query.js';

export const LEDGER_FIGURES: readonly FigureCheck[] = [
  ACCOUNT_KIND,
  ...TRANSACTION_FIGURES,
  ...BALANCE_FIGURES,
  ...TAG_FIGURES,
];
