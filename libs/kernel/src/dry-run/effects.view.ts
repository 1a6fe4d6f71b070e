import { ApiSchema } from '@nestjs/swagger';
/** What a call does to net worth. */
@ApiSchema({ description: 'What a call would do to net worth.' })
export class NetWorthEffectView {
  /** The base currency, as it is afterwards. */
  currency!: string;
  /** In the base currency of before. */
  before!: string;
  /** In the base currency of afterwards. */
  after!: string;
}

/** What a call does to the balance of an account. */
@ApiSchema({ description: 'What a call would do to the balance of an account.' })
export class AccountEffectView {
  /** The account. */
  accountId!: string;
  /** The currency of the account. */
  currency!: string;
  /** Null where the call makes the account. */
  balanceBefore!: string | null;
  /** Null where the call deletes the account. */
  balanceAfter!: string | null;
}

/** How a call changes the available amount of a budget. */
@ApiSchema({ description: 'How a call would change the available amount of a budget.' })
export class BudgetEffectView {
  /** The budget. */
  budgetId!: string;
  /** In the cycle of today; null where no cycle contains today, or the call makes the budget. */
  availableBefore!: string | null;
  /** In the cycle of today; null where no cycle contains today, or the call deletes the budget. */
  availableAfter!: string | null;
}

/** How a call changes the balance with a contact in a currency. */
@ApiSchema({ description: 'How a call would change the balance with a contact.' })
export class ContactEffectView {
  /** The contact. */
  contactId!: string;
  /** The currency of the debts. */
  currency!: string;
  /** What the contact owes; negative where the owner owes the contact. */
  balanceBefore!: string;
  /** What the contact owes afterwards. */
  balanceAfter!: string;
}

/** How many transactions a call changes; each counts once. */
@ApiSchema({ description: 'How many transactions a call would change.' })
export class TransactionEffectsView {
  /** Those that the call enters. */
  created!: number;
  /** Those of which a client sees another field, base amounts and times aside. */
  updated!: number;
  /** Those that go to the trash. */
  trashed!: number;
  /** Those that come back from the trash. */
  restored!: number;
  /** Those that are deleted for good. */
  deleted!: number;
}

/** What a call changes in figures. Lists name only what changes, by id; a part needs the scope that reads it. */
@ApiSchema({ description: 'What a call would change.' })
export class EffectsView {
  /** Null if it does not change, or without `reports:read`. */
  netWorth!: NetWorthEffectView | null;
  /** Accounts whose balance changes; empty without `accounts:read`. */
  accounts!: AccountEffectView[];
  /** Budgets whose available amount changes; empty without `budgets:read`. */
  budgets!: BudgetEffectView[];
  /** Contacts whose balance changes; empty without `contacts:read`. */
  contacts!: ContactEffectView[];
  /** How many transactions are changed in which way. */
  transactions!: TransactionEffectsView;
}
