import { ApiSchema } from '@nestjs/swagger';
@ApiSchema({ description: 'Effect of a call on net worth.' })
export class NetWorthEffectView {
  /** Base currency after the call. */
  currency!: string;
  /** Net worth before the call, in the base currency at that time. */
  before!: string;
  /** Net worth after the call, in `currency`. */
  after!: string;
}

@ApiSchema({ description: 'Effect of a call on the balance of an account.' })
export class AccountEffectView {
  /** ID of the account. */
  accountId!: string;
  /** Currency of the account. */
  currency!: string;
  /** Balance before the call; null if the call creates the account. */
  balanceBefore!: string | null;
  /** Balance after the call; null if the call deletes the account. */
  balanceAfter!: string | null;
}

@ApiSchema({ description: 'Effect of a call on the available amount of a budget.' })
export class BudgetEffectView {
  /** ID of the budget. */
  budgetId!: string;
  /**
   * Available amount in the current cycle before the call; null if no cycle contains today or the call creates the
   * budget.
   */
  availableBefore!: string | null;
  /**
   * Available amount in the current cycle after the call; null if no cycle contains today or the call deletes the
   * budget.
   */
  availableAfter!: string | null;
}

@ApiSchema({ description: 'Effect of a call on the balance with a contact.' })
export class ContactEffectView {
  /** ID of the contact. */
  contactId!: string;
  /** Currency of the balance. */
  currency!: string;
  /** Balance before the call: positive if the contact owes you, negative if you owe the contact. */
  balanceBefore!: string;
  /** Balance after the call: positive if the contact owes you, negative if you owe the contact. */
  balanceAfter!: string;
}

@ApiSchema({ description: 'Number of transactions that a call changes. Each transaction counts once.' })
export class TransactionEffectsView {
  /** Number of created transactions. */
  created!: number;
  /** Number of transactions with a field that changes, not counting amounts in the base currency and timestamps. */
  updated!: number;
  /** Number of transactions that move to the trash. */
  trashed!: number;
  /** Number of transactions restored from the trash. */
  restored!: number;
  /** Number of permanently deleted transactions. */
  deleted!: number;
}

/** Effects of a call. Lists contain only changes, sorted by ID. Each part needs a scope that can read it. */
@ApiSchema({ description: 'Effects of a call.' })
export class EffectsView {
  /** Effect on net worth; null if it does not change, or if the caller lacks the scope `reports:read`. */
  netWorth!: NetWorthEffectView | null;
  /** Accounts whose balance changes. Empty if the caller lacks the scope `accounts:read`. */
  accounts!: AccountEffectView[];
  /** Budgets whose available amount changes. Empty if the caller lacks the scope `budgets:read`. */
  budgets!: BudgetEffectView[];
  /** Contacts whose balance changes. Empty if the caller lacks the scope `contacts:read`. */
  contacts!: ContactEffectView[];
  /** Number of affected transactions by kind of change. Every caller can see it. */
  transactions!: TransactionEffectsView;
}
