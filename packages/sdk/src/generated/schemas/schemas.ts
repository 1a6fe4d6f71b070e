// Generated from the OpenAPI document by packages/sdk/generator. Do not edit: UPDATE_GOLDEN=1 npm test -- packages/sdk

/** An account with its balance. */
export interface Account {
/** Unique ID. */
id: Uuid;
/** Name of the account. */
name: string;
/** Type of the account. */
type: AccountType;
/** Name of the bank; null if not set. */
bank: string | null;
/** Currency of the account. */
currency: CurrencyCode;
/** Opening balance plus all live transactions: the amount owned for an asset, the amount owed for a liability. */
balance: Money;
/** Part of the balance that goals have set aside; null for a liability. */
setAside: Money | null;
/** `balance` minus `setAside`, which may be negative; null for a liability. */
free: Money | null;
/** Balance before the first transaction. */
openingBalance: Money;
/** Date of the opening balance. */
openingDate: Day;
/** Rate for converting the account into the base currency: the rate of the day (`auto`) or `fixedRate` (`fixed`). */
fxMode: 'auto' | 'fixed';
/** Value of one unit of the account's currency in the base currency, with eight decimals; null if `fxMode` is `auto`. */
fixedRate: Rate | null;
/** Annual yield or interest rate in percent; null if not set. */
apy: string | null;
/**
 * Alert threshold; null for no alert. The service sends an alert when an asset's balance falls below the threshold or
 * a liability's balance rises above it.
 */
alertThreshold: Money | null;
/** Credit card terms; null if the account is not a credit card or its terms are not set. */
card: Card | null;
/** Status of the account. Only an `active` account accepts transactions. */
status: 'active' | 'archived' | 'closed';
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
}

/** Balance of an account before and after a commit or undo. */
export interface AccountBalances {
/** ID of the account. */
accountId: Uuid;
/** Balance before the change. */
balanceBefore: Money;
/** Balance after the change. */
balanceAfter: Money;
}

/** Effect of a call on the balance of an account. */
export interface AccountEffect {
/** ID of the account. */
accountId: Uuid;
/** Currency of the account. */
currency: CurrencyCode;
/** Balance before the call; null if the call creates the account. */
balanceBefore: Money | null;
/** Balance after the call; null if the call deletes the account. */
balanceAfter: Money | null;
}

/** Forecast of an account. */
export interface AccountForecast {
/** ID of the account. */
accountId: Uuid;
/** Currency of the account. */
currency: CurrencyCode;
/**
 * Alert threshold; null for no alert. The service sends an alert when an asset's balance falls below the threshold or
 * a liability's balance rises above it.
 */
alertThreshold: Money | null;
/**
 * First day on which an asset's balance is below the threshold or a liability's balance is above it; null if this
 * never happens in the forecast.
 */
crossesThresholdOn: Day | null;
/** Lowest expected balance. */
lowest: LowestBalance;
/** Lowest balance before the next scheduled income after today; null if no income is scheduled. */
lowestBeforeNextIncome: LowestBalance | null;
/** One point per day, starting today. Today's balance does not include future-dated transactions. */
points: ForecastPoint[];
}

/** Total for an account. */
export interface AccountSpending {
/** ID of the account. */
accountId: Uuid;
/** Name of the account. */
name: string;
/** Amount of the group, in the base currency. */
amount: Money;
/** Number of transactions or splits in the amount. */
count: number;
/** Part of the total, with four decimals; null if the total is zero. */
share: string | null;
/** Amount in the compared period; null without a comparison. */
previousAmount: Money | null;
/** Path that lists the transactions of the group. */
transactions: string;
}

/** An account type. */
export interface AccountType {
/** Unique ID. */
id: Uuid;
/** Name of the account type in Spanish. */
name: string;
/** Identifier of the type. It never changes. */
systemKey: string;
/** Kind of account: an asset or a liability. */
kind: 'asset' | 'liability';
}

/** A change that a rule makes to matching transactions. */
export interface Action {
/** Kind of action. */
kind: 'add_tag' | 'append_notes' | 'set_category' | 'set_description';
/** Category ID, description, line of notes or tag, depending on `kind`. */
value: string;
}

/** An action of a rule. */
export interface ActionRequest {
/** Kind of action. */
kind: 'add_tag' | 'append_notes' | 'set_category' | 'set_description';
/** Category ID, description, line of notes or tag, depending on `kind`. */
value: string;
}

/** An adjustment that corrects a balance. */
export interface AdjustmentTransaction {
/** Unique ID. */
id: Uuid;
/** ID of the account. */
accountId: Uuid;
/** Type of transaction. */
type: 'adjustment';
/** `live`, or `trashed` while it is in the trash. */
status: 'live' | 'trashed';
/** Date of the transaction. */
date: Day;
/** Description, in one line. */
description: string;
/** Amount; positive, except that an adjustment with a negative amount decreases an asset or increases a liability. */
amount: Money;
/** Currency of the amount. If there is an account, it is the currency of the account. */
currency: CurrencyCode;
/** Effect on the account: positive if it increases an asset or decreases a liability. 0.00 if there is no account. */
signedAmount: Money;
/** Category. Always null for this type. */
category: null;
/** ID of the contact. Always null for this type. */
contactId: null;
/** Receiving side of a transfer. Always null for this type. */
transfer: null;
/** Splits of the transaction; empty if it is not split. Always empty for this type. */
splits: never[];
/** Tags, spelled as first used or as last renamed. */
tags: string[];
/** Notes, in one or more lines; null for no notes. */
notes: string | null;
/** ID in another system, unique among the live transactions of the account; null if not set. */
externalId: string | null;
/** ID of the import that created the transaction; null if it was not imported. */
importId: Uuid | null;
/** ID of the matched schedule; null if the transaction matches no schedule or is in the trash. */
scheduleId: Uuid | null;
/** ID of the goal that pays for the expense; null for no goal. */
goalId: Uuid | null;
/** ID of the member who paid the expense; null if not stated. */
paidBy: Uuid | null;
/** Shares of the members in the expense. They add up to the amount. Empty if the expense is not shared. */
shares: Share[];
/** Number of files that are linked and not in the trash, at most 10. */
fileCount: number;
/** IDs of the invoices that the transaction pays. Invoices in the trash do not count. */
invoiceIds: Uuid[];
/**
 * Amount in the base currency at the exchange rate of the transaction's date; null if there is no rate or the result
 * has more than 15 integer digits.
 */
baseAmount: Money | null;
/** Exchange rate of `baseAmount`; null if `baseAmount` is null. */
baseRate: Rate | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time at which the transaction was moved to the trash; null if it is not in the trash. */
deletedAt: Timestamp | null;
/** Time at which the transaction will be permanently deleted; null if it is not in the trash. */
purgeAt: Timestamp | null;
}

/** Condition on the amount without its sign. */
export interface AmountCondition {
/** Field of the transaction that the condition tests. */
field: 'amount';
/** Comparison between the field and `value`. */
op: 'between' | 'eq' | 'gt' | 'gte' | 'lt' | 'lte';
/** Amount to compare with; for `between`, a list of the lower and the upper bound. */
value: MoneyInput | [MoneyInput, MoneyInput];
}

/** Condition on the amount without its sign. */
export interface AmountConditionRequest {
/** Field of the transaction that the condition tests. */
field: 'amount';
/** Comparison between the field and `value`. Each field allows only some comparisons. */
op: 'between' | 'eq' | 'gt' | 'gte' | 'lt' | 'lte';
/** Amount to compare with; for `between`, a list of the lower and the upper bound. */
value?: MoneyInput | [MoneyInput, MoneyInput] | undefined;
}

/** Result of applying a rule. */
export interface AppliedRule {
/** Number of live transactions that the rule matches: `changed` plus `skipped`. */
matched: number;
/** Number of changed transactions. */
changed: number;
/**
 * Number of matching transactions that did not change, because they already had the values, the user had chosen their
 * category, or they are not expenses or income.
 */
skipped: number;
}

/** Options for applying a rule. */
export interface ApplyRuleRequest {
/** If true, also replaces categories that the user chose. Defaults to `false`. */
force?: boolean | undefined;
}

/** The balance that an account should have at the end of a day. */
export interface Assertion {
/** Unique ID. */
id: Uuid;
/** ID of the account. */
accountId: Uuid;
/** Day at whose end the account had the balance. */
date: Day;
/** Asserted balance. */
balance: Money;
/** Origin of the assertion: a request (`manual`) or the commit of a statement (`import`). */
source: 'import' | 'manual';
/** ID of the import that created the assertion; null if a request created it. */
importId: Uuid | null;
/** Note; null for none. */
note: string | null;
/** `holds` if the account has this balance at the end of the day, otherwise `broken`. */
status: 'broken' | 'holds';
/**
 * Balance of the account at the end of the day, according to its transactions. The opening balance counts from its
 * date.
 */
actual: Money;
/** `balance` minus `actual`. */
difference: Money;
/** Time of the change that broke the assertion; null if the assertion holds. */
brokenSince: Timestamp | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
}

/** Changes to the balance of an asserted day since the assertion was created. */
export interface AssertionExplanation {
/** The assertion. */
assertion: Assertion;
/** Time of the creation of the assertion, or of the last change of its date or balance. */
since: Timestamp;
/** Changes, newest first, at most 10,000. Together with `rest`, they add up to the change in `actual` since `since`. */
changes: BalanceChange[];
/** Sum of the changes that are more than 30 days old or not listed. */
rest: Money;
}

/** A page of assertions. */
export interface AssertionPage {
/** Items on this page. */
items: Assertion[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** Actor of a change. */
export interface AuditActor {
/** Kind of actor: an API key, an app (`oauth_grant`), a user in the developer area (`person`), or an administrator at the command line. */
kind: 'api_key' | 'command_line' | 'oauth_grant' | 'person';
/** ID of the key, grant or user; null for an administrator and for a failed sign-in. */
id: Uuid | null;
/** Name of the key, app or member. For an administrator, the user name in the operating system. Null without a name. */
name: string | null;
}

/** An entry of the audit log: a change and its actor. */
export interface AuditEntry {
/** Unique ID. */
id: Uuid;
/** Time of the request. */
at: Timestamp;
/** Actor of the change. */
actor: AuditActor;
/** Method and path of the operation, or name of the command. Failed sign-ins end with `(refused)`. */
action: string;
/** ID of the created or changed resource; null if the change does not concern a single resource. */
resourceId: string | null;
/** Names of the fields in the request, without their values. */
fields: string[];
/** `X-Request-Id` of the request; null for a change by an administrator. */
requestId: string | null;
}

/** A page of the audit log. */
export interface AuditLogPage {
/** Items on this page. */
items: AuditEntry[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** A row whose balance does not follow from the previous row. */
export interface BalanceBreak {
/** Index of the row, counted from 0. */
index: number;
/** Line of the file, counted from 1. */
line: number;
/** Expected balance: the balance of the previous row plus or minus the amount of this row. */
expected: Money;
/** Balance in the statement. */
found: Money;
}

/** A change to the balance of an asserted day. */
export interface BalanceChange {
/** Actor of the change. */
actor: EventActor;
/** Kind of change. `moved` means to another date or account. `trashed` includes undone imports. */
kind: 'created' | 'edited' | 'imported' | 'moved' | 'restored' | 'trashed';
/** ID of the transaction; null for a changed opening balance. */
transactionId: Uuid | null;
/** Time of the request. */
at: Timestamp;
/** Change in the balance. */
amount: Money;
}

/** Amounts that the bank reports for a statement. */
export interface BankStatement {
/** Payment to avoid interest that the bank reported; null if it is not recorded. */
paymentToAvoidInterest: Money | null;
/** Minimum payment that the bank reported; null if it is not recorded. */
minimumPayment: Money | null;
/**
 * The bank's `paymentToAvoidInterest` minus the one that the service computes; null if the bank's amount is not
 * recorded.
 */
difference: Money | null;
}

/** An adjustment that corrects a balance. */
export interface BatchCreateAdjustmentRequest {
/** ID of the account. */
accountId: string;
/** Type of transaction. */
type: 'adjustment';
/** Date of the transaction. */
date: Day;
/**
 * Amount; must be positive, except that an adjustment with a negative amount decreases an asset or increases a
 * liability.
 */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Currency of the amount. Required if there is no account; otherwise, it must be the currency of the account. */
currency?: CurrencyCode | undefined;
/** ID of the category. Must be null or omitted for this type. */
categoryId?: null | undefined;
/** ID of the contact of a debt. Must be null or omitted for this type. */
contactId?: null | undefined;
/** ID of the account that receives a transfer. Must be null or omitted for this type. */
toAccountId?: null | undefined;
/** Amount received by a transfer, in the currency of the receiving account. Defaults to `amount` converted at the rate of `date`. Must be null or omitted for this type. */
toAmount?: null | undefined;
/** Notes, in one or more lines; null for no notes. */
notes?: string | null | undefined;
/** ID in another system, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** ID of the goal that pays for the expense. The goal must belong to the same account. Null for no goal. */
goalId?: string | null | undefined;
/** ID of the member who paid the expense; null if not stated. */
paidBy?: string | null | undefined;
/** Shares of the members in the expense, all with amounts or all with weights; null or an empty list for none. */
shares?: ShareRequest[] | null | undefined;
/** 2 to 50 splits that add up exactly to the amount. Must be null or omitted for this type. */
splits?: null | undefined;
/** Up to 20 tags. Tags that differ only in case or accents are the same tag. */
tags?: string[] | undefined;
/** Kind of operation. */
op: 'create';
}

/** A loan to or from a contact, or a repayment. */
export interface BatchCreateDebtRequest {
/** ID of the account; null for a debt that does not change the balance of an account. */
accountId: string | null;
/** Type of transaction. */
type: 'borrowed' | 'lent' | 'repayment_made' | 'repayment_received';
/** Date of the transaction. */
date: Day;
/**
 * Amount; must be positive, except that an adjustment with a negative amount decreases an asset or increases a
 * liability.
 */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Currency of the amount. Required if there is no account; otherwise, it must be the currency of the account. */
currency?: CurrencyCode | undefined;
/** ID of the category. Must be null or omitted for this type. */
categoryId?: null | undefined;
/** ID of the contact of a debt. */
contactId: string;
/** ID of the account that receives a transfer. Must be null or omitted for this type. */
toAccountId?: null | undefined;
/** Amount received by a transfer, in the currency of the receiving account. Defaults to `amount` converted at the rate of `date`. Must be null or omitted for this type. */
toAmount?: null | undefined;
/** Notes, in one or more lines; null for no notes. */
notes?: string | null | undefined;
/** ID in another system, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** ID of the goal that pays for the expense. The goal must belong to the same account. Null for no goal. */
goalId?: string | null | undefined;
/** ID of the member who paid the expense; null if not stated. */
paidBy?: string | null | undefined;
/** Shares of the members in the expense, all with amounts or all with weights; null or an empty list for none. */
shares?: ShareRequest[] | null | undefined;
/** 2 to 50 splits that add up exactly to the amount. Must be null or omitted for this type. */
splits?: null | undefined;
/** Up to 20 tags. Tags that differ only in case or accents are the same tag. */
tags?: string[] | undefined;
/** Kind of operation. */
op: 'create';
}

/** An expense. With an income category, a reversal of income. */
export interface BatchCreateExpenseRequest {
/** ID of the account. */
accountId: string;
/** Type of transaction. */
type: 'expense';
/** Date of the transaction. */
date: Day;
/**
 * Amount; must be positive, except that an adjustment with a negative amount decreases an asset or increases a
 * liability.
 */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Currency of the amount. Required if there is no account; otherwise, it must be the currency of the account. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for no category. */
categoryId?: string | null | undefined;
/** ID of the contact of a debt. Must be null or omitted for this type. */
contactId?: null | undefined;
/** ID of the account that receives a transfer. Must be null or omitted for this type. */
toAccountId?: null | undefined;
/** Amount received by a transfer, in the currency of the receiving account. Defaults to `amount` converted at the rate of `date`. Must be null or omitted for this type. */
toAmount?: null | undefined;
/** Notes, in one or more lines; null for no notes. */
notes?: string | null | undefined;
/** ID in another system, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** ID of the goal that pays for the expense. The goal must belong to the same account. Null for no goal. */
goalId?: string | null | undefined;
/** ID of the member who paid the expense; null if not stated. */
paidBy?: string | null | undefined;
/** Shares of the members in the expense, all with amounts or all with weights; null or an empty list for none. */
shares?: ShareRequest[] | null | undefined;
/** 2 to 50 splits that add up exactly to the amount; null or an empty list for none. */
splits?: SplitRequest[] | null | undefined;
/** Up to 20 tags. Tags that differ only in case or accents are the same tag. */
tags?: string[] | undefined;
/** Kind of operation. */
op: 'create';
}

/** An income. With an expense category, a refund. */
export interface BatchCreateIncomeRequest {
/** ID of the account. */
accountId: string;
/** Type of transaction. */
type: 'income';
/** Date of the transaction. */
date: Day;
/**
 * Amount; must be positive, except that an adjustment with a negative amount decreases an asset or increases a
 * liability.
 */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Currency of the amount. Required if there is no account; otherwise, it must be the currency of the account. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for no category. */
categoryId?: string | null | undefined;
/** ID of the contact of a debt. Must be null or omitted for this type. */
contactId?: null | undefined;
/** ID of the account that receives a transfer. Must be null or omitted for this type. */
toAccountId?: null | undefined;
/** Amount received by a transfer, in the currency of the receiving account. Defaults to `amount` converted at the rate of `date`. Must be null or omitted for this type. */
toAmount?: null | undefined;
/** Notes, in one or more lines; null for no notes. */
notes?: string | null | undefined;
/** ID in another system, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** ID of the goal that pays for the expense. The goal must belong to the same account. Null for no goal. */
goalId?: string | null | undefined;
/** ID of the member who paid the expense; null if not stated. */
paidBy?: string | null | undefined;
/** Shares of the members in the expense, all with amounts or all with weights; null or an empty list for none. */
shares?: ShareRequest[] | null | undefined;
/** 2 to 50 splits that add up exactly to the amount; null or an empty list for none. */
splits?: SplitRequest[] | null | undefined;
/** Up to 20 tags. Tags that differ only in case or accents are the same tag. */
tags?: string[] | undefined;
/** Kind of operation. */
op: 'create';
}

/** Creates a transaction. */
export type BatchCreateRequest = BatchCreateExpenseRequest | BatchCreateIncomeRequest | BatchCreateTransferRequest | BatchCreateAdjustmentRequest | BatchCreateDebtRequest;

/** A transfer between two accounts of the workspace. */
export interface BatchCreateTransferRequest {
/** ID of the account. */
accountId: string;
/** Type of transaction. */
type: 'transfer';
/** Date of the transaction. */
date: Day;
/**
 * Amount; must be positive, except that an adjustment with a negative amount decreases an asset or increases a
 * liability.
 */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Currency of the amount. Required if there is no account; otherwise, it must be the currency of the account. */
currency?: CurrencyCode | undefined;
/** ID of the category. Must be null or omitted for this type. */
categoryId?: null | undefined;
/** ID of the contact of a debt. Must be null or omitted for this type. */
contactId?: null | undefined;
/** ID of the account that receives a transfer. */
toAccountId: string;
/** Amount received by a transfer, in the currency of the receiving account. Defaults to `amount` converted at the rate of `date`. */
toAmount?: MoneyInput | null | undefined;
/** Notes, in one or more lines; null for no notes. */
notes?: string | null | undefined;
/** ID in another system, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** ID of the goal that pays for the expense. The goal must belong to the same account. Null for no goal. */
goalId?: string | null | undefined;
/** ID of the member who paid the expense; null if not stated. */
paidBy?: string | null | undefined;
/** Shares of the members in the expense, all with amounts or all with weights; null or an empty list for none. */
shares?: ShareRequest[] | null | undefined;
/** 2 to 50 splits that add up exactly to the amount. Must be null or omitted for this type. */
splits?: null | undefined;
/** Up to 20 tags. Tags that differ only in case or accents are the same tag. */
tags?: string[] | undefined;
/** Kind of operation. */
op: 'create';
}

/** Restores a transaction from the trash. */
export interface BatchRestoreRequest {
/** Kind of operation. */
op: 'restore';
/** ID of the transaction. */
id: string;
}

/** Operations on many transactions. */
export interface BatchTransactionsRequest {
/** Operations, in the order in which they run. */
operations: (BatchCreateRequest | BatchUpdateRequest | BatchTrashRequest | BatchRestoreRequest)[];
}

/** Moves a transaction to the trash. */
export interface BatchTrashRequest {
/** Kind of operation. */
op: 'trash';
/** ID of the transaction. */
id: string;
}

/** Edits a transaction. */
export interface BatchUpdateRequest {
/** ID of the account; null for a debt that does not change the balance of an account. */
accountId?: string | null | undefined;
/** Type of transaction. */
type?: TransactionType | undefined;
/** Date of the transaction. */
date?: Day | undefined;
/** Amount; positive, except that an adjustment with a negative amount decreases an asset or increases a liability. */
amount?: MoneyInput | undefined;
/** Description, in one line. */
description?: string | undefined;
/** Currency of the amount. If there is an account, it is the currency of the account. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for no category. */
categoryId?: string | null | undefined;
/** ID of the contact; null for no contact. */
contactId?: string | null | undefined;
/** ID of the account that receives a transfer; null for other types. */
toAccountId?: string | null | undefined;
/** Amount received by a transfer, in the currency of the receiving account. */
toAmount?: MoneyInput | null | undefined;
/** Notes, in one or more lines; null for no notes. */
notes?: string | null | undefined;
/** ID in another system, unique among the live transactions of the account; null if not set. */
externalId?: string | null | undefined;
/** ID of the goal that pays for the expense. The goal must belong to the same account. Null for no goal. */
goalId?: string | null | undefined;
/** ID of the member who paid the expense; null if not stated. */
paidBy?: string | null | undefined;
/** Shares of the members in the expense, all with amounts or all with weights; null or an empty list removes them. */
shares?: ShareRequest[] | null | undefined;
/** 2 to 50 splits that add up exactly to the amount; null or an empty list removes them. */
splits?: SplitRequest[] | null | undefined;
/** Up to 20 tags that replace the current ones. Tags that differ only in case or accents are the same tag. */
tags?: string[] | undefined;
/** Kind of operation. */
op: 'update';
/** ID of the transaction. */
id: string;
}

/** A request that changed closed days with `intoClosed=true`. */
export interface BookException {
/** Actor of the change. */
actor: EventActor;
/** `X-Request-Id` of the request; null for a call without one. */
requestId: string | null;
/** Time of the request. */
at: Timestamp;
/** ID of the operation in the OpenAPI document. */
action: string;
/** IDs of the first 500 transactions of closed days that changed. Empty if only an opening balance changed. */
transactionIds: Uuid[];
}

/** A page of requests that changed amounts of closed days. */
export interface BookExceptionPage {
/** Items on this page. */
items: BookException[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** State of the books. Figures up to `closedThrough` cannot change. */
export interface Books {
/** Last closed day; null if the books are open. */
closedThrough: string | null;
/** Time of the last change of `closedThrough`; null if the books were never closed. */
updatedAt: Timestamp | null;
}

/** A budget with its figures in one cycle. */
export interface Budget {
/** Unique ID. */
id: Uuid;
/** Category of the budget. Transactions in its subcategories count, too. */
category: BudgetCategoryRef;
/** Kind of transactions that count towards the budget. */
budgetType: 'expense' | 'income';
/** Amount for the cycle. All amounts of a budget are in the base currency. */
amount: Money;
/** Length of a cycle. */
repeat: 'month' | 'once' | 'two_weeks' | 'week' | 'year';
/** First day of the first cycle. */
startDate: Day;
/** Last day on which a cycle can start; null for no end. */
repeatUntil: Day | null;
/** True if unspent and overspent amounts carry over to the next cycle. */
rolloverEnabled: boolean;
/** ID of the account from which the forecast pays the budget; null for the account that the category uses most. */
accountId: Uuid | null;
/** First and last day of the cycle. */
period: BudgetPeriodRange;
/** Expenses minus refunds in the cycle, or income minus reversals for an income budget. May be negative. */
spent: Money;
/** Amount carried over from earlier cycles; negative after overspending. 0.00 if rollover is disabled. */
rollover: Money;
/** `amount` + `rollover` - `spent`. */
available: Money;
/**
 * IDs of the latest 100 transactions that do not count because they have no exchange rate. Includes earlier cycles if
 * rollover is enabled.
 */
unconverted: Uuid[];
/** Time of creation. */
createdAt: Timestamp;
}

/** Category of a budget. */
export interface BudgetCategoryRef {
/** Unique ID. */
id: Uuid;
/** Name of the category. */
name: string;
/** ID of the parent category; null at the top level. */
parentId: Uuid | null;
}

/** A cycle of a budget. */
export interface BudgetCycle {
/** First and last day of the cycle. */
period: BudgetPeriodRange;
/** Amount for this cycle. */
amount: Money;
/** Expenses minus refunds in the cycle, or income minus reversals for an income budget. */
spent: Money;
/** Amount carried over from earlier cycles; negative after overspending. */
rollover: Money;
/** `amount` + `rollover` - `spent`. */
available: Money;
}

/** Part of the rollover that comes from an earlier cycle. */
export interface BudgetCycleShare {
/** First and last day of the cycle. */
period: BudgetPeriodRange;
/** Amount for this cycle. */
amount: Money;
/** Expenses minus refunds in the cycle, or income minus reversals for an income budget. */
spent: Money;
/** Amount that this cycle adds to the rollover: `amount` - `spent`. */
share: Money;
}

/** Effect of a call on the available amount of a budget. */
export interface BudgetEffect {
/** ID of the budget. */
budgetId: Uuid;
/**
 * Available amount in the current cycle before the call; null if no cycle contains today or the call creates the
 * budget.
 */
availableBefore: Money | null;
/**
 * Available amount in the current cycle after the call; null if no cycle contains today or the call deletes the
 * budget.
 */
availableAfter: Money | null;
}

/** A transaction or split that counts in a budget. */
export interface BudgetEntry {
/** ID of the transaction. */
transactionId: Uuid;
/** Index of the split, counted from 0; null for a transaction without splits. */
splitIndex: number | null;
/** Date of the transaction. */
date: Day;
/** Description, in one line. */
description: string;
/** Type of transaction. */
type: 'expense' | 'income';
/** Category of the transaction or split: the category of the budget or one of its subcategories. */
category: BudgetCategoryRef;
/** Amount of the transaction or split. */
amount: Money;
/** Currency of the amount. */
currency: CurrencyCode;
/**
 * Amount that the transaction or split adds to `spent`, in the base currency; negative for a refund or reversal. Null
 * if there is no exchange rate.
 */
counted: Money | null;
}

/** Transactions and cycles behind the figures of a budget. */
export interface BudgetExplanation {
/** First and last day of the cycle. */
period: BudgetPeriodRange;
/** Amount for this cycle. */
amount: Money;
/** Sum of `counted` over all pages. */
spent: Money;
/** Sum of all `share` amounts. */
rollover: Money;
/** `amount` + `rollover` - `spent`. */
available: Money;
/** IDs of the latest 100 transactions that do not count because they have no exchange rate. */
unconverted: Uuid[];
/** Earlier cycles whose amounts carry over to this one, newest first. */
rolloverCycles: BudgetCycleShare[];
/** Transactions and splits that count, newest first. Empty if the caller lacks the scope `transactions:read`. */
items: BudgetEntry[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** A page of cycles of a budget. */
export interface BudgetHistory {
/** Cycles, newest first. */
items: BudgetCycle[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** First and last day of a cycle. */
export interface BudgetPeriodRange {
/** First day of the cycle. */
start: Day;
/** Last day of the cycle. */
end: Day;
}

/** A transaction that may pay an invoice. */
export interface Candidate {
/** ID of the transaction. */
transactionId: Uuid;
/**
 * Matching criteria: the amount, a date from 5 days before to 35 days after issue, the RFC of the other party, or a
 * word of its name.
 */
reasons: ('AMOUNT' | 'DATE' | 'NAME' | 'RFC')[];
}

/** Transactions that may pay an invoice, best first. */
export interface Candidates {
/** Items on this page. */
items: Candidate[];
}

/** Credit card terms. */
export interface Card {
/** Credit limit of the card. */
creditLimit: Money;
/** Day of the month on which the statement period ends. In shorter months, 29 to 31 mean the last day. */
cutOffDay: number;
/** Days from the cut-off to the due date. A due date that is not a banking day moves to the next one. */
paymentDays: number;
/** ID of the account that pays the card; null if not set. */
payFromAccountId: Uuid | null;
/** `creditLimit` minus `balance`. */
availableCredit: Money;
}

/** Credit card terms. */
export interface CardRequest {
/** Credit limit of the card. */
creditLimit: MoneyInput;
/** Day of the month on which the statement period ends. In shorter months, 29 to 31 mean the last day. */
cutOffDay: number;
/** Days from the cut-off to the due date. A due date that is not a banking day moves to the next one. Defaults to `20`. */
paymentDays?: number | undefined;
/** ID of the account that pays the card; null for no account. Defaults to `null`. */
payFromAccountId?: string | null | undefined;
}

/** A card statement, computed from the transactions. */
export interface CardStatement {
/** Day after the previous cut-off. */
start: Day;
/** Last day of the period. Identifies the statement. */
cutOff: Day;
/** Last day to pay without interest. */
dueDate: Day;
/** Debt at the start of the period. For the first statement, the opening balance of the account. */
openingBalance: Money;
/** Charges in the period. */
charges: Money;
/** Refunds, transfers to the card and other amounts that reduced the debt in the period. */
payments: Money;
/** Debt at the end of the cut-off day. */
balance: Money;
/** Total of the installments that later statements will bill. */
installmentsDeferred: Money;
/** `balance` minus `installmentsDeferred`, but not less than 0.00. */
paymentToAvoidInterest: Money;
/**
 * Estimated minimum payment: the greater of 1.25% of the credit limit and 1.5% of `balance` minus
 * `installmentsDeferred`, but at most `paymentToAvoidInterest`.
 */
minimumPayment: Money;
/** Payments between this cut-off and the next one; 0.00 while the statement is open. */
paid: Money;
/** `paymentToAvoidInterest` minus all payments after the cut-off, but not less than 0.00. */
remaining: Money;
/**
 * Status: `open` until the cut-off, then `due` until the due date, then `overdue`. `paid` if the statement has closed
 * and nothing remains to be paid.
 */
status: 'due' | 'open' | 'overdue' | 'paid';
/** Amounts that the bank reports; null if none are recorded. */
bank: BankStatement | null;
}

/** A page of the statements of a card. */
export interface CardStatementPage {
/** Items on this page. */
items: CardStatement[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** Income and expenses of an interval. The period of the report may cut the first and the last interval short. */
export interface CashFlowPoint {
/** First day of the interval. */
start: Day;
/** Last day of the interval. */
end: Day;
/** Income minus reversals. */
income: Money;
/** Spending minus refunds. */
expense: Money;
/** Income minus spending. */
net: Money;
/** Part of the income that was not spent, with four decimals; null unless `income` is positive. */
savingsRate: string | null;
}

/** Income and expenses by interval. */
export interface CashFlowReport {
/** Base currency. */
currency: CurrencyCode;
/** First day of the period. */
from: Day;
/** Last day of the period. */
to: Day;
/** Length of each interval. */
interval: string;
/** Intervals, oldest first, including empty ones. */
points: CashFlowPoint[];
/** Totals for the whole period. */
total: CashFlowTotal;
/** IDs of the latest 10,000 transactions that do not count because they have no exchange rate. */
unconverted: Uuid[];
}

/** Income and expenses of the period. */
export interface CashFlowTotal {
/** Income minus reversals. */
income: Money;
/** Spending minus refunds. */
expense: Money;
/** Income minus spending. */
net: Money;
/** Part of the income that was not spent, with four decimals; null unless `income` is positive. */
savingsRate: string | null;
}

/** A category. */
export interface Category {
/** Unique ID. */
id: Uuid;
/** Name of the category. */
name: string;
/** ID of the parent category; null at the top level. */
parentId: Uuid | null;
/** Kind of transactions in the category. */
kind: 'expense' | 'income';
/** Time of archiving; null if not archived. */
archivedAt: Timestamp | null;
/** Time of creation. */
createdAt: Timestamp;
}

/** Condition that matches transactions without a category. */
export interface CategoryCondition {
/** Field of the transaction that the condition tests. */
field: 'category';
/** Comparison between the field and `value`. */
op: 'is_empty';
/** Always null, because the comparison needs no value. */
value: null;
}

/** Condition that matches transactions without a category. */
export interface CategoryConditionRequest {
/** Field of the transaction that the condition tests. */
field: 'category';
/** Comparison between the field and `value`. Each field allows only some comparisons. */
op: 'is_empty';
/** Always null, because the comparison needs no value. */
value?: null | undefined;
}

/** Category of a transaction. */
export interface CategoryReference {
/** Unique ID. */
id: Uuid;
/** Name of the category. */
name: string;
/** ID of the parent category; null at the top level. */
parentId: Uuid | null;
}

/** Total for a category and its subcategories. The last item, without an ID, is for uncategorized transactions. */
export interface CategorySpending {
/** ID of the category; null for no category. */
categoryId: Uuid | null;
/** Name of the category; null for uncategorized transactions. */
name: string | null;
/** ID of the parent category; null at the top level. */
parentId: Uuid | null;
/** Amount of the category without its subcategories. */
own: Money;
/** Amount of the group, in the base currency. */
amount: Money;
/** Number of transactions or splits in the amount. */
count: number;
/** Part of the total, with four decimals; null if the total is zero. */
share: string | null;
/** Amount in the compared period; null without a comparison. */
previousAmount: Money | null;
/** Path that lists the transactions of the group. */
transactions: string;
}

/** Condition on an account, type, currency or tag, compared for equality. */
export interface ChoiceCondition {
/** Field of the transaction that the condition tests. */
field: 'accountId' | 'currency' | 'tag' | 'type';
/** Comparison between the field and `value`. */
op: 'is' | 'is_not' | 'one_of';
/** Value to compare with; for `one_of`, a list of values. */
value: string | string[];
}

/** Condition on an account, type, currency or tag, compared for equality. */
export interface ChoiceConditionRequest {
/** Field of the transaction that the condition tests. */
field: 'accountId' | 'currency' | 'tag' | 'type';
/** Comparison between the field and `value`. Each field allows only some comparisons. */
op: 'is' | 'is_not' | 'one_of';
/** Value to compare with; for `one_of`, a list of values. */
value?: string | string[] | undefined;
}

/** Last day to close. */
export interface CloseBooksRequest {
/**
 * Last day to close, before today in Mexico; null to reopen all days. A day earlier than the current one reopens the
 * days after it.
 */
closedThrough: Day | null;
}

/** A code from a catalog of the tax authority (SAT). */
export interface Code {
/** Code in the catalog. */
code: string;
/** Spanish name of the code; null if the catalog does not have it. */
label: string | null;
}

/** Options of a commit. */
export interface CommitImportRequest {
/** True to skip rows with errors. Otherwise, the commit fails if any row has errors. Defaults to `false`. */
skipErrors?: boolean | undefined;
/** True to commit even if the rows disagree with the totals or balances on a PDF. Otherwise, the commit fails. Defaults to `false`. */
acceptUnproven?: boolean | undefined;
/** True to record the card statement in a PDF for the account, which must be a card. An undo removes the record. Defaults to `false`. */
recordStatement?: boolean | undefined;
}

/** A condition on a field of a transaction. */
export type Condition = TextCondition | AmountCondition | DateCondition | ChoiceCondition | CategoryCondition;

/** A condition of a rule. */
export type ConditionRequest = TextConditionRequest | AmountConditionRequest | DateConditionRequest | ChoiceConditionRequest | CategoryConditionRequest;

/** A contact with its balances. */
export interface Contact {
/** Unique ID. */
id: Uuid;
/** Name of the contact. */
name: string;
/** Email address; null if not set. */
email: string | null;
/** Time when the contact was archived; null if it is not archived. */
archivedAt: Timestamp | null;
/** Time of creation. */
createdAt: Timestamp;
/** Balances by currency, except zero balances. */
balances: DebtBalance[];
}

/** Effect of a call on the balance with a contact. */
export interface ContactEffect {
/** ID of the contact. */
contactId: Uuid;
/** Currency of the balance. */
currency: CurrencyCode;
/** Balance before the call: positive if the contact owes you, negative if you owe the contact. */
balanceBefore: Money;
/** Balance after the call: positive if the contact owes you, negative if you owe the contact. */
balanceAfter: Money;
}

/** A new account. */
export interface CreateAccountRequest {
/** Name of the account. */
name: string;
/** ID or `systemKey` of the account type. */
typeId: string;
/** Currency of the account. Defaults to the workspace's base currency. */
currency?: CurrencyCode | undefined;
/** Name of the bank; null if not set. */
bank?: string | null | undefined;
/** Amount owned (asset) or owed (liability) before the first transaction. Defaults to `0.00`. */
openingBalance?: MoneyInput | undefined;
/** Date of the opening balance. Defaults to today in Mexico. */
openingDate?: Day | undefined;
/** Rate for converting the account into the base currency: the rate of the day (`auto`) or `fixedRate` (`fixed`). Defaults to `auto`. */
fxMode?: 'auto' | 'fixed' | undefined;
/**
 * Value of one unit of the account's currency in the base currency. Required if `fxMode` is `fixed`, and otherwise
 * not allowed.
 */
fixedRate?: string | null | undefined;
/** Annual yield or interest rate in percent; null if not set. */
apy?: string | null | undefined;
/**
 * Alert threshold; null for no alert. The service sends an alert when an asset's balance falls below the threshold or
 * a liability's balance rises above it.
 */
alertThreshold?: MoneyInput | null | undefined;
/** Credit card terms. Allowed only for accounts of type `credit_card`. */
card?: CardRequest | null | undefined;
}

/** An adjustment that corrects a balance. */
export interface CreateAdjustmentRequest {
/** ID of the account. */
accountId: string;
/** Type of transaction. */
type: 'adjustment';
/** Date of the transaction. */
date: Day;
/**
 * Amount; must be positive, except that an adjustment with a negative amount decreases an asset or increases a
 * liability.
 */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Currency of the amount. Required if there is no account; otherwise, it must be the currency of the account. */
currency?: CurrencyCode | undefined;
/** ID of the category. Must be null or omitted for this type. */
categoryId?: null | undefined;
/** ID of the contact of a debt. Must be null or omitted for this type. */
contactId?: null | undefined;
/** ID of the account that receives a transfer. Must be null or omitted for this type. */
toAccountId?: null | undefined;
/** Amount received by a transfer, in the currency of the receiving account. Defaults to `amount` converted at the rate of `date`. Must be null or omitted for this type. */
toAmount?: null | undefined;
/** Notes, in one or more lines; null for no notes. */
notes?: string | null | undefined;
/** ID in another system, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** ID of the goal that pays for the expense. The goal must belong to the same account. Null for no goal. */
goalId?: string | null | undefined;
/** ID of the member who paid the expense; null if not stated. */
paidBy?: string | null | undefined;
/** Shares of the members in the expense, all with amounts or all with weights; null or an empty list for none. */
shares?: ShareRequest[] | null | undefined;
/** 2 to 50 splits that add up exactly to the amount. Must be null or omitted for this type. */
splits?: null | undefined;
/** Up to 20 tags. Tags that differ only in case or accents are the same tag. */
tags?: string[] | undefined;
}

/** Balance according to the bank. */
export interface CreateAssertionRequest {
/** Day at whose end the account had the balance. Today in Mexico or earlier. */
date: Day;
/** Balance according to the bank: the amount owned for an asset, the amount owed for a liability. */
balance: MoneyInput;
/** Note; null for none. */
note?: string | null | undefined;
}

/** A new budget. */
export interface CreateBudgetRequest {
/** ID of the category. Transactions in its subcategories count, too. */
categoryId: string;
/** Amount per cycle, in the base currency. */
amount: MoneyInput;
/** Length of a cycle; `once` is a single cycle. */
repeat: 'month' | 'once' | 'year';
/** First day of the first cycle. Defaults to the first day of the current month in Mexico. */
startDate?: Day | undefined;
/** Kind of transactions that count towards the budget. Defaults to the kind of the category. */
budgetType?: 'expense' | 'income' | undefined;
/**
 * Last day on which a cycle can start; null for no end. With `once`, last day of the cycle; null for a cycle of one
 * month. Defaults to `null`.
 */
repeatUntil?: Day | null | undefined;
/** If true, unspent and overspent amounts carry over to the next cycle. Defaults to `false`. */
rolloverEnabled?: boolean | undefined;
/** ID of the account from which the forecast pays the budget; null for the account that the category uses most. Defaults to `null`. */
accountId?: string | null | undefined;
}

/** A new category. */
export interface CreateCategoryRequest {
/** Name of the category. */
name: string;
/** Kind of transactions in the category. Defaults to the kind of the parent; required at the top level. */
kind?: 'expense' | 'income' | undefined;
/** ID of the parent category; null at the top level. */
parentId?: string | null | undefined;
}

/** A new contact. */
export interface CreateContactRequest {
/** Name of the contact. */
name: string;
/** Email address; null if not set. */
email?: string | null | undefined;
}

/** A loan to or from a contact, or a repayment. */
export interface CreateDebtRequest {
/** ID of the account; null for a debt that does not change the balance of an account. */
accountId: string | null;
/** Type of transaction. */
type: 'borrowed' | 'lent' | 'repayment_made' | 'repayment_received';
/** Date of the transaction. */
date: Day;
/**
 * Amount; must be positive, except that an adjustment with a negative amount decreases an asset or increases a
 * liability.
 */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Currency of the amount. Required if there is no account; otherwise, it must be the currency of the account. */
currency?: CurrencyCode | undefined;
/** ID of the category. Must be null or omitted for this type. */
categoryId?: null | undefined;
/** ID of the contact of a debt. */
contactId: string;
/** ID of the account that receives a transfer. Must be null or omitted for this type. */
toAccountId?: null | undefined;
/** Amount received by a transfer, in the currency of the receiving account. Defaults to `amount` converted at the rate of `date`. Must be null or omitted for this type. */
toAmount?: null | undefined;
/** Notes, in one or more lines; null for no notes. */
notes?: string | null | undefined;
/** ID in another system, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** ID of the goal that pays for the expense. The goal must belong to the same account. Null for no goal. */
goalId?: string | null | undefined;
/** ID of the member who paid the expense; null if not stated. */
paidBy?: string | null | undefined;
/** Shares of the members in the expense, all with amounts or all with weights; null or an empty list for none. */
shares?: ShareRequest[] | null | undefined;
/** 2 to 50 splits that add up exactly to the amount. Must be null or omitted for this type. */
splits?: null | undefined;
/** Up to 20 tags. Tags that differ only in case or accents are the same tag. */
tags?: string[] | undefined;
}

/** An expense. With an income category, a reversal of income. */
export interface CreateExpenseRequest {
/** ID of the account. */
accountId: string;
/** Type of transaction. */
type: 'expense';
/** Date of the transaction. */
date: Day;
/**
 * Amount; must be positive, except that an adjustment with a negative amount decreases an asset or increases a
 * liability.
 */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Currency of the amount. Required if there is no account; otherwise, it must be the currency of the account. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for no category. */
categoryId?: string | null | undefined;
/** ID of the contact of a debt. Must be null or omitted for this type. */
contactId?: null | undefined;
/** ID of the account that receives a transfer. Must be null or omitted for this type. */
toAccountId?: null | undefined;
/** Amount received by a transfer, in the currency of the receiving account. Defaults to `amount` converted at the rate of `date`. Must be null or omitted for this type. */
toAmount?: null | undefined;
/** Notes, in one or more lines; null for no notes. */
notes?: string | null | undefined;
/** ID in another system, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** ID of the goal that pays for the expense. The goal must belong to the same account. Null for no goal. */
goalId?: string | null | undefined;
/** ID of the member who paid the expense; null if not stated. */
paidBy?: string | null | undefined;
/** Shares of the members in the expense, all with amounts or all with weights; null or an empty list for none. */
shares?: ShareRequest[] | null | undefined;
/** 2 to 50 splits that add up exactly to the amount; null or an empty list for none. */
splits?: SplitRequest[] | null | undefined;
/** Up to 20 tags. Tags that differ only in case or accents are the same tag. */
tags?: string[] | undefined;
}

/** A new goal. */
export interface CreateGoalRequest {
/** Name of the goal. */
name: string;
/** ID of the account that holds the money. Must be an asset account. */
accountId: string;
/** Target amount. */
target: MoneyInput;
/** Day by which to reach the target; null for no deadline. */
targetDate?: Day | null | undefined;
/** Funding plan; null for a goal without funding. */
funding?: FundingRequest | null | undefined;
/** True if the bank itself keeps the money apart. Only a note: it does not affect any amount. Defaults to `false`. */
heldByBank?: boolean | undefined;
/**
 * Position of the goal in lists, lowest first. If the balance does not cover all goals of the account, the goals with
 * the highest number are the first to be short. Defaults to `100`.
 */
priority?: number | undefined;
}

/** An income. With an expense category, a refund. */
export interface CreateIncomeRequest {
/** ID of the account. */
accountId: string;
/** Type of transaction. */
type: 'income';
/** Date of the transaction. */
date: Day;
/**
 * Amount; must be positive, except that an adjustment with a negative amount decreases an asset or increases a
 * liability.
 */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Currency of the amount. Required if there is no account; otherwise, it must be the currency of the account. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for no category. */
categoryId?: string | null | undefined;
/** ID of the contact of a debt. Must be null or omitted for this type. */
contactId?: null | undefined;
/** ID of the account that receives a transfer. Must be null or omitted for this type. */
toAccountId?: null | undefined;
/** Amount received by a transfer, in the currency of the receiving account. Defaults to `amount` converted at the rate of `date`. Must be null or omitted for this type. */
toAmount?: null | undefined;
/** Notes, in one or more lines; null for no notes. */
notes?: string | null | undefined;
/** ID in another system, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** ID of the goal that pays for the expense. The goal must belong to the same account. Null for no goal. */
goalId?: string | null | undefined;
/** ID of the member who paid the expense; null if not stated. */
paidBy?: string | null | undefined;
/** Shares of the members in the expense, all with amounts or all with weights; null or an empty list for none. */
shares?: ShareRequest[] | null | undefined;
/** 2 to 50 splits that add up exactly to the amount; null or an empty list for none. */
splits?: SplitRequest[] | null | undefined;
/** Up to 20 tags. Tags that differ only in case or accents are the same tag. */
tags?: string[] | undefined;
}

/** Converts a purchase into monthly installments without interest. */
export interface CreateInstallmentsRequest {
/** ID of the purchase: a live expense without splits on a card account. */
transactionId: string;
/** Number of monthly installments. */
months: number;
}

/** A new invitation. */
export interface CreateInvitationRequest {
/** Email address of the invited person. Only a user with this address can accept. */
email: string;
/** Role of the person after acceptance. */
role: 'editor' | 'owner' | 'viewer';
}

/** A new rule. */
export interface CreateRuleRequest {
/** Name of the rule. */
name: string;
/** True if the rule runs on new transactions. Defaults to `true`. */
enabled?: boolean | undefined;
/** Priority of the rule. Rules run from the lowest to the highest value; rules with the same value run oldest first. Defaults to `100`. */
priority?: number | undefined;
/** `all` if a transaction must meet all conditions, `any` if it must meet at least one. Defaults to `all`. */
match?: 'all' | 'any' | undefined;
/** Conditions that a transaction must meet. */
conditions: ConditionRequest[];
/** Changes to matching transactions, at most one of each kind. */
actions: ActionRequest[];
/** If true, later rules do not run on the transactions that this rule matches. Defaults to `false`. */
stopProcessing?: boolean | undefined;
}

/** A new schedule. */
export interface CreateScheduleRequest {
/** Name of the schedule; null if not set. Defaults to `null`. */
name?: string | null | undefined;
/** ID of the account. */
accountId: string;
/** Type of transaction. */
type: 'expense' | 'income' | 'transfer';
/** Amount of each occurrence, in the currency of the account. */
amount: MoneyInput;
/** Description of posted transactions. */
description: string;
/** ID of the category; null for no category. Defaults to `null`. */
categoryId?: string | null | undefined;
/** ID of a related contact; null for no contact. Does not create a debt. Defaults to `null`. */
contactId?: string | null | undefined;
/** ID of the account that receives a transfer; null for other types. Defaults to `null`. */
toAccountId?: string | null | undefined;
/** Tags of posted transactions. */
tags?: string[] | undefined;
/** Recurrence of the expected dates. */
recurrence: RecurrenceRequest;
/** First date of the recurrence. All other dates follow from it. */
startDate: Day;
/** Last possible day of an occurrence; null for no end. Defaults to `null`. */
endDate?: Day | null | undefined;
/** True to post due occurrences automatically once a day. Defaults to `false`. */
autoPost?: boolean | undefined;
/** Criteria by which new transactions of the same account and type match an occurrence. */
match?: ScheduleMatchRequest | undefined;
}

/** A new tanda. */
export interface CreateTandaRequest {
/** Name of the tanda and of its contact. */
name: string;
/** Amount of one payment. In each turn, you pay it as many times as you have numbers in `myTurns`. */
amount: MoneyInput;
/** Number of turns. */
turns: number;
/** Numbers of the turns in which you receive the money. At least one, without duplicates. */
myTurns: number[];
/** Day of the first turn. With `quincena`, the first turn is on the first pay day on or after this day. */
startDate: Day;
/** Frequency of the turns. `quincena` means the 15th and the last day of each month. */
every: 'month' | 'quincena' | 'two_weeks' | 'week';
/** ID of the account that pays and receives. */
accountId: string;
/** True if you also pay in your own turns. You then receive this payment as well. Defaults to `false`. */
ownTurnPays?: boolean | undefined;
}

/** A new transaction. */
export type CreateTransactionRequest = CreateExpenseRequest | CreateIncomeRequest | CreateTransferRequest | CreateAdjustmentRequest | CreateDebtRequest;

/** A transfer between two accounts of the workspace. */
export interface CreateTransferRequest {
/** ID of the account. */
accountId: string;
/** Type of transaction. */
type: 'transfer';
/** Date of the transaction. */
date: Day;
/**
 * Amount; must be positive, except that an adjustment with a negative amount decreases an asset or increases a
 * liability.
 */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Currency of the amount. Required if there is no account; otherwise, it must be the currency of the account. */
currency?: CurrencyCode | undefined;
/** ID of the category. Must be null or omitted for this type. */
categoryId?: null | undefined;
/** ID of the contact of a debt. Must be null or omitted for this type. */
contactId?: null | undefined;
/** ID of the account that receives a transfer. */
toAccountId: string;
/** Amount received by a transfer, in the currency of the receiving account. Defaults to `amount` converted at the rate of `date`. */
toAmount?: MoneyInput | null | undefined;
/** Notes, in one or more lines; null for no notes. */
notes?: string | null | undefined;
/** ID in another system, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** ID of the goal that pays for the expense. The goal must belong to the same account. Null for no goal. */
goalId?: string | null | undefined;
/** ID of the member who paid the expense; null if not stated. */
paidBy?: string | null | undefined;
/** Shares of the members in the expense, all with amounts or all with weights; null or an empty list for none. */
shares?: ShareRequest[] | null | undefined;
/** 2 to 50 splits that add up exactly to the amount. Must be null or omitted for this type. */
splits?: null | undefined;
/** Up to 20 tags. Tags that differ only in case or accents are the same tag. */
tags?: string[] | undefined;
}

/** A new webhook. */
export interface CreateWebhookRequest {
/** URL that receives the events. Must use `https://` and be on the public internet. */
url: string;
/** Event types, families such as `transaction.*`, or `["*"]` for all. */
types: string[];
/** Purpose of the webhook; null if not set. */
description?: string | null | undefined;
}

/** Balances of the members in one currency. */
export interface CurrencyBalances {
/** Currency of the amount. */
currency: CurrencyCode;
/** Balances of all current members, and of former members with a balance. */
balances: MemberBalance[];
/** Payments that settle all balances. There are fewer payments than members with a balance. */
transfers: TransferDue[];
}

/** ISO 4217 currency code. */
export type CurrencyCode = string;

/** Part of the net worth that is held in one currency. */
export interface CurrencyShare {
/** Currency of the accounts. */
currency: CurrencyCode;
/** Assets minus liabilities in this currency. */
balance: Money;
/** Market rate of the currency, or the average rate of its accounts if one of them has a fixed rate. */
rate: Rate;
/** Amount in the base currency. The amounts of all currencies add up to the net worth. */
converted: Money;
}

/** Date in Mexico City: YYYY-MM-DD. */
export type Day = string;

/** Condition on the date. */
export interface DateCondition {
/** Field of the transaction that the condition tests. */
field: 'date';
/** Comparison between the field and `value`. */
op: 'after' | 'before' | 'between' | 'on';
/** Day to compare with; for `between`, a list of the first and the last day. */
value: Day | [Day, Day];
}

/** Condition on the date. */
export interface DateConditionRequest {
/** Field of the transaction that the condition tests. */
field: 'date';
/** Comparison between the field and `value`. Each field allows only some comparisons. */
op: 'after' | 'before' | 'between' | 'on';
/** Day to compare with; for `between`, a list of the first and the last day. */
value?: Day | [Day, Day] | undefined;
}

/** Balance with a contact in one currency. */
export interface DebtBalance {
/** Currency of the balance. */
currency: CurrencyCode;
/** Balance: positive if the contact owes you, negative if you owe the contact. */
balance: Money;
}

/** A loan to or from a contact, or a repayment. */
export interface DebtTransaction {
/** Unique ID. */
id: Uuid;
/** ID of the account; null for a debt that does not change the balance of an account. */
accountId: Uuid | null;
/** Type of transaction. */
type: 'borrowed' | 'lent' | 'repayment_made' | 'repayment_received';
/** `live`, or `trashed` while it is in the trash. */
status: 'live' | 'trashed';
/** Date of the transaction. */
date: Day;
/** Description, in one line. */
description: string;
/** Amount; positive, except that an adjustment with a negative amount decreases an asset or increases a liability. */
amount: Money;
/** Currency of the amount. If there is an account, it is the currency of the account. */
currency: CurrencyCode;
/** Effect on the account: positive if it increases an asset or decreases a liability. 0.00 if there is no account. */
signedAmount: Money;
/** Category. Always null for this type. */
category: null;
/** ID of the contact. */
contactId: Uuid;
/** Receiving side of a transfer. Always null for this type. */
transfer: null;
/** Splits of the transaction; empty if it is not split. Always empty for this type. */
splits: never[];
/** Tags, spelled as first used or as last renamed. */
tags: string[];
/** Notes, in one or more lines; null for no notes. */
notes: string | null;
/** ID in another system, unique among the live transactions of the account; null if not set. */
externalId: string | null;
/** ID of the import that created the transaction; null if it was not imported. */
importId: Uuid | null;
/** ID of the matched schedule; null if the transaction matches no schedule or is in the trash. */
scheduleId: Uuid | null;
/** ID of the goal that pays for the expense; null for no goal. */
goalId: Uuid | null;
/** ID of the member who paid the expense; null if not stated. */
paidBy: Uuid | null;
/** Shares of the members in the expense. They add up to the amount. Empty if the expense is not shared. */
shares: Share[];
/** Number of files that are linked and not in the trash, at most 10. */
fileCount: number;
/** IDs of the invoices that the transaction pays. Invoices in the trash do not count. */
invoiceIds: Uuid[];
/**
 * Amount in the base currency at the exchange rate of the transaction's date; null if there is no rate or the result
 * has more than 15 integer digits.
 */
baseAmount: Money | null;
/** Exchange rate of `baseAmount`; null if `baseAmount` is null. */
baseRate: Rate | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time at which the transaction was moved to the trash; null if it is not in the trash. */
deletedAt: Timestamp | null;
/** Time at which the transaction will be permanently deleted; null if it is not in the trash. */
purgeAt: Timestamp | null;
}

/** Personal deductions for one use of invoices. */
export interface DeductionItem {
/** Use of the invoices. */
use: string;
/** Spanish name of the use. */
label: string;
/** True if the general cap limits the use. */
insideCap: boolean;
/** Number of invoices that count. */
count: number;
/** Sum of the invoices that count, in pesos. */
amount: Money;
/** Sum of the excluded invoices, in pesos. */
excludedAmount: Money;
}

/** Personal deductions of a taxpayer in a year. An aid, not tax advice. */
export interface Deductions {
/** Year of issue of the invoices. */
year: number;
/** RFC of the taxpayer. */
rfc: string;
/** Total income of the year, as in the request; null if not given. */
totalIncome: string | null;
/** General cap: the lesser of five annual UMA and 15 % of the total income; null without the total income. */
cap: string | null;
/** Lesser of the two limits; null without the total income. */
cappedBy: 'income' | 'uma' | null;
/** One item for each use from D01 to D10 that has invoices. */
items: DeductionItem[];
/** Sum of the items. */
total: Money;
/** Sum of the items after the general cap; null without the total income. */
totalAfterCap: string | null;
/** Invoices of the year that do not count. */
excluded: ExcludedInvoice[];
/** Limitations of the report, such as caps that it does not apply. */
notes: string[];
/** Laws and official values that the report applies. */
sources: string[];
}

/** Delivery of an event to a webhook. */
export interface Delivery {
/**
 * Status of the delivery: `pending` while attempts remain, `delivered` after a success, `failed` after the last
 * attempt.
 */
status: 'delivered' | 'failed' | 'pending';
/** Unique ID. */
id: Uuid;
/** ID of the event, sent as `webhook-id` with each attempt. */
eventId: Uuid;
/** Type of the event, such as `transaction.created`. */
eventType: string;
/** Latest 50 attempts, oldest first. */
attempts: DeliveryAttempt[];
/** Time of the next attempt; null unless the delivery is pending and the webhook is active. */
nextAttemptAt: Timestamp | null;
}

/** An attempt to deliver an event. */
export interface DeliveryAttempt {
/** Time of the attempt. */
at: Timestamp;
/** HTTP status of the response; null without a response. */
status: number | null;
/** Duration in milliseconds. */
durationMs: number;
/** Error message; null after a success, or if `status` shows the error. */
error: string | null;
}

/** A page of deliveries. */
export interface DeliveryPage {
/** Items on this page. */
items: Delivery[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** Changes to the account. Omitted fields do not change. */
export interface EditAccountRequest {
/** Name of the account. */
name?: string | undefined;
/** ID or `systemKey` of the account type. */
typeId?: string | undefined;
/** Currency of the account. */
currency?: CurrencyCode | undefined;
/** Name of the bank; null if not set. */
bank?: string | null | undefined;
/** Amount owned (asset) or owed (liability) before the first transaction. The balance changes by the same amount. */
openingBalance?: MoneyInput | undefined;
/** Date of the opening balance. */
openingDate?: Day | undefined;
/**
 * Rate for converting the account into the base currency: the rate of the day (`auto`) or `fixedRate` (`fixed`).
 * `auto` removes `fixedRate`.
 */
fxMode?: 'auto' | 'fixed' | undefined;
/** Value of one unit of the account's currency in the base currency, with eight decimals; null if `fxMode` is `auto`. */
fixedRate?: string | null | undefined;
/** Annual yield or interest rate in percent; null if not set. */
apy?: string | null | undefined;
/**
 * Alert threshold; null for no alert. The service sends an alert when an asset's balance falls below the threshold or
 * a liability's balance rises above it.
 */
alertThreshold?: MoneyInput | null | undefined;
/** Credit card terms; null removes them. */
card?: EditCardRequest | null | undefined;
}

/** Changes to the assertion. Omitted fields do not change. */
export interface EditAssertionRequest {
/** Day at whose end the account had the balance. Today in Mexico or earlier. */
date?: Day | undefined;
/** Asserted balance. */
balance?: MoneyInput | undefined;
/** Note; null for none. */
note?: string | null | undefined;
}

/** Changes to the budget. Omitted fields do not change. */
export interface EditBudgetRequest {
/** Amount per cycle, in the base currency. Applies to the current and later cycles. */
amount?: MoneyInput | undefined;
/** Last day on which a cycle can start; null for no end. */
repeatUntil?: Day | null | undefined;
/**
 * If true, unspent and overspent amounts carry over to the next cycle, beginning with the current cycle. If false,
 * amounts no longer carry over.
 */
rolloverEnabled?: boolean | undefined;
/** ID of the account from which the forecast pays the budget; null for the account that the category uses most. */
accountId?: string | null | undefined;
}

/** Changes to the credit card terms. Omitted fields do not change. */
export interface EditCardRequest {
/** Credit limit of the card. */
creditLimit?: MoneyInput | undefined;
/** Day of the month on which the statement period ends. In shorter months, 29 to 31 mean the last day. */
cutOffDay?: number | undefined;
/** Days from the cut-off to the due date. A due date that is not a banking day moves to the next one. */
paymentDays?: number | undefined;
/** ID of the account that pays the card; null if not set. */
payFromAccountId?: string | null | undefined;
}

/** Changes to the category. Omitted fields do not change. */
export interface EditCategoryRequest {
/** Name of the category. */
name?: string | undefined;
/** ID of the parent category; null to move the category to the top level. */
parentId?: string | null | undefined;
/** True to archive the category, false to restore it. */
archived?: boolean | undefined;
}

/** Changes to the contact. Omitted fields do not change. */
export interface EditContactRequest {
/** Name of the contact. */
name?: string | undefined;
/** Email address; null removes the address. */
email?: string | null | undefined;
/** True to archive the contact, false to restore it. */
archived?: boolean | undefined;
}

/** Changes to the goal. Omitted fields do not change. */
export interface EditGoalRequest {
/** Name of the goal. */
name?: string | undefined;
/** Target amount. */
target?: MoneyInput | undefined;
/** Day by which to reach the target; null for no deadline. */
targetDate?: Day | null | undefined;
/** Funding plan; null for a goal without funding. */
funding?: FundingRequest | null | undefined;
/** True if the bank itself keeps the money apart. Only a note: it does not affect any amount. */
heldByBank?: boolean | undefined;
/**
 * Position of the goal in lists, lowest first. If the balance does not cover all goals of the account, the goals with
 * the highest number are the first to be short.
 */
priority?: number | undefined;
/** True to archive the goal and free its saved amount, false to restore it with nothing saved. */
archived?: boolean | undefined;
}

/** Changes to the import. Omitted fields do not change. */
export interface EditImportRequest {
/** ID of the account. */
accountId?: string | undefined;
/** Column index of each field, and the formats of dates and amounts. Omitted fields keep their current value. */
mapping?: MappingRequest | undefined;
/** Character encoding of the file. */
encoding?: string | undefined;
/** Separator between cells. */
delimiter?: string | undefined;
/** Password of an encrypted PDF. It is used once and never stored. */
password?: string | undefined;
/** ID of the account in a PDF with several accounts, from `sections`. */
section?: string | undefined;
}

/** Changes to the import row. Omitted fields do not change. */
export interface EditImportRowRequest {
/** Date of the transaction. */
date?: Day | undefined;
/** Description, in one line, cut to 2,000 characters. */
description?: string | undefined;
/** Positive amount; `type` is the direction. */
amount?: MoneyInput | undefined;
/** Type of the transaction. */
type?: 'expense' | 'income' | undefined;
/** ID of the category; null for no category. */
categoryId?: string | null | undefined;
/** True to exclude the row from the commit. */
excluded?: boolean | undefined;
/** True to import the row even though it is a duplicate. */
includeDuplicate?: boolean | undefined;
}

/** Changes to the member. Omitted fields do not change. */
export interface EditMemberRequest {
/** Role in the workspace. Only owners can change it. */
role?: 'editor' | 'owner' | 'viewer' | undefined;
/** Name that the other members see. */
name?: string | undefined;
}

/** Changes to the rule. Omitted fields do not change. */
export interface EditRuleRequest {
/** Name of the rule. */
name?: string | undefined;
/** True to run the rule on new transactions. */
enabled?: boolean | undefined;
/** Priority of the rule. Rules run from the lowest to the highest value; rules with the same value run oldest first. */
priority?: number | undefined;
/** `all` if a transaction must meet all conditions, `any` if it must meet at least one. */
match?: 'all' | 'any' | undefined;
/** Conditions that a transaction must meet. */
conditions?: ConditionRequest[] | undefined;
/** Changes to matching transactions, at most one of each kind. */
actions?: ActionRequest[] | undefined;
/** If true, later rules do not run on the transactions that this rule matches. */
stopProcessing?: boolean | undefined;
}

/** Changes to the schedule. Omitted fields do not change. */
export interface EditScheduleRequest {
/** Name of the schedule; null if not set. */
name?: string | null | undefined;
/** ID of the account. */
accountId?: string | undefined;
/** Type of transaction. */
type?: 'expense' | 'income' | 'transfer' | undefined;
/** Amount of each occurrence. */
amount?: MoneyInput | undefined;
/** Description of posted transactions. */
description?: string | undefined;
/** ID of the category; null for no category. */
categoryId?: string | null | undefined;
/** ID of the contact; null for no contact. */
contactId?: string | null | undefined;
/** ID of the account that receives a transfer; null for other types. */
toAccountId?: string | null | undefined;
/** Tags of posted transactions. */
tags?: string[] | undefined;
/** New recurrence, which replaces the current one. Matched transactions stay matched. */
recurrence?: RecurrenceRequest | undefined;
/** First date of the recurrence. All other dates follow from it. */
startDate?: Day | undefined;
/** Last possible day of an occurrence; null for no end. */
endDate?: Day | null | undefined;
/** True if the service posts due occurrences automatically once a day. */
autoPost?: boolean | undefined;
/** New criteria, which replace the current ones. */
match?: ScheduleMatchRequest | undefined;
/**
 * `active` to resume the schedule, `paused` to pause it. A paused schedule does not match or post transactions, and
 * the forecast omits it.
 */
status?: 'active' | 'paused' | undefined;
}

/** Changes to the tanda. Omitted fields do not change. */
export interface EditTandaRequest {
/** Name of the tanda and of its contact. */
name?: string | undefined;
}

/** Changes to the transaction. Omitted fields do not change. */
export interface EditTransactionRequest {
/** ID of the account; null for a debt that does not change the balance of an account. */
accountId?: string | null | undefined;
/** Type of transaction. */
type?: TransactionType | undefined;
/** Date of the transaction. */
date?: Day | undefined;
/** Amount; positive, except that an adjustment with a negative amount decreases an asset or increases a liability. */
amount?: MoneyInput | undefined;
/** Description, in one line. */
description?: string | undefined;
/** Currency of the amount. If there is an account, it is the currency of the account. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for no category. */
categoryId?: string | null | undefined;
/** ID of the contact; null for no contact. */
contactId?: string | null | undefined;
/** ID of the account that receives a transfer; null for other types. */
toAccountId?: string | null | undefined;
/** Amount received by a transfer, in the currency of the receiving account. */
toAmount?: MoneyInput | null | undefined;
/** Notes, in one or more lines; null for no notes. */
notes?: string | null | undefined;
/** ID in another system, unique among the live transactions of the account; null if not set. */
externalId?: string | null | undefined;
/** ID of the goal that pays for the expense. The goal must belong to the same account. Null for no goal. */
goalId?: string | null | undefined;
/** ID of the member who paid the expense; null if not stated. */
paidBy?: string | null | undefined;
/** Shares of the members in the expense, all with amounts or all with weights; null or an empty list removes them. */
shares?: ShareRequest[] | null | undefined;
/** 2 to 50 splits that add up exactly to the amount; null or an empty list removes them. */
splits?: SplitRequest[] | null | undefined;
/** Up to 20 tags that replace the current ones. Tags that differ only in case or accents are the same tag. */
tags?: string[] | undefined;
}

/** Changes to the webhook. Omitted fields do not change. */
export interface EditWebhookRequest {
/** URL that receives the events. */
url?: string | undefined;
/** Event types, families such as `transaction.*`, or `*` for all. */
types?: string[] | undefined;
/** Purpose of the webhook; null if not set. */
description?: string | null | undefined;
/** `active` to activate the webhook, even after it was disabled; `paused` to pause it. */
status?: 'active' | 'paused' | undefined;
}

/** Changes to the workspace. Omitted fields do not change. */
export interface EditWorkspaceRequest {
/** Name of the workspace. */
name?: string | undefined;
/** Currency of totals and budgets. A change converts all of them. */
baseCurrency?: CurrencyCode | undefined;
}

/** Effects of a call. */
export interface Effects {
/** Effect on net worth; null if it does not change, or if the caller lacks the scope `reports:read`. */
netWorth: NetWorthEffect | null;
/** Accounts whose balance changes. Empty if the caller lacks the scope `accounts:read`. */
accounts: AccountEffect[];
/** Budgets whose available amount changes. Empty if the caller lacks the scope `budgets:read`. */
budgets: BudgetEffect[];
/** Contacts whose balance changes. Empty if the caller lacks the scope `contacts:read`. */
contacts: ContactEffect[];
/** Number of affected transactions by kind of change. Every caller can see it. */
transactions: TransactionEffects;
}

/** A change in the workspace. */
export interface Event {
/** Unique ID, the same in the feed and in webhook deliveries. */
id: Uuid;
/** Event type, such as `transaction.created`. */
type: string;
/** Time of the request that caused the event, or time at which the service detected the event. */
at: Timestamp;
/** User, key, app or service that made the change. */
actor: EventActor;
/** Resource that changed. */
subject: EventSubject;
/** Names of the fields that an update changed, as in requests (`categoryId`, `archived`). */
changed: string[];
/** Additional IDs and figures, depending on `type`. */
data: Record<string, unknown>;
/** `X-Request-Id` of the request that caused the event; null if no request caused the event. */
requestId: string | null;
}

/** Actor that caused the event. */
export interface EventActor {
/** Kind of actor: an API key, an app (`oauth_grant`), a user in the developer area (`person`), an administrator at the command line, or the service for events that it detected itself. */
kind: 'api_key' | 'command_line' | 'oauth_grant' | 'person' | 'service';
/** ID of the key, grant or user; null for an administrator and for the service. */
id: Uuid | null;
/** Name of the key or app, or the administrator's operating system user name; null for a user, for the service, and if there is none. */
name: string | null;
}

/** A page of events. */
export interface EventPage {
/** Items on this page. */
items: Event[];
/** Cursor of the next events. */
nextCursor: string;
/** True if more events are available now, even if this page is not full. */
hasMore: boolean;
}

/** Resource of the event. */
export interface EventSubject {
/** Kind of resource: the family of the event type. */
kind: string;
/** ID of the resource. */
id: string;
}

/** Value of one unit of a currency in another currency. */
export interface ExchangeRate {
/** Currency to convert into. */
base: CurrencyCode;
/** Currency to convert from. */
quote: CurrencyCode;
/** Value of one unit of `quote` in `base`, with eight decimals. */
rate: Rate;
/** Date of the rate. For a cross rate, the date of the older of its two rates. */
asOf: Day;
}

/** An invoice that does not count as a deduction. */
export interface ExcludedInvoice {
/** ID of the invoice. */
invoiceId: Uuid;
/** Amount in pesos; null if it cannot be computed, such as without an exchange rate. */
amount: Money | null;
/** All reasons for the exclusion. */
reasons: ('CASH_PAYMENT' | 'CURRENCY' | 'NOT_YOUR_RFC' | 'PAYMENT_UNKNOWN' | 'SEAL_INVALID' | 'TOTALS_MISMATCH')[];
}

/** An expense. With an income category, a reversal of income. */
export interface ExpenseTransaction {
/** Unique ID. */
id: Uuid;
/** ID of the account. */
accountId: Uuid;
/** Type of transaction. */
type: 'expense';
/** `live`, or `trashed` while it is in the trash. */
status: 'live' | 'trashed';
/** Date of the transaction. */
date: Day;
/** Description, in one line. */
description: string;
/** Amount; positive, except that an adjustment with a negative amount decreases an asset or increases a liability. */
amount: Money;
/** Currency of the amount. If there is an account, it is the currency of the account. */
currency: CurrencyCode;
/** Effect on the account: positive if it increases an asset or decreases a liability. 0.00 if there is no account. */
signedAmount: Money;
/** Category; null if the transaction has none or is split. */
category: CategoryReference | null;
/** ID of the contact. Always null for this type. */
contactId: null;
/** Receiving side of a transfer. Always null for this type. */
transfer: null;
/** Splits of the transaction; empty if it is not split. */
splits: Split[];
/** Tags, spelled as first used or as last renamed. */
tags: string[];
/** Notes, in one or more lines; null for no notes. */
notes: string | null;
/** ID in another system, unique among the live transactions of the account; null if not set. */
externalId: string | null;
/** ID of the import that created the transaction; null if it was not imported. */
importId: Uuid | null;
/** ID of the matched schedule; null if the transaction matches no schedule or is in the trash. */
scheduleId: Uuid | null;
/** ID of the goal that pays for the expense; null for no goal. */
goalId: Uuid | null;
/** ID of the member who paid the expense; null if not stated. */
paidBy: Uuid | null;
/** Shares of the members in the expense. They add up to the amount. Empty if the expense is not shared. */
shares: Share[];
/** Number of files that are linked and not in the trash, at most 10. */
fileCount: number;
/** IDs of the invoices that the transaction pays. Invoices in the trash do not count. */
invoiceIds: Uuid[];
/**
 * Amount in the base currency at the exchange rate of the transaction's date; null if there is no rate or the result
 * has more than 15 integer digits.
 */
baseAmount: Money | null;
/** Exchange rate of `baseAmount`; null if `baseAmount` is null. */
baseRate: Rate | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time at which the transaction was moved to the trash; null if it is not in the trash. */
deletedAt: Timestamp | null;
/** Time at which the transaction will be permanently deleted; null if it is not in the trash. */
purgeAt: Timestamp | null;
}

/** Origin of a transaction's category. */
export interface ExplainedCategory {
/** ID of the category; null if the transaction has no category. */
id: Uuid | null;
/** Origin of the category; null if the transaction has no category. */
source: 'import' | 'person' | 'rule' | null;
/** ID of the rule that set the category; null if no rule did. */
ruleId: Uuid | null;
}

/** Outcome of a rule action. */
export interface ExplainedEffect {
/** Kind of action. */
kind: 'add_tag' | 'append_notes' | 'set_category' | 'set_description';
/** Value that the action sets or adds. */
value: string;
/**
 * Outcome of the action.
 * - `applied`: the action changed the transaction.
 * - `already_so`: the field already had the value.
 * - `lost`: an earlier rule set the field.
 * - `stopped`: an earlier rule stopped the processing.
 * - `passed_over`: the user chose the category, the transaction is split, or its notes or tags are full.
 * - `undone`: the user undid the run.
 */
outcome: 'already_so' | 'applied' | 'lost' | 'passed_over' | 'stopped' | 'undone';
}

/** A rule that matched the transaction. */
export interface ExplainedRule {
/** ID of the rule. */
ruleId: Uuid;
/** Name of the rule; null if the rule was deleted. */
name: string | null;
/** Time of the match. */
ranAt: Timestamp;
/** ID of the run in which the user applied the rule; null if the rule ran on a new transaction. */
runId: Uuid | null;
/** Actions of the rule with their outcomes. */
effects: ExplainedEffect[];
}

/** All data of a workspace. */
export interface Export {
/** Identifier of the export format. */
format: 'centavo-workspace';
/** Version of the export format. */
version: number;
/** Settings of the workspace. */
workspace: {
/** Name of the workspace. */
name: string;
/** Currency of totals and budgets. */
baseCurrency: string;
/** Subscription plan. */
plan: string;
/** Time of creation. */
createdAt: Timestamp;
};
/** Members, including former ones. An import makes all of them former members. */
members: {
/** Unique ID. */
id: Uuid;
/** Name of the member. */
name: string;
/** Time at which the member joined. */
joinedAt: Timestamp;
}[];
/** Custom exchange rates of the workspace. */
exchangeRates: {
/** Currency to convert from. */
quote: string;
/** Currency to convert into. */
base: string;
/** Day of the rate. */
date: Day;
/** Value of one unit of `quote` in `base`, with eight decimals. */
rate: string;
/** Time when the rate was set. */
setAt: Timestamp;
}[];
/** Contacts, including archived ones. */
contacts: {
/** Unique ID. */
id: Uuid;
/** Name of the contact. */
name: string;
/** Email address; null if not set. */
email: string | null;
/** Time when the contact was archived; null if it is not archived. */
archivedAt: Timestamp | null;
/** Time of creation. */
createdAt: Timestamp;
}[];
/** Accounts, including archived and closed ones. */
accounts: {
/** Unique ID. */
id: Uuid;
/** Name of the account. */
name: string;
/** Identifier of the account type. */
typeKey: string;
/** Asset or liability. */
kind: string;
/** Name of the bank; null if not set. */
bank: string | null;
/** Currency of the account. */
currency: string;
/** Balance before the first transaction. */
openingBalance: Money;
/** Date of the opening balance. */
openingDate: Day;
/** Rate for converting the account into the base currency: the rate of the day (`auto`) or `fixedRate` (`fixed`). */
fxMode: string;
/** Value of one unit of the account's currency in the base currency, with eight decimals; null if `fxMode` is `auto`. */
fixedRate: string | null;
/** Annual yield or interest rate in percent; null if not set. */
apy: string | null;
/**
 * Alert threshold; null for no alert. The service sends an alert when an asset's balance falls below the threshold or
 * a liability's balance rises above it.
 */
alertThreshold: Money | null;
/** Credit limit of the card; null if the account has no card terms. */
cardCreditLimit: Money | null;
/** Day of the month on which the statement period of the card ends; null if the account has no card terms. */
cardCutOffDay: number | null;
/** Days from the cut-off to the due date; null if the account has no card terms. */
cardPaymentDays: number | null;
/** ID of the account that the card is paid from; null if not set. */
cardPayFromAccountId: Uuid | null;
/** Status of the account. Only an `active` account accepts transactions. */
status: string;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
}[];
/** Categories, parents before children. */
categories: {
/** Unique ID. */
id: Uuid;
/** Name of the category. */
name: string;
/** ID of the parent category; null at the top level. */
parentId: Uuid | null;
/** Kind of transactions in the category. */
kind: string;
/** Time of archiving; null if not archived. */
archivedAt: Timestamp | null;
/** Time of creation. */
createdAt: Timestamp;
}[];
/** Tags of the workspace. */
tags: {
/** Unique ID. */
id: Uuid;
/** Name, spelled as first used or as last renamed. */
name: string;
}[];
/** Transactions, including trashed ones. */
transactions: {
/** Unique ID. */
id: Uuid;
/** ID of the account; null for a debt that does not change the balance of an account. */
accountId: Uuid | null;
/** Type of transaction. */
type: string;
/** Date of the transaction. */
date: Day;
/** Description, in one line. */
description: string;
/** Notes, in one or more lines; null for no notes. */
notes: string | null;
/** Amount; positive, except that an adjustment with a negative amount decreases an asset or increases a liability. */
amount: Money;
/** Currency of the amount. If there is an account, it is the currency of the account. */
currency: string;
/** ID of the category; null for no category. */
categoryId: Uuid | null;
/** Origin of the category: `rule` or `import`; null if the user chose the category, or without a category. */
filedBy: string | null;
/** ID of the contact; null for no contact. */
contactId: Uuid | null;
/** ID of the account that receives a transfer; null for other types. */
toAccountId: Uuid | null;
/** Amount received by the other account of a transfer; null for other types. */
toAmount: Money | null;
/** Currency of `toAmount`; null for other types. */
toCurrency: string | null;
/** IDs of the tags; null if the transaction has no tags. */
tagIds: Uuid[] | null;
/** ID in another system, unique among the live transactions of the account; null if not set. */
externalId: string | null;
/** ID of the goal that pays for the expense; null for no goal. */
goalId: Uuid | null;
/** ID of the member who paid the expense; null if not stated. */
paidBy: Uuid | null;
/** Shares of the members in the expense. They add up to the amount. Empty if the expense is not shared. */
shares: unknown;
/** ID of the import that created the transaction; null if it was not imported. */
importId: Uuid | null;
/** Index of the import row that created the transaction; null if it was not imported. */
importRow: number | null;
/** Description in the imported statement; null if the transaction was not imported. */
importedDescription: string | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time at which the transaction was moved to the trash; null if it is not in the trash. */
deletedAt: Timestamp | null;
}[];
/** Splits of the transactions. */
splits: {
/** ID of the transaction. */
transactionId: Uuid;
/** Position of the split in its transaction, counted from 0. */
ordinal: number;
/** Type of the split: the type of the transaction, or a debt. */
type: string;
/** Amount of the split. The splits add up to the amount of the transaction. */
amount: Money;
/** ID of the category; null for no category. */
categoryId: Uuid | null;
/** ID of the contact; null for no contact. */
contactId: Uuid | null;
/** Notes, in one or more lines; null for no notes. */
notes: string | null;
}[];
/** Last closed day; no row if the books were never closed. */
books: {
/** Last closed day; null if the books are open. */
closedThrough: Day | null;
/** Time of the last change. */
updatedAt: Timestamp;
}[];
/** Calls that changed closed days. */
bookExceptions: {
/** Unique ID. */
id: Uuid;
/** Time of the request. */
at: Timestamp;
/** Kind of actor: `api_key` or `oauth_grant`. */
actorKind: string;
/** ID of the key or grant; null if there is none. */
actorId: Uuid | null;
/** ID of the operation in the OpenAPI document. */
action: string;
/** IDs of the first 500 transactions of closed days that changed. Empty if only an opening balance changed. */
transactionIds: Uuid[];
/** `X-Request-Id` of the request; null for a call without one. */
requestId: string | null;
}[];
/** Asserted balances of the accounts. */
assertions: {
/** Unique ID. */
id: Uuid;
/** ID of the account. */
accountId: Uuid;
/** Day at whose end the account had the balance. */
date: Day;
/** Asserted balance. */
balance: Money;
/** Note; null for none. */
note: string | null;
/** ID of the import that created the assertion; null if a request created it. */
importId: Uuid | null;
/** Time of the last change to the date or balance. */
since: Timestamp;
/** Balance of the account on the asserted day at that time. */
actualThen: Money;
/** Time at which the assertion broke, as last announced; null if it held. */
brokenSince: Timestamp | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
}[];
/** Budgets of the workspace. */
budgets: {
/** Unique ID. */
id: Uuid;
/** ID of the category. */
categoryId: Uuid;
/** Kind of transactions that count towards the budget. */
type: string;
/** Length of a cycle. */
repeat: string;
/** First day of the first cycle. */
startDate: Day;
/** Last day on which a cycle can start; null for no end. */
repeatUntil: Day | null;
/** First day from which amounts are carried over; null if rollover is disabled. */
rolloverSince: Day | null;
/** ID of the account from which the forecast pays the budget; null for the account that the category uses most. */
accountId: Uuid | null;
/** Time of creation. */
createdAt: Timestamp;
}[];
/** Budget amounts over time. */
budgetAmounts: {
/** ID of the budget. */
budgetId: Uuid;
/** First day of the first cycle with this amount. */
since: Day;
/** Amount per cycle. */
amount: Money;
}[];
/** Rules of the workspace. */
rules: {
/** Unique ID. */
id: Uuid;
/** Name of the rule. */
name: string;
/** True if the rule runs on new transactions. */
enabled: boolean;
/** Priority of the rule. Rules run from the lowest to the highest value; rules with the same value run oldest first. */
priority: number;
/** `all` if a transaction must meet all conditions, `any` if it must meet at least one. */
match: string;
/** Conditions that a transaction must meet. */
conditions: unknown;
/** Changes to matching transactions, at most one of each kind. */
actions: unknown;
/** True if later rules do not run on the transactions that this rule matches. */
stopProcessing: boolean;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time of the last match, accurate to a minute; null if the rule has not matched. */
lastMatchedAt: Timestamp | null;
}[];
/** Runs of rules on existing transactions. */
ruleRuns: {
/** Unique ID. */
id: Uuid;
/** ID of the rule. */
ruleId: Uuid;
/** True if the run also replaced categories that the user chose. */
force: boolean;
/** Number of transactions that the rule matched. */
matched: number;
/** Number of changed transactions. */
changed: number;
/** Number of matching transactions that the run did not change. */
skipped: number;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the undo; null if the user has not undone the run. */
undoneAt: Timestamp | null;
/** Number of transactions that the undo restored; null before an undo. */
restored: number | null;
/** Number of changed transactions that the undo did not restore; null before an undo. */
leftAlone: number | null;
}[];
/** Fields that rules changed, before and after. */
ruleChanges: {
/** ID of the rule run. */
runId: Uuid;
/** ID of the transaction. */
transactionId: Uuid;
/** ID of the category before the run; null if the transaction had no category. */
categoryIdBefore: Uuid | null;
/** Origin of the category before the run; null if the transaction had no category. */
categorySourceBefore: string | null;
/** Description before the run. */
descriptionBefore: string;
/** Notes before the run; null if the transaction had no notes. */
notesBefore: string | null;
/** ID of the category after the run; null if the transaction has no category. */
categoryId: Uuid | null;
/** Origin of the category after the run; null if the transaction has no category. */
categorySource: string | null;
/** Description after the run. */
description: string;
/** Notes after the run; null if the transaction has no notes. */
notes: string | null;
/** IDs of the tags that the run added; null if it added none. */
addedTagIds: Uuid[] | null;
}[];
/** Outcomes of the rules that matched a transaction. */
ruleEffects: {
/** ID of the transaction. */
transactionId: Uuid;
/** ID of the rule run. */
runId: Uuid;
/** Position of the rule in the run, counted from 1. */
place: number;
/** ID of the rule. */
ruleId: Uuid;
/** Value and outcome of each action, by kind of action. */
effects: unknown;
/** Time of the match. */
ranAt: Timestamp;
/** True if the run was undone. */
undone: boolean;
}[];
/** Records of the files, including trashed ones. Only a ZIP export contains their bytes. */
files: {
/** Unique ID. */
id: Uuid;
/** Name of the file. */
name: string;
/** Media type, detected from the content. */
mediaType: string;
/** Size in bytes. */
size: number;
/** SHA-256 of the bytes, as lower-case hex. */
sha256: string;
/** Origin of the file: an upload, an import or an invoice. */
source: string;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change to the name, links or trash status. */
updatedAt: Timestamp;
/** Time at which the transaction was moved to the trash; null if it is not in the trash. */
deletedAt: Timestamp | null;
}[];
/** Transactions, imports and invoices that files belong to. */
fileLinks: {
/** ID of the file. */
fileId: Uuid;
/** ID of the transaction, import or invoice. */
targetId: Uuid;
/** Type of the resource: `transaction`, `import` or `invoice`. */
kind: string;
}[];
/** Committed and undone imports. */
imports: {
/** Unique ID. */
id: Uuid;
/** ID of the account. */
accountId: Uuid;
/** Name of the file. */
filename: string;
/** Current status. */
status: string;
/** Reading options set in requests. */
given: unknown;
/** Detected properties of the file. */
detected: unknown;
/** Column index of each field, and the formats of dates and amounts. */
mapping: unknown;
/** Mapping remembered from an earlier statement. */
remembered: unknown;
/** Columns of the file. */
columns: unknown;
/** Warnings about uncertain readings. Each states the service's assumption and the option that changes it. */
warnings: unknown;
/** Currency of the account; null if unknown. */
currency: string | null;
/** Fingerprint of the statement layout; null if unknown. */
layout: string | null;
/** 1 if an income increases the balance in the statement, -1 if it decreases the balance; null if the statement has no balances. */
balanceSign: number | null;
/** Opening balance in the statement; null if the statement does not contain it. */
statedOpening: Money | null;
/** Closing balance in the statement; null if the statement does not contain it. */
statedClosing: Money | null;
/** Number of rows. */
total: number;
/** Number of rows that a commit imports. */
ready: number;
/** Number of rows with errors. */
errors: number;
/** Number of rows that the account already has. */
duplicates: number;
/** Number of excluded rows. */
excluded: number;
/** Sum of the ready rows: income minus expenses. */
readyChange: Money;
/** Balances of the statement compared with the account; null if the file has no balances. */
reconciliation: unknown;
/** Balances, totals and counts that a PDF prints outside its rows; null for other formats. */
proofFacts: unknown;
/** Comparison of the rows with the printed totals and balances of a PDF; null for other formats. */
proof: unknown;
/** Dates and amounts of a card statement in a PDF; null for other statements. */
cardStatement: unknown;
/** Figures of the card statement before and after the commit recorded it; null if it recorded none. */
recordedStatement: unknown;
/** IDs of the categories that the commit created. */
createdCategories: Uuid[];
/** Categories that the commit creates or has created. */
newCategories: unknown;
/** Account balance before the commit, or before the undo if the import was undone; null if the account was deleted before the undo. */
balanceBefore: Money | null;
/** Account balance after the commit, or after the undo if the import was undone; null if the account was deleted before the undo. */
balanceAfter: Money | null;
/** Number of transactions that the commit created; null for a draft. */
transactionsCreated: number | null;
/** Number of transactions that the undo moved to the trash; null before an undo. */
transactionsRemoved: number | null;
/** IDs of the created transactions, in row order; null before a commit. */
transactionIds: Uuid[] | null;
/** Balances of each changed account before and after the commit or undo. */
accounts: unknown;
/** First 1,000 transactions that changed between the commit and the undo, in row order. */
undone: unknown;
/** Total number of transactions that changed between the commit and the undo. */
undoneTotal: number;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the commit; null for a draft. */
committedAt: Timestamp | null;
/** Time of the undo; null before an undo. */
undoneAt: Timestamp | null;
}[];
/** Rows of the imports. */
importRows: {
/** ID of the import. */
importId: Uuid;
/** Index of the row, counted from 0. */
index: number;
/** First line of the row, counted from 1. In a PDF, counted from the top of the page. */
line: number;
/** Page of a PDF, counted from 1; null for other formats. */
page: number | null;
/** Position of the row in chronological order, counted from 0; null if unknown. */
place: number | null;
/** Cells of the row as in the file, each cut to 2,000 characters. */
raw: unknown;
/** Date of the transaction; null if missing or invalid. */
date: Day | null;
/** Description, in one line, cut to 2,000 characters; null if missing or invalid. */
description: string | null;
/** Description in the file, before any edit; null if missing or invalid. */
readDescription: string | null;
/** Amount without a sign; `type` is the direction. Null if missing or invalid. */
amount: Money | null;
/** Type of the transaction; null if the direction is unknown or the amount is zero. */
type: string | null;
/** Balance in the statement after the row; null if the statement does not contain it. */
balance: Money | null;
/** Balance computed from the previous rows; null if unknown. */
expectedBalance: Money | null;
/** Category name in the file; null if the file has no category for the row. */
category: string | null;
/** ID of the category; null for no category. */
categoryId: Uuid | null;
/**
 * Source of the category: the file, a rule, earlier transactions with the same description (`history`), or the user
 * (`person`); null without a category.
 */
categorySource: string | null;
/** Tags that rules added during the commit; null for no tags. */
tags: unknown;
/** Notes, in one or more lines; null for no notes. */
notes: string | null;
/** Splits of the row in the file; null if the row is not split. */
parts: unknown;
/** ID of the transaction in the file; null if the row has no ID, or one that is too long. */
externalId: string | null;
/** Details of a transfer or card charge; null if the row has none. */
details: unknown;
/** Errors. Rows with errors are not imported. */
errors: unknown;
/** Warnings. They do not prevent the import. */
warnings: unknown;
/** Fields that were edited in the draft. */
edits: unknown;
/** Fields after rules changed the row; null if no rule changed it. */
rewritten: unknown;
/** True if the user excluded the row, false if the user included the row; null if the user did neither. */
excluded: boolean | null;
/** True if the row is imported even if it is a duplicate. */
includeDuplicate: boolean;
/** True if an earlier row of the file has the same external ID. */
repeatsExternalId: boolean;
/** True if different rows of the file have the same external ID. */
sharesExternalId: boolean;
/**
 * ID of the live transaction that the row duplicates, or may duplicate if it has the warning `POSSIBLE_DUPLICATE`;
 * null if the row is not a duplicate.
 */
duplicateOf: Uuid | null;
/** ID of a similar transaction that no import created; null if there is no such transaction. */
possibleDuplicateOf: Uuid | null;
/** True if the row matches a transaction in the trash. */
matchesTrashed: boolean;
/** Number of monthly installments that the description mentions; null if it mentions none. */
installmentMonths: number | null;
/** True if the row is an installment of a known purchase. */
matchesPlan: boolean;
/** Status of the row. A commit imports only `ready` rows. */
status: string;
}[];
/** Column mappings remembered for later statements. */
importMappings: {
/** ID of the account. */
accountId: Uuid;
/** Fingerprint of the statement layout. */
layout: string;
/** Remembered column of each field. */
mapping: unknown;
/** Time when the mapping was remembered. */
rememberedAt: Timestamp;
}[];
/** Schedules of the workspace. */
schedules: {
/** Unique ID. */
id: Uuid;
/** Name of the schedule; null if not set. */
name: string | null;
/** ID of the account. */
accountId: Uuid;
/** Type of transaction. */
type: string;
/** Amount of each occurrence. */
amount: Money;
/** Description of posted transactions. */
description: string;
/** ID of the category; null for no category. */
categoryId: Uuid | null;
/** ID of the contact; null for no contact. */
contactId: Uuid | null;
/** ID of the account that receives a transfer; null for other types. */
toAccountId: Uuid | null;
/** Tags of posted transactions. */
tags: unknown;
/** Frequency of the recurrence. */
every: string;
/** Number of `every` periods between occurrences, such as 2 for every second month. */
everyCount: number;
/** Adjustment of dates that are not banking days in Mexico: moved to the banking day `before` or `after`, or not moved (`none`). */
businessDay: string;
/** First date of the recurrence. All other dates follow from it. */
startDate: Day;
/** Last day on which an occurrence can be; null for no end. */
endDate: Day | null;
/** True if the service posts due occurrences automatically once a day. */
autoPost: boolean;
/** Text that the description of a matching transaction must contain; null for any description. */
matchText: string | null;
/** Maximum difference between the amounts of the transaction and the schedule. */
matchTolerance: Money;
/** Maximum number of days between the transaction and the occurrence. */
matchDays: number;
/** True if the schedule is paused. */
paused: boolean;
/** Day of the next automatic posting; null if no posting is due. */
postOn: Day | null;
/** Next day on which an occurrence may become overdue; null if no such day is known. */
tellOn: Day | null;
/** Day up to which overdue occurrences were reported. */
toldUntil: Day;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
}[];
/** Matched and skipped occurrences of the schedules. */
occurrences: {
/** ID of the schedule. */
scheduleId: Uuid;
/** Date given by the recurrence, before any move to a banking day. */
nominalDate: Day;
/** Status of the occurrence. */
status: string;
/** ID of the matched transaction; null if no transaction matches. */
transactionId: Uuid | null;
}[];
/** Occurrences whose matched transaction is in the trash. */
trashedOccurrences: {
/** ID of the transaction. */
transactionId: Uuid;
/** ID of the schedule. */
scheduleId: Uuid;
/** Date given by the recurrence, before any move to a banking day. */
nominalDate: Day;
/** Status of the occurrence before the transaction was trashed. */
status: string;
}[];
/** Dismissed schedule suggestions. */
dismissedSuggestions: {
/** Unique ID. */
id: Uuid;
/** Time of the dismissal. */
dismissedAt: Timestamp;
}[];
/** Dates and amounts that the bank reported for card statements. */
cardStatements: {
/** ID of the account. */
accountId: Uuid;
/** First day of the statement month. */
month: Day;
/** Last day of the period according to the bank; null if not recorded. */
cutOff: Day | null;
/** Due date according to the bank; null if not recorded. */
dueDate: Day | null;
/** Payment that avoids interest, according to the bank; null if not recorded. */
paymentToAvoidInterest: Money | null;
/** Minimum payment according to the bank; null if not recorded. */
minimumPayment: Money | null;
}[];
/** Interest-free installment purchases (meses sin intereses). */
installments: {
/** Unique ID. */
id: Uuid;
/** ID of the transaction. */
transactionId: Uuid;
/** Number of monthly installments. */
months: number;
/** Time of creation. */
createdAt: Timestamp;
/** Day on which the installments were canceled; null if they were not canceled. */
endedOn: Day | null;
}[];
/** Goals, including archived ones. */
goals: {
/** Unique ID. */
id: Uuid;
/** Name of the goal. */
name: string;
/** ID of the account that holds the money. */
accountId: Uuid;
/** Target amount. */
target: Money;
/** Day by which to reach the target; null for no deadline. */
targetDate: Day | null;
/** Frequency of the pay days; null without a funding plan. */
fundingEvery: string | null;
/** Amount to set aside on each pay day; null without a funding plan. */
fundingAmount: Money | null;
/** Day from which the pay days are counted; null without a funding plan. */
fundingFrom: Day | null;
/** True if the bank itself keeps the money apart. Only a note: it does not affect any amount. */
heldByBank: boolean;
/**
 * Position of the goal in lists, lowest first. If the balance does not cover all goals of the account, the goals with
 * the highest number are the first to be short.
 */
priority: number;
/** Time of archiving; null if not archived. */
archivedAt: Timestamp | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
}[];
/** Moves of the goals. A move between two goals has one row for each goal. */
goalMoves: {
/** ID of the goal. */
goalId: Uuid;
/** Unique ID. */
id: Uuid;
/** Change in `saved`: positive if the move sets money aside, negative if it returns money or moves it to another goal. */
amount: Money;
/** Day of the move. */
date: Day;
/** Note; null for none. */
note: string | null;
/** ID of the goal that gave the money; null if no goal gave it or if that goal was deleted. */
fromGoalId: Uuid | null;
}[];
/** Tandas of the workspace. */
tandas: {
/** Unique ID. */
id: Uuid;
/** Name of the tanda and of its contact. */
name: string;
/** Amount of one payment. In each turn, you pay it as many times as you have numbers in `myTurns`. */
amount: Money;
/** Number of turns. */
turns: number;
/** Numbers of the turns in which you receive the money. */
myTurns: unknown;
/** Day of the first turn. With `quincena`, the first turn is on the first pay day on or after this day. */
startDate: Day;
/** Frequency of the recurrence. */
every: string;
/** ID of the account that pays and receives. */
accountId: Uuid;
/** True if you also pay in your own turns. You then receive this payment as well. */
ownTurnPays: boolean;
/** ID of the contact that belongs to the tanda. The recorded rounds are debts with this contact. */
contactId: Uuid;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
}[];
/** Recorded rounds of the tandas, including rounds of trashed transactions. */
tandaRounds: {
/** ID of the transaction. */
transactionId: Uuid;
/** ID of the tanda. */
tandaId: Uuid;
/** Number of the turn, counted from 1. */
number: number;
/** Kind of the round: `pay` for a payment, `receive` for a payout. */
kind: string;
/** Amount of the round. */
amount: Money;
/** Part of the amount that repays a debt; the rest is a new debt. */
repaid: Money;
/** True if the transaction of the round is not in the trash. */
live: boolean;
}[];
/** Taxpayers whose invoices the workspace keeps. */
taxpayers: {
/** ID of the taxpayer in events and in the audit log, which never contain an RFC. */
id: Uuid;
/** Mexican tax ID, in upper case. */
rfc: string;
/** Name for display. */
name: string;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
}[];
/** Invoices, including trashed ones. */
invoices: {
/** Unique ID. */
id: Uuid;
/** SHA-256 of the XML file, which identifies it among the files. */
sha256: string;
/** Contents of the XML. */
document: unknown;
/** Time of creation. */
createdAt: Timestamp;
/** Time at which the invoice was moved to the trash; null if it is live. */
deletedAt: Timestamp | null;
}[];
/** Transactions that pay invoices. */
invoiceLinks: {
/** ID of the invoice. */
invoiceId: Uuid;
/** ID of the transaction. */
transactionId: Uuid;
}[];
/** Payments between members that settle shared expenses. */
settlements: {
/** Unique ID. */
id: Uuid;
/** ID of the member who paid. */
fromId: Uuid;
/** ID of the member who was paid. */
toId: Uuid;
/** Currency of the amount. */
currency: string;
/** Amount of the payment. */
amount: Money;
/** Day of the payment. */
date: Day;
/** Note; null for none. */
note: string | null;
/** Time of creation. */
createdAt: Timestamp;
}[];
}

/** Machine-readable code of an error in a field, parameter or header. */
export type FieldCode = 'AMOUNT_INVALID' | 'AMOUNT_MISMATCH' | 'BOOLEAN_INVALID' | 'COLUMN_UNKNOWN' | 'CURRENCY_INVALID' | 'CURRENCY_MISMATCH' | 'CURSOR_INVALID' | 'DATE_INVALID' | 'DECIMAL_INVALID' | 'DELIMITER_UNKNOWN' | 'EMAIL_INVALID' | 'ENCODING_UNKNOWN' | 'EVENT_TYPE_UNKNOWN' | 'ID_INVALID' | 'INTEGER_INVALID' | 'JSON_INVALID' | 'KEY_INVALID' | 'KIND_MISMATCH' | 'LIMIT_FIELD_COUNT' | 'LIMIT_FIELD_KEY' | 'LIMIT_FILE_COUNT' | 'LIMIT_PART_COUNT' | 'LIST_INVALID' | 'MISSING_FIELD_NAME' | 'NOT_ALLOWED' | 'OBJECT_EXPECTED' | 'PASSWORD_INVALID' | 'PATTERN_INVALID' | 'RANGE_INVALID' | 'RANGE_TOO_LONG' | 'RATE_INVALID' | 'REFERENCE_NOT_FOUND' | 'REPEATED' | 'REQUIRED' | 'SAME_ACCOUNT' | 'TAG_INVALID' | 'TEXT_INVALID' | 'TIMESTAMP_INVALID' | 'TOO_DEEP' | 'TOO_MANY_POINTS' | 'TOO_MANY_VALUES' | 'UNKNOWN_FIELD' | 'URL_INVALID' | 'VALUE_INVALID' | 'VALUE_NOT_ALLOWED';

/** A receipt, statement or other file of the workspace. */
export interface File {
/** Unique ID. */
id: Uuid;
/** Name of the file. */
name: string;
/** Media type, detected from the content. */
mediaType: 'application/pdf' | 'application/vnd.ms-excel' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'application/x-ofx' | 'application/x-qif' | 'application/xml' | 'image/heic' | 'image/jpeg' | 'image/png' | 'image/webp' | 'text/csv' | 'text/html';
/** Size in bytes. */
size: number;
/** SHA-256 of the bytes, as lower-case hex. */
sha256: string;
/** Origin of the file: an upload, an import or an invoice. */
source: 'import' | 'invoice' | 'upload';
/** Resources that the file belongs to; empty while the file is in the trash. */
links: FileLink[];
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change to the name, links or trash status. */
updatedAt: Timestamp;
/** Time at which the transaction was moved to the trash; null if it is not in the trash. */
deletedAt: Timestamp | null;
/** Time of permanent deletion; null if not in the trash. */
purgeAt: Timestamp | null;
}

/** A resource that a file belongs to. */
export interface FileLink {
/** Type of the resource. */
kind: 'import' | 'invoice' | 'transaction';
/** ID of the resource. */
id: Uuid;
}

/** A page of files. */
export interface FilePage {
/** Items on this page. */
items: File[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** Forecast of account balances. */
export interface Forecast {
/** Last day of the forecast. */
until: Day;
/** Forecasts of the active accounts. */
accounts: AccountForecast[];
/**
 * IDs of budgets, schedules, tandas and card accounts that the forecast omits, because their account is not active,
 * no exchange rate is known, or the card has no `payFromAccountId`.
 */
unplaced: Uuid[];
}

/** A change in the balance on a day. */
export interface ForecastItem {
/**
 * Kind of change: a future-dated transaction, an occurrence of a schedule, a card payment, a round of a tanda, or the
 * part of a budget's remaining amount for this day.
 */
kind: 'budget' | 'card_payment' | 'schedule' | 'tanda' | 'transaction';
/** ID of the transaction, schedule, card account, tanda or budget, depending on `kind`. */
id: Uuid;
/** Change in the balance. */
amount: Money;
}

/** Projected balance at the end of a day. */
export interface ForecastPoint {
/** Day of the point. */
date: Day;
/** Balance of the previous day plus the items of this day. */
balance: Money;
/**
 * Balance minus the money that goals will have set aside by the end of this day. Assumes that each goal sets aside
 * its funding on every pay day until it reaches its target. Null for an account without funded goals.
 */
free: Money | null;
/** Changes in the balance on this day. */
items: ForecastItem[];
}

/** Funding plan: an amount to set aside on each pay day. */
export interface Funding {
/** Frequency of the pay days. `quincena` means the 15th and the last day of each month. */
every: 'month' | 'quincena' | 'two_weeks' | 'week';
/** Amount to set aside on each pay day. */
amount: Money;
/** Start of the plan. Pay days follow from this day. */
from: Day;
}

/** Funding plan: an amount to set aside on each pay day. */
export interface FundingRequest {
/** Frequency of the pay days. `quincena` means the 15th and the last day of each month. */
every: 'month' | 'quincena' | 'two_weeks' | 'week';
/** Amount to set aside on each pay day. */
amount: MoneyInput;
/** Start of the plan. Pay days follow from this day. Defaults to today in Mexico. */
from?: Day | undefined;
}

/** A goal (apartado): money in an account that is set aside for something. */
export interface Goal {
/** Unique ID. */
id: Uuid;
/** Name of the goal. */
name: string;
/** ID of the account that holds the money. */
accountId: Uuid;
/** Currency of the account. */
currency: CurrencyCode;
/** Target amount. */
target: Money;
/** Day by which to reach the target; null for no deadline. */
targetDate: Day | null;
/** Amount set aside for the goal. It is part of the balance of the account. */
saved: Money;
/** Sum of the expenses that the goal paid for. */
spent: Money;
/** `target` minus `saved` minus `spent`, but not less than 0.00. */
remaining: Money;
/** Part of `saved` that the balance of the account does not cover; 0.00 unless the goal is short. */
shortfall: Money;
/** Funding plan; null for a goal without funding. */
funding: Funding | null;
/**
 * Amount to set aside on each pay day to reach the target by `targetDate`, rounded up to the cent. Null without
 * `funding` or `targetDate`.
 */
perPeriod: Money | null;
/**
 * Number of pay days until `targetDate`. Today counts unless money was already set aside today. Null without
 * `funding` or `targetDate`.
 */
periodsLeft: number | null;
/** Day on which the funding plan reaches the target; null if it never does or if the target is already reached. */
expectedOn: Day | null;
/** Status: the first of `archived`, `short`, `reached`, `no_date`, `behind` and `on_track` that applies. */
status: 'archived' | 'behind' | 'no_date' | 'on_track' | 'reached' | 'short';
/** True if the bank itself keeps the money apart. Only a note: it does not affect any amount. */
heldByBank: boolean;
/**
 * Position of the goal in lists, lowest first. If the balance does not cover all goals of the account, the goals with
 * the highest number are the first to be short.
 */
priority: number;
/** Time of archiving; null if not archived. */
archivedAt: Timestamp | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
}

/** A change in the saved amount of a goal that is not caused by an expense. */
export interface GoalMove {
/** Unique ID. */
id: Uuid;
/** Change in `saved`: positive if the move sets money aside, negative if it returns money or moves it to another goal. */
amount: Money;
/** Day of the move. */
date: Day;
/** Note; null for none. */
note: string | null;
/** ID of the goal that gave the money; null if no goal gave it or if that goal was deleted. */
fromGoalId: Uuid | null;
}

/** A page of moves. */
export interface GoalMovePage {
/** Items on this page. */
items: GoalMove[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** Net worth on a day. */
export interface HistoryPoint {
/** Day of the point. The figures use the exchange rates of this day and the transactions dated on or before it. */
date: Day;
/** Assets minus liabilities. */
netWorth: Money;
/** Sum of all assets. */
assets: Money;
/** Sum of all liabilities, positive if you owe money. */
liabilities: Money;
/** IDs of accounts that do not count because there is no exchange rate for the day. */
unconverted: Uuid[];
}

/** Balances of the members from shared expenses, and the payments that settle them. */
export interface HouseholdSettlement {
/** First day included; null if unlimited. */
from: Day | null;
/** Last day included; null if unlimited. */
to: Day | null;
/** Balances by currency, sorted by currency. */
currencies: CurrencyBalances[];
}

/** An import of a statement file, with its rows. */
export interface Import {
/** Unique ID. */
id: Uuid;
/** ID of the account. */
accountId: Uuid;
/** Name of the file. */
filename: string;
/** ID of the file that the import keeps; null if it was not kept or is in the trash or deleted. */
fileId: Uuid | null;
/** Current status. */
status: 'committed' | 'draft' | 'undone';
/** Column index of each field, and the formats of dates and amounts. */
mapping: ImportMapping;
/**
 * Source of the mapping: detected in the file (`found`), stored for earlier statements of the account (`remembered`),
 * or set in the request (`given`).
 */
mappingSource: 'found' | 'given' | 'remembered';
/** Columns of the file. */
columns: ImportColumn[];
/** First 1,000 rows, or fewer if they exceed 4 MiB. */
rows: ImportRow[];
/** Categories that the commit creates or has created. */
newCategories: NewCategory[];
/** Row counts by status. */
stats: ImportStats;
/** Detected properties of the file. */
detected: ImportDetected;
/** Warnings about uncertain readings. Each states the service's assumption and the option that changes it. */
warnings: ImportWarning[];
/**
 * Account balance before the commit, or before the undo if the import was undone. Null for a draft, if the account
 * was deleted before the undo, or if the caller lacks the scope `accounts:read`.
 */
balanceBefore: Money | null;
/**
 * Account balance after the commit, or after the undo if the import was undone. Null for a draft, if the account was
 * deleted before the undo, or if the caller lacks the scope `accounts:read`.
 */
balanceAfter: Money | null;
/**
 * Balances of all accounts that the commit or undo changed. Empty for a draft, or if the caller lacks the scope
 * `accounts:read`.
 */
accounts: AccountBalances[];
/** Number of transactions that the commit created; null for a draft. */
transactionsCreated: number | null;
/** Number of transactions that the undo moved to the trash; null before an undo. */
transactionsRemoved: number | null;
/** First 1,000 transactions that changed between the commit and the undo, in row order. */
undone: UndoneTransaction[];
/** Total number of transactions that changed between the commit and the undo. */
undoneTotal: number;
/** Balances of the statement compared with the account; null if the file has no balances. */
reconciliation: Reconciliation | null;
/** Comparison of the rows with the printed totals and balances of a PDF; null for other formats. */
proof: Proof | null;
/** Dates and amounts of a card statement in a PDF; null for other statements. */
cardStatement: ImportCardStatement | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the commit; null for a draft. */
committedAt: Timestamp | null;
/** Time of the undo; null before an undo. */
undoneAt: Timestamp | null;
}

/** Dates and amounts on a card statement. */
export interface ImportCardStatement {
/** Last day of the period; null if not printed. */
cutOff: Day | null;
/** Last day to pay without interest; null if not printed. */
dueDate: Day | null;
/** Amount to pay by the due date to avoid interest; null if not printed. */
paymentToAvoidInterest: Money | null;
/** Minimum amount to pay by the due date; null if not printed. */
minimumPayment: Money | null;
}

/** A column of the file. */
export interface ImportColumn {
/** Index of the column, counted from 0. */
index: number;
/** Header of the column. */
header: string;
/** Sample values of the column. */
samples: string[];
/** Field that the column is mapped to; null if the column is not mapped. */
field: string | null;
}

/** Detected properties of the file. */
export interface ImportDetected {
/** File format. */
format: 'camt053' | 'csv' | 'html' | 'ofx' | 'pdf' | 'qif' | 'xls' | 'xlsx';
/** Character encoding; null if the format has none. */
encoding: string | null;
/** Separator between cells; null if the format has none. */
delimiter: string | null;
/** Number of lines before the header, or before the first row if the file has no header; null for OFX, QIF and CAMT.053. */
preambleRows: number | null;
/** Line of the header, counted from 1; null if the file has no header. */
headerRow: number | null;
/** Date format, such as `dd/MM/yyyy`; null if unknown. */
dateFormat: string | null;
/** Decimal separator; null if the amounts do not need one. */
decimalSeparator: ',' | '.' | null;
/** Skipped lines after the header. If there are more than 5,000, the last entry states how many more there are. */
skippedLines: SkippedLine[];
/** Name of the bank in a PDF; null if unknown or for other formats. */
bank: string | null;
/** Accounts in a PDF; empty for other formats. */
sections: ImportSection[];
/** Period that a PDF states; null if it states none or for other formats. */
period: ImportPeriod | null;
}

/** Column index of each field, counted from 0, and the formats of dates and amounts. */
export interface ImportMapping {
/** Index of the date column, counted from 0; null if the file has no such column. */
date: number | null;
/** Index of the description column, counted from 0; null if the file has no such column. */
description: number | null;
/** Index of the amount column, counted from 0; null if the file has no such column. */
amount: number | null;
/** Index of the debit column, counted from 0; null if the file has no such column. */
debit: number | null;
/** Index of the credit column, counted from 0; null if the file has no such column. */
credit: number | null;
/** Index of the direction column, counted from 0; null if the file has no such column. */
direction: number | null;
/** Index of the balance column, counted from 0; null if the file has no such column. */
balance: number | null;
/** Index of the reference column, counted from 0; null if the file has no such column. */
reference: number | null;
/** Index of the currency column, counted from 0; null if the file has no such column. */
currency: number | null;
/** Index of the category column, counted from 0; null if the file has no such column. */
category: number | null;
/** Index of the notes column, counted from 0; null if the file has no such column. */
notes: number | null;
/** Index of the external ID column, counted from 0; null if the file has no such column. */
externalId: number | null;
/** Date format, such as `dd/MM/yyyy`; null if the dates do not need a format. */
dateFormat: string | null;
/** Year of dates without a year, as set in the request; null if not set. */
year: number | null;
/** Decimal separator; null if the amounts do not need one. */
decimalSeparator: ',' | '.' | null;
/** True if positive amounts are expenses. */
invertSign: boolean;
}

/** First and last day of a statement. */
export interface ImportPeriod {
/** First day of the period. */
start: Day;
/** Last day of the period. */
end: Day;
}

/** A row of a statement. */
export interface ImportRow {
/** Index of the row, counted from 0. */
index: number;
/** Page of a PDF, counted from 1; null for other formats. */
page: number | null;
/** First line of the row, counted from 1. In a PDF, counted from the top of the page. */
line: number;
/** Cells of the row as in the file, each cut to 2,000 characters. */
raw: string[];
/** Date of the transaction; null if missing or invalid. */
date: Day | null;
/** Description, in one line, cut to 2,000 characters; null if missing or invalid. */
description: string | null;
/** Amount without a sign; `type` is the direction. Null if missing or invalid. */
amount: Money | null;
/** Type of the transaction; null if the direction is unknown or the amount is zero. */
type: 'expense' | 'income' | null;
/** Category name in the file; null if the file has no category for the row. */
category: string | null;
/** ID of the category; null for no category. */
categoryId: Uuid | null;
/**
 * Source of the category: the file, a rule, earlier transactions with the same description (`history`), or the user
 * (`person`); null without a category.
 */
categorySource: 'file' | 'history' | 'person' | 'rule' | null;
/** Tags that rules add during the commit. */
tags: string[];
/** ID of the transaction in the file; null if the row has no ID, or one that is too long. */
externalId: string | null;
/** Status of the row. A commit imports only `ready` rows. */
status: 'duplicate' | 'error' | 'excluded' | 'ready';
/** Errors. Rows with errors are not imported. */
errors: ImportRowError[];
/** Warnings. They do not prevent the import. */
warnings: ImportRowWarning[];
/**
 * ID of the live transaction that the row duplicates, or may duplicate if it has the warning `POSSIBLE_DUPLICATE`;
 * null if the row is not a duplicate.
 */
duplicateOf: Uuid | null;
/** Details of a transfer or card charge; null if the row has none. */
details: ImportRowDetails | null;
/**
 * Possible other side of a transfer between your accounts; null if none was found or after the commit. The service
 * never merges the two on its own.
 */
transferCandidate: TransferCandidate | null;
/** True if the row is excluded from the commit. */
excluded: boolean;
/** True if the row was edited in the draft. */
edited: boolean;
}

/** Details of a transfer or card charge, extracted from the description and notes of a row. */
export interface ImportRowDetails {
/** Payer or payee; null if not stated. */
counterparty: string | null;
/** Clave de rastreo of a SPEI transfer; null if not stated. */
trackingKey: string | null;
/** Reference from the bank; null if not stated. */
reference: string | null;
/** CLABE of the other account: 18 digits with a valid check digit; null if not stated. */
clabe: string | null;
/** Name of the other bank in Banxico's list; null if not stated. */
bank: string | null;
/** Tax ID (RFC) of the counterparty; null if not stated. */
rfc: string | null;
/** Amount in the purchase currency; null if not stated. */
foreignAmount: Money | null;
/** Currency of the purchase; null if not stated. */
foreignCurrency: CurrencyCode | null;
/** Exchange rate that the bank used; null if not stated. */
foreignRate: Rate | null;
/** Last four digits of the card; null if not stated. */
cardLastFour: string | null;
}

/** An error of a row. */
export interface ImportRowError {
/** Field with the error. */
field: string;
/** Machine-readable code. */
code: string;
/** Human-readable explanation. */
detail: string;
}

/** A page of import rows. */
export interface ImportRowPage {
/** Items on this page. */
items: ImportRow[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** A warning about a row. */
export interface ImportRowWarning {
/** Machine-readable code. */
code: 'AMOUNT_ZERO' | 'BALANCE_BREAK' | 'CATEGORY_TOO_LONG' | 'DATE_AMBIGUOUS' | 'DESCRIPTION_CUT' | 'EXTERNAL_ID_REPEATED' | 'EXTERNAL_ID_REUSED' | 'EXTERNAL_ID_TOO_LONG' | 'FEE_TAKEN_OFF' | 'INSTALLMENT_PART' | 'LINE_DOUBTFUL' | 'MATCHES_TRASHED' | 'NOTES_CUT' | 'NOT_BOOKED' | 'PARTS_MIXED' | 'POSSIBLE_DUPLICATE' | 'TRANSFER_PART';
/** Human-readable explanation. */
detail: string;
}

/** An account in a PDF. */
export interface ImportSection {
/** ID of the account in the file. Pass it as `section`. */
id: string;
/** Line of the file that names the account. */
label: string;
/** Last four digits of the account or card; null if not printed. */
accountTail: string | null;
/** Currency of the amount. */
currency: CurrencyCode;
}

/** Row counts by status. */
export interface ImportStats {
/** Total number of rows, the sum of the other counts. */
total: number;
/** Number of rows that a commit imports. */
ready: number;
/** Number of rows with errors. */
errors: number;
/** Number of rows that match existing transactions in the account. */
duplicates: number;
/** Number of excluded rows. */
excluded: number;
}

/** An import without its rows. */
export interface ImportSummary {
/** Unique ID. */
id: Uuid;
/** ID of the account. */
accountId: Uuid;
/** Name of the file. */
filename: string;
/** ID of the file that the import keeps; null if it was not kept or is in the trash or deleted. */
fileId: Uuid | null;
/** Current status. */
status: 'committed' | 'draft' | 'undone';
/** Row counts by status. */
stats: ImportStats;
/** Time of the commit; null for a draft. */
committedAt: Timestamp | null;
/** Time of creation. */
createdAt: Timestamp;
}

/** A warning about a statement. */
export interface ImportWarning {
/** Machine-readable code. */
code: 'ACCOUNT_UNLIKELY' | 'BALANCE_BREAK' | 'COLUMN_GUESSED' | 'CORRECTION_ELSEWHERE' | 'CURRENCY_UNKNOWN' | 'DIRECTION_UNKNOWN' | 'ENCODING_UNSURE' | 'FILE_NOT_KEPT' | 'LINES_SKIPPED' | 'LINE_DOUBTFUL' | 'OTHER_ACCOUNT' | 'ROWS_NOT_BOOKED' | 'SCALE_UNLIKELY' | 'SEVERAL_ACCOUNTS' | 'SIGN_UNLIKELY' | 'STATE_UNKNOWN';
/** Human-readable explanation, in one or two sentences. */
detail: string;
}

/** An income. With an expense category, a refund. */
export interface IncomeTransaction {
/** Unique ID. */
id: Uuid;
/** ID of the account. */
accountId: Uuid;
/** Type of transaction. */
type: 'income';
/** `live`, or `trashed` while it is in the trash. */
status: 'live' | 'trashed';
/** Date of the transaction. */
date: Day;
/** Description, in one line. */
description: string;
/** Amount; positive, except that an adjustment with a negative amount decreases an asset or increases a liability. */
amount: Money;
/** Currency of the amount. If there is an account, it is the currency of the account. */
currency: CurrencyCode;
/** Effect on the account: positive if it increases an asset or decreases a liability. 0.00 if there is no account. */
signedAmount: Money;
/** Category; null if the transaction has none or is split. */
category: CategoryReference | null;
/** ID of the contact. Always null for this type. */
contactId: null;
/** Receiving side of a transfer. Always null for this type. */
transfer: null;
/** Splits of the transaction; empty if it is not split. */
splits: Split[];
/** Tags, spelled as first used or as last renamed. */
tags: string[];
/** Notes, in one or more lines; null for no notes. */
notes: string | null;
/** ID in another system, unique among the live transactions of the account; null if not set. */
externalId: string | null;
/** ID of the import that created the transaction; null if it was not imported. */
importId: Uuid | null;
/** ID of the matched schedule; null if the transaction matches no schedule or is in the trash. */
scheduleId: Uuid | null;
/** ID of the goal that pays for the expense; null for no goal. */
goalId: Uuid | null;
/** ID of the member who paid the expense; null if not stated. */
paidBy: Uuid | null;
/** Shares of the members in the expense. They add up to the amount. Empty if the expense is not shared. */
shares: Share[];
/** Number of files that are linked and not in the trash, at most 10. */
fileCount: number;
/** IDs of the invoices that the transaction pays. Invoices in the trash do not count. */
invoiceIds: Uuid[];
/**
 * Amount in the base currency at the exchange rate of the transaction's date; null if there is no rate or the result
 * has more than 15 integer digits.
 */
baseAmount: Money | null;
/** Exchange rate of `baseAmount`; null if `baseAmount` is null. */
baseRate: Rate | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time at which the transaction was moved to the trash; null if it is not in the trash. */
deletedAt: Timestamp | null;
/** Time at which the transaction will be permanently deleted; null if it is not in the trash. */
purgeAt: Timestamp | null;
}

/** An installment of a purchase, billed in one statement of the card. */
export interface InstallmentPart {
/** Position of the installment, counted from 1. */
number: number;
/** Cut-off of the statement that bills the installment. */
cutOff: Day;
/** Last day to pay without interest. */
dueDate: Day;
/** Amount of the installment. */
amount: Money;
/** Status: `deferred` until the statement that bills the installment starts, then `due` until that statement is paid. */
status: 'deferred' | 'due' | 'paid';
}

/** An interest-free installment purchase (meses sin intereses). */
export interface Installments {
/** Unique ID. */
id: Uuid;
/** ID of the purchase. */
transactionId: Uuid;
/** ID of the account. */
accountId: Uuid;
/** Amount of the purchase. */
amount: Money;
/** Number of monthly installments. */
months: number;
/** Installments, one for each statement. */
parts: InstallmentPart[];
/** Sum of the unpaid installments. */
remaining: Money;
/** Time of creation. */
createdAt: Timestamp;
}

/** A page of interest-free installment purchases. */
export interface InstallmentsPage {
/** Items on this page. */
items: Installments[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** Total for an interval. The period of the report may cut the first and the last interval short. */
export interface IntervalSpending {
/** First day of the interval. */
start: Day;
/** Last day of the interval. */
end: Day;
/** Amount of the group, in the base currency. */
amount: Money;
/** Number of transactions or splits in the amount. */
count: number;
/** Part of the total, with four decimals; null if the total is zero. */
share: string | null;
/** Amount in the compared period; null without a comparison. */
previousAmount: Money | null;
/** Path that lists the transactions of the group. */
transactions: string;
}

/** An open invitation to the workspace. */
export interface Invitation {
/** Unique ID. */
id: Uuid;
/** Email address of the invited person; null in a dry run by a member who is not an owner. */
email: string | null;
/** Role of the person after acceptance. */
role: 'editor' | 'owner' | 'viewer';
/** Time of creation. */
createdAt: Timestamp;
/** Time until which the invitation can be accepted: 7 days after its creation. */
expiresAt: Timestamp;
}

/** An invoice (CFDI 4.0). Amounts have the decimals of the XML. */
export interface Invoice {
/** Local time of issue, without a zone. */
issuedAt: string;
/** Local time of the stamp, without a zone. */
stampedAt: string;
/** Pesos per unit of the currency; null if not stated. */
rate: string | null;
/** Sum of the lines. */
subtotal: string;
/** Sum of the discounts; null if there is none. */
discount: string | null;
/** Amount after discounts and taxes. */
total: string;
/** Unique ID. */
id: Uuid;
/** Fiscal UUID (folio fiscal), in upper case. */
uuid: string;
/** Type of invoice: income (I), credit (E), transfer (T), payroll (N) or payment (P). */
kind: 'credit' | 'income' | 'payment' | 'payroll' | 'transfer';
/** `issued` if the issuer is a taxpayer of the workspace, `received` if only the receiver is, else `unrelated`. */
direction: 'issued' | 'received' | 'unrelated';
/** Person or company that issued the invoice. */
issuer: Party;
/** Person or company that received the invoice. */
receiver: Party;
/** Series assigned by the issuer; null if not stated. */
series: string | null;
/** Number assigned by the issuer; null if not stated. */
folio: string | null;
/** Currency of the amount. */
currency: CurrencyCode;
/** Payment in one installment (PUE) or deferred (PPD); null if not stated. */
paymentMethod: Code | null;
/** Form of payment; null if not stated. */
paymentForm: Code | null;
/** Use of the invoice by the receiver (uso del CFDI). */
use: Code;
/** Products and services, in the order of the XML. */
lines: InvoiceLine[];
/** Tax totals, as stated on the invoice. */
taxes: InvoiceTaxes;
/** Payroll details; null for other kinds. */
payroll: Payroll | null;
/** Invoices that a payment receipt pays; empty for other kinds. */
payments: PaidInvoice[];
/** Invoices that this invoice refers to, such as an invoice that it replaces. */
related: Relation[];
/** Results of the checks. */
verification: Verification;
/** `linked` if transactions pay the invoice, `suggested` if candidates exist, otherwise `none`. */
match: 'linked' | 'none' | 'suggested';
/** IDs of the transactions that pay the invoice; empty while the invoice is in the trash. */
transactionIds: Uuid[];
/** ID of the file with the XML; null if the file is in the trash or deleted. */
fileId: Uuid | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time at which the invoice was moved to the trash; null if it is live. */
deletedAt: Timestamp | null;
}

/** A line of an invoice. Amounts have the decimals of the XML. */
export interface InvoiceLine {
/** Quantity. */
quantity: string;
/** Price of one unit. */
unitPrice: string;
/** Quantity times price, before the discount. */
amount: string;
/** Discount of the line; null if there is none. */
discount: string | null;
/** Code of the product or service. */
productCode: string;
/** Description of the product or service. */
description: string;
}

/** A page of invoices. */
export interface InvoicePage {
/** Items on this page. */
items: Invoice[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** A tax on an invoice, at one rate. */
export interface InvoiceTax {
/** Rate or quota; null for withheld and exempt taxes. */
rate: string | null;
/** Amount of the tax; null if exempt. */
amount: string | null;
/** Kind of tax. */
tax: Code;
}

/** Taxes of an invoice. */
export interface InvoiceTaxes {
/** Taxes that the issuer adds, such as value added tax. */
transferred: InvoiceTax[];
/** Taxes that the receiver withholds. */
withheld: InvoiceTax[];
}

/** A debt or repayment. */
export interface IouHistoryItem {
/** ID of the transaction. */
transactionId: Uuid;
/** Index of the split, counted from 0; null for a transaction without splits. */
splitIndex: number | null;
/** Date of the transaction. */
date: Day;
/** Description, in one line. */
description: string;
/** Type of debt or repayment. */
type: 'borrowed' | 'lent' | 'repayment_made' | 'repayment_received';
/** Status of the debt. Repayments settle the oldest debts first; a repayment itself is always `applied`. */
status: 'applied' | 'open' | 'partially_settled' | 'settled';
/** Currency of the amount. */
currency: CurrencyCode;
/** Change in the amount that the contact owes you. */
delta: Money;
/** Amount that the contact owes you in this currency after the item; negative if you owe the contact. */
runningBalance: Money;
}

/** A page of debts and repayments of a contact. */
export interface IouHistoryPage {
/** Items on this page. */
items: IouHistoryItem[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** File to link to a transaction. */
export interface LinkFileRequest {
/** ID of a file that is not in the trash. */
fileId: string;
}

/** Transactions that pay an invoice. */
export interface LinkInvoiceRequest {
/** IDs of 1 to 10 transactions. */
transactionIds: string[];
/** True to link transactions even if they do not add up to the total of the invoice. Defaults to `false`. */
allowDifference?: boolean | undefined;
}

/** Transaction to link. */
export interface LinkOccurrenceRequest {
/** ID of a live transaction with the schedule's account and type. It must not match another occurrence. */
transactionId: string;
}

/** Lowest balance and the first day on which it occurs. */
export interface LowestBalance {
/** First day with this balance. */
date: Day;
/** Lowest balance. */
balance: Money;
}

/** Column index of each field, counted from 0, and the formats of dates and amounts. Omitted fields keep their current value, or are detected. */
export interface MappingRequest {
/** Index of the date column, counted from 0; null if the file has no such column. */
date?: number | null | undefined;
/** Index of the description column, counted from 0; null if the file has no such column. */
description?: number | null | undefined;
/**
 * Index of the amount column, counted from 0; null if the file has no such column. Amounts are signed, or unsigned
 * with a direction column.
 */
amount?: number | null | undefined;
/** Index of the debit column, counted from 0; null if the file has no such column. */
debit?: number | null | undefined;
/** Index of the credit column, counted from 0; null if the file has no such column. */
credit?: number | null | undefined;
/** Index of the direction column, counted from 0; null if the file has no such column. */
direction?: number | null | undefined;
/** Index of the balance column, counted from 0; null if the file has no such column. */
balance?: number | null | undefined;
/** Index of the reference column, counted from 0; null if the file has no such column. */
reference?: number | null | undefined;
/** Index of the currency column, counted from 0; null if the file has no such column. */
currency?: number | null | undefined;
/** Index of the category column, counted from 0; null if the file has no such column. */
category?: number | null | undefined;
/** Index of the notes column, counted from 0; null if the file has no such column. */
notes?: number | null | undefined;
/** Index of the external ID column, counted from 0; null if the file has no such column. */
externalId?: number | null | undefined;
/** Date format, such as `dd/MM/yyyy`, `d/M/yy`, `ddMMyyyy` or `dd/MMM/yyyy`; null to detect it. */
dateFormat?: string | null | undefined;
/** Year of dates without a year. Takes precedence over the period of the statement; null for no year. */
year?: number | null | undefined;
/** Decimal separator of the amounts; null to detect it. */
decimalSeparator?: ',' | '.' | null | undefined;
/** True if positive amounts are expenses. */
invertSign?: boolean | undefined;
}

/** A member of the workspace. */
export interface Member {
/** Unique ID. */
id: Uuid;
/** Name that other members see. Initially the part of the email address before the @. */
name: string;
/** Email address; null if the caller is a viewer and this is another member. */
email: string | null;
/** Rights: a `viewer` reads, an `editor` also writes, an `owner` also manages members, webhooks and settings. */
role: 'editor' | 'owner' | 'viewer';
/** True if the member created the token of this request. Always false for a key from the command line. */
self: boolean;
/** Time at which the member joined, or joined again. */
joinedAt: Timestamp;
}

/** Amounts of a member in one currency. */
export interface MemberBalance {
/** ID of the member. */
memberId: Uuid;
/** Name of the member. */
name: string;
/** Sum of the shared expenses that the member paid. */
paid: Money;
/** Sum of the shares that the member bears. */
share: Money;
/** Settlements that the member paid, minus settlements that the member received. */
settled: Money;
/** `paid` - `share` + `settled`. Positive if other members owe this member. The balances of a currency add up to zero. */
balance: Money;
}

/** Total for a merchant. */
export interface MerchantSpending {
/** Merchant: the description in lower case, without accents and without words that contain a digit, `*` or `#`. */
merchant: string;
/** Amount of the group, in the base currency. */
amount: Money;
/** Number of transactions or splits in the amount. */
count: number;
/** Part of the total, with four decimals; null if the total is zero. */
share: string | null;
/** Amount in the compared period; null without a comparison. */
previousAmount: Money | null;
/** Path that lists the transactions of the group. */
transactions: string;
}

/** Amount with exactly two decimals. */
export type Money = string;

/** Amount with up to two decimals, as a string. */
export type MoneyInput = string;

/** Amount to set aside or take back. */
export interface MoveGoalRequest {
/** Amount to set aside; negative to return money to the free amount of the account. */
amount: MoneyInput;
/** Day of the move. Defaults to today in Mexico. */
date?: Day | undefined;
/** Note; null for none. */
note?: string | null | undefined;
/**
 * ID of the goal of the same account from which to take the money; null to take it from the free amount of the
 * account.
 */
fromGoalId?: string | null | undefined;
}

/** Net worth at the latest rates. */
export interface NetWorth {
/** Assets minus liabilities, in the base currency. */
netWorth: Money;
/** Base currency. */
currency: CurrencyCode;
/** Date of the oldest rate used; today if no rate was needed. */
ratesAsOf: Day;
/** Assets minus liabilities in each currency. */
byCurrency: CurrencyShare[];
/** IDs of accounts that do not count because they have no exchange rate. */
unconverted: Uuid[];
}

/** Effect of a call on net worth. */
export interface NetWorthEffect {
/** Base currency after the call. */
currency: CurrencyCode;
/** Net worth before the call, in the base currency at that time. */
before: Money;
/** Net worth after the call, in `currency`. */
after: Money;
}

/** Net worth over time. */
export interface NetWorthHistory {
/** Base currency. */
currency: CurrencyCode;
/** Points, oldest first. */
points: HistoryPoint[];
}

/** A category that an import creates. */
export interface NewCategory {
/** Name of the category. */
name: string;
/** Number of rows with the category. */
count: number;
}

/** A new invitation with its URL, which no other response contains. */
export interface NewInvitation {
/** URL of the page on which the invited person accepts. Send it only to them. */
url: string;
/** Unique ID. */
id: Uuid;
/** Email address of the invited person; null in a dry run by a member who is not an owner. */
email: string | null;
/** Role of the person after acceptance. */
role: 'editor' | 'owner' | 'viewer';
/** Time of creation. */
createdAt: Timestamp;
/** Time until which the invitation can be accepted: 7 days after its creation. */
expiresAt: Timestamp;
}

/** An expected occurrence of a schedule. */
export interface Occurrence {
/** Expected date: the nominal date, or the banking day to which the schedule moves it. */
date: Day;
/** Date that follows from the recurrence, before any move to a banking day. Identifies the occurrence. */
nominalDate: Day;
/** Amount of the matched transaction, or else the expected amount. */
amount: Money;
/** Status of the occurrence. It becomes `overdue` if no transaction has matched it by the third day after its date. */
status: 'matched' | 'overdue' | 'planned' | 'posted' | 'skipped';
/** ID of the matched transaction; null if no transaction matches. */
transactionId: Uuid | null;
}

/** Occurrences of a schedule. */
export interface OccurrenceList {
/** Occurrences, oldest first. */
items: Occurrence[];
}

/** An invoice that a payment receipt pays. */
export interface PaidInvoice {
/** Paid amount. */
paid: string;
/** Amount still due. */
outstanding: string;
/** Fiscal UUID of the paid invoice. */
uuid: string;
/** Number of the installment. */
installment: number;
}

/** Issuer or receiver of an invoice. */
export interface Party {
/** Mexican tax ID. */
rfc: string;
/** Legal name. */
name: string;
/** Tax regime. */
regime: Code;
}

/** Payroll details of an invoice. */
export interface Payroll {
/** Payments in kind, such as food vouchers. */
inKind: string;
/** Net pay in money: earnings and other payments, minus deductions and payments in kind. */
net: string;
/** Day of the payment. */
paidOn: Day;
/** First day of the period. */
from: Day;
/** Last day of the period. */
to: Day;
/** Frequency of the payments. */
frequency: Code;
/** Wages and other earnings. */
perceptions: Perception[];
/** Amounts that the employer withholds, such as income tax. */
deductions: PayrollAmount[];
/** Other payments, such as the employment subsidy. */
otherPayments: PayrollAmount[];
}

/** A deduction or another payment on a payroll receipt. */
export interface PayrollAmount {
/** Amount. */
amount: string;
/** Code of the deduction or payment. */
type: string;
/** Spanish name of the code; null if the catalog does not have it. */
label: string | null;
/** Name that the employer uses. */
concept: string;
}

/** Amount of a payment and the account to pay from. */
export interface PayStatementRequest {
/**
 * Amount to pay: a decimal string in the currency of the card, `avoidInterest`, `minimum` or `total`. `avoidInterest`
 * pays `remaining`. `minimum` pays `minimumPayment`, even if earlier payments already covered it, but never more than
 * `remaining`. `total` pays the balance minus all payments since the cut-off. The three words require the scope
 * `accounts:read`, because they reveal figures of the card.
 */
amount: string;
/** ID of the account to pay from. Defaults to the card's `payFromAccountId`. */
fromAccountId?: string | undefined;
/** Date of the transfer. Defaults to today in Mexico. */
date?: Day | undefined;
}

/** An item of earnings (percepción) on a payroll receipt. */
export interface Perception {
/** Taxed amount. */
taxed: string;
/** Exempt amount. */
exempt: string;
/** Code of the earnings. */
type: string;
/** Spanish name of the code; null if the catalog does not have it. */
label: string | null;
/** Name that the employer uses. */
concept: string;
}

/** Fields of the transaction that differ from the schedule. */
export interface PostOccurrenceRequest {
/** Amount of the transaction. Defaults to the schedule's amount. */
amount?: MoneyInput | undefined;
/** Date of the transaction. Defaults to the occurrence's date. */
date?: Day | undefined;
}

/** An unsaved rule. */
export interface PreviewRuleRequest {
/** Name of the rule. */
name?: string | undefined;
/** True to run the rule on new transactions. */
enabled?: boolean | undefined;
/** Priority of the rule. Rules run from the lowest to the highest value; rules with the same value run oldest first. */
priority?: number | undefined;
/** `all` if a transaction must meet all conditions, `any` if it must meet at least one. */
match?: 'all' | 'any' | undefined;
/** Conditions that a transaction must meet. */
conditions: ConditionRequest[];
/** Changes to matching transactions, at most one of each kind. */
actions?: ActionRequest[] | undefined;
/** If true, later rules do not run on the transactions that this rule matches. */
stopProcessing?: boolean | undefined;
}

/** A problem: the reason why a request failed (RFC 9457). */
export interface Problem {
/** URL of the page that describes the problem. */
type: string;
/** HTTP reason phrase. */
title: string;
/** HTTP status code. */
status: number;
/** Human-readable explanation. */
detail: string;
/** Machine-readable code of the problem. */
code: ProblemCode;
/** ID of the request, also in the log of the service. */
requestId: string;
/** Index of the batch operation that failed, counted from 0. Absent if the problem does not concern a single operation. */
operation?: number | undefined;
}

/** Machine-readable code of a problem. */
export type ProblemCode = 'ACCOUNT_BALANCE_NOT_ZERO' | 'ACCOUNT_IN_USE' | 'ACCOUNT_LIMIT_REACHED' | 'ACCOUNT_NOT_ACTIVE' | 'ACCOUNT_NOT_ARCHIVED' | 'ACCOUNT_NOT_CLOSED' | 'ACCOUNT_NOT_FOUND' | 'ALREADY_MEMBER' | 'AMOUNT_OUT_OF_RANGE' | 'ASSERTION_EXISTS' | 'ASSERTION_NOT_FOUND' | 'AUTH_INSUFFICIENT_SCOPE' | 'AUTH_INVALID_TOKEN' | 'BASE_RATE_REQUIRED' | 'BOOKS_CLOSED' | 'BUDGET_LIMIT_REACHED' | 'BUDGET_NOT_FOUND' | 'CATEGORY_CYCLE' | 'CATEGORY_IN_USE' | 'CATEGORY_LIMIT_REACHED' | 'CATEGORY_NOT_FOUND' | 'CONTACT_IN_USE' | 'CONTACT_LIMIT_REACHED' | 'CONTACT_NOT_FOUND' | 'CURSOR_INVALID' | 'DEDUCTIONS_TOO_LARGE' | 'DELIVERY_NOT_FOUND' | 'DRAFT_QUOTA_EXCEEDED' | 'EXPORTS_BUSY' | 'EXTERNAL_ID_TAKEN' | 'FILES_BUSY' | 'FILE_IN_TRASH' | 'FILE_LIMIT_REACHED' | 'FILE_NOT_FOUND' | 'FILE_NOT_IN_TRASH' | 'FILE_QUOTA_EXCEEDED' | 'GOAL_ACCOUNT_SHORT' | 'GOAL_ARCHIVED' | 'GOAL_EMPTY' | 'GOAL_IN_USE' | 'GOAL_LIMIT_REACHED' | 'GOAL_NOT_FOUND' | 'IDEMPOTENCY_IN_PROGRESS' | 'IDEMPOTENCY_KEY_REUSED' | 'IMPORTS_BUSY' | 'IMPORT_HAS_ERRORS' | 'IMPORT_NOT_COMMITTED' | 'IMPORT_NOT_DRAFT' | 'IMPORT_NOT_FOUND' | 'IMPORT_PASSWORD_REQUIRED' | 'IMPORT_ROW_NOT_FOUND' | 'IMPORT_SECTION_REQUIRED' | 'IMPORT_UNPROVEN' | 'IMPORT_UNREADABLE' | 'INSTALLMENTS_EXIST' | 'INSTALLMENTS_NOT_FOUND' | 'INTERNAL_ERROR' | 'INVITATION_LIMIT_REACHED' | 'INVITATION_NOT_FOUND' | 'INVOICES_BUSY' | 'INVOICE_AMOUNT_MISMATCH' | 'INVOICE_IN_TRASH' | 'INVOICE_LIMIT_REACHED' | 'INVOICE_LINKED' | 'INVOICE_NOT_FOUND' | 'INVOICE_NOT_IN_TRASH' | 'INVOICE_NOT_RECORDABLE' | 'INVOICE_UNREADABLE' | 'INVOICE_UUID_TAKEN' | 'LAST_OWNER' | 'MEMBER_NOT_FOUND' | 'MOVE_NOT_FOUND' | 'NAME_TAKEN' | 'OCCURRENCE_NOT_FOUND' | 'OCCURRENCE_NOT_OPEN' | 'PATTERN_SEARCHES_BUSY' | 'PATTERN_SEARCH_TOO_LONG' | 'PAYLOAD_TOO_LARGE' | 'PRECONDITION_FAILED' | 'RANGE_NOT_SATISFIABLE' | 'RATE_LIMITED' | 'RATE_NOT_FOUND' | 'REFERENCE_NOT_FOUND' | 'REQUEST_MALFORMED' | 'ROUND_NOT_FOUND' | 'ROUND_RECORDED' | 'RULE_LIMIT_REACHED' | 'RULE_NOT_FOUND' | 'RULE_RUN_NOT_FOUND' | 'SCHEDULE_LIMIT_REACHED' | 'SCHEDULE_NOT_FOUND' | 'SERVICE_UNAVAILABLE' | 'SETTLEMENT_NOT_FOUND' | 'SETTLEMENT_TOO_LARGE' | 'SHARES_NOT_BALANCED' | 'SPLIT_NOT_BALANCED' | 'STATEMENT_NOT_FOUND' | 'STATEMENT_PAID' | 'SUGGESTION_NOT_FOUND' | 'TAG_LIMIT_REACHED' | 'TAG_NOT_FOUND' | 'TANDA_IN_USE' | 'TANDA_LIMIT_REACHED' | 'TANDA_NOT_FOUND' | 'TAXPAYER_LIMIT_REACHED' | 'TAXPAYER_NOT_FOUND' | 'TAX_YEAR_UNKNOWN' | 'TRANSACTION_IN_TRASH' | 'TRANSACTION_NOT_FOUND' | 'TRANSACTION_NOT_IN_TRASH' | 'TRANSFER_RATE_REQUIRED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED' | 'WEBHOOK_LIMIT_REACHED' | 'WEBHOOK_NOT_FOUND';

/** Invalid field, parameter or header of a request. */
export interface ProblemError {
/** Field of the body, as a JSON pointer. */
pointer?: string | undefined;
/** Name of the query parameter. */
parameter?: string | undefined;
/** Name of the header. */
header?: string | undefined;
/** Machine-readable code of the error. */
code: FieldCode;
/** Human-readable description of the error or of how to correct it. */
detail: string;
}

/** Comparison of the rows of a PDF with its printed totals and balances. Balances of a card are amounts owed. */
export interface Proof {
/**
 * Result of the comparison.
 * - `proven`: the rows lead from the opening to the closing balance, and all printed figures agree.
 * - `partial`: the printed figures agree, but the opening or the closing balance is not printed.
 * - `unproven`: a figure disagrees.
 */
status: 'partial' | 'proven' | 'unproven';
/** Printed opening balance; null if not printed. */
openingBalance: Money | null;
/** Printed closing balance; null if not printed. */
closingBalance: Money | null;
/** Printed total of charges; null if not printed. */
chargesPrinted: string | null;
/** Sum of the charges in the rows. */
chargesRead: string;
/** Printed total of credits; null if not printed. */
creditsPrinted: string | null;
/** Sum of the credits in the rows. */
creditsRead: string;
/** Closing balance minus the balance that the rows lead to; null if a balance is not printed. */
difference: Money | null;
/** Up to 100 failures: the first row of each break, and then each total that disagrees. */
failing: ProofFailure[];
}

/** A line of a PDF that disagrees with the rows. */
export interface ProofFailure {
/** Page of the file, counted from 1. */
page: number;
/** Line of text on the page, counted from 1. */
line: number;
/** Human-readable explanation. */
detail: string;
}

/** Result of emptying the trash. */
export interface Purged {
/** Number of permanently deleted transactions. */
purged: number;
}

/** Name of a taxpayer. */
export interface PutTaxpayerRequest {
/** Name for display. Invoices have the legal name. */
name: string;
}

/** Exchange rate with exactly eight decimals. */
export type Rate = string;

/** A page of exchange rates of a currency pair. */
export interface RateSeries {
/** Items on this page. */
items: SeriesRate[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** Balances of a statement compared with its account. Balances of a liability are amounts owed. */
export interface Reconciliation {
/** Balance before the earliest row of the statement; null if unknown. */
openingBalance: Money | null;
/** Balance after the latest row of the statement; null if unknown. */
closingBalance: Money | null;
/**
 * Account balance before the commit; null if the account of a draft was deleted, or if the caller lacks the scope
 * `accounts:read`.
 */
accountBalance: Money | null;
/** Account balance after the commit; null if `accountBalance` is null. */
accountBalanceAfter: Money | null;
/** `closingBalance` minus `accountBalanceAfter`; null if either is null. */
difference: Money | null;
/** Earliest row whose balance does not follow from the balance of the previous row; null if all balances do. */
firstBreak: BalanceBreak | null;
}

/** Account, category and day of the transactions to create from an invoice. */
export interface RecordInvoiceRequest {
/** ID of the account that paid or received the money, in the currency of the invoice. */
accountId: string;
/** ID of the category; null for none. */
categoryId?: string | null | undefined;
/**
 * ID of the account that received the payments in kind of payroll, such as a food voucher card. Required if the
 * payroll has any.
 */
inKindAccountId?: string | null | undefined;
/** Date of the transactions. Defaults to the day of issue, or for payroll to the day of payment. */
date?: Day | null | undefined;
}

/** A round to record: your payment, or the payout that you receive. */
export interface RecordRoundRequest {
/** Kind of the round: `pay` for a payment, `receive` for a payout. */
kind: 'pay' | 'receive';
/** Day of the new transaction. Defaults to today in Mexico. */
date?: Day | undefined;
/**
 * ID of an existing expense (`pay`) or income (`receive`) with exactly the amount of the round; null to create a
 * transaction.
 */
transactionId?: string | null | undefined;
}

/** Payment of one member to another. */
export interface RecordSettlementRequest {
/** ID of the member who paid. */
from: string;
/** ID of the member who was paid. */
to: string;
/** Currency of the amount. */
currency: CurrencyCode;
/** Amount of the transaction. */
amount: MoneyInput;
/** Day of the payment. Defaults to today in Mexico. */
date?: Day | undefined;
/** Note; null for none. */
note?: string | null | undefined;
}

/** Dates and amounts that the bank reports for a statement. */
export interface RecordStatementRequest {
/**
 * Last day of the period, if it is not the day that follows from the card's terms; null removes it. The next period
 * starts on the day after.
 */
cutOff?: Day | null | undefined;
/** Last day to pay without interest; null removes it. */
dueDate?: Day | null | undefined;
/** Amount to pay by the due date to avoid interest; null removes it. */
paymentToAvoidInterest?: string | null | undefined;
/** Minimum amount to pay by the due date; null removes it. */
minimumPayment?: string | null | undefined;
}

/** Recurrence of a schedule. */
export interface Recurrence {
/** Frequency. `quincena` means the 15th and the last day of each month. */
every: 'month' | 'once' | 'quincena' | 'two_weeks' | 'week' | 'year';
/** Number of `every` periods between occurrences, such as 2 for every second month. */
interval: number;
/**
 * Treatment of dates that are not banking days in Mexico. They move to the banking day `before` or `after`, or stay
 * the same (`none`).
 */
businessDay: 'after' | 'before' | 'none';
}

/** Recurrence of a schedule. */
export interface RecurrenceRequest {
/** Frequency. `quincena` means the 15th and the last day of each month. */
every: 'month' | 'once' | 'quincena' | 'two_weeks' | 'week' | 'year';
/**
 * Number of `every` periods between occurrences, such as 2 for every second month. Always 1 for `once` and
 * `quincena`. Defaults to `1`.
 */
interval?: number | undefined;
/**
 * Treatment of dates that are not banking days in Mexico. They move to the banking day `before` or `after`, or stay
 * the same (`none`). Defaults to `none`.
 */
businessDay?: 'after' | 'before' | 'none' | undefined;
}

/** Reason for rejecting one file of an upload: the problem that uploading the file alone returns. */
export interface Refusal {
/** Code of the problem. */
code: string;
/** HTTP status that uploading the file alone returns. */
status: number;
/** Title of the status. */
title: string;
/** Reason as a sentence. */
detail: string;
}

/** A relation to another invoice. */
export interface Relation {
/** Kind of the relation, such as `04` for a replaced invoice. */
relation: Code;
/** Fiscal UUID of the other invoice. */
uuid: string;
}

/** New name of a file. */
export interface RenameFileRequest {
/** Name of the resource. */
name?: string | undefined;
}

/** New name of a tag. */
export interface RenameTagRequest {
/** New name or spelling. If another tag already has this name, the two become one. */
name: string;
}

/** Number of events that a replay sends. */
export interface Replay {
/** Number of events to send again. */
queued: number;
}

/** Time from which events are sent again. */
export interface ReplayRequest {
/** Start of the replay, at most 30 days ago. The service sends all events since then again. */
since: Timestamp;
}

/** Period during which both secrets sign. */
export interface RotateSecretRequest {
/** Number of hours for which messages also have a signature with the old secret. Defaults to `24`. */
overlapHours?: number | undefined;
}

/** A payment or payout in a turn of a tanda. */
export interface Round {
/** Number of the turn, counted from 1. */
number: number;
/** Day of the turn. */
date: Day;
/** Kind of the round: `pay` for a payment, `receive` for a payout. */
kind: 'pay' | 'receive';
/** Amount of the round. */
amount: Money;
/** Status: `done` if the round is recorded; otherwise `due`, or `late` from the day after its date. */
status: 'done' | 'due' | 'late';
/** ID of the transaction that records the round; null if the round is not recorded. */
transactionId: Uuid | null;
}

/** A rule that changes the transactions that meet its conditions. */
export interface Rule {
/** Unique ID. */
id: Uuid;
/** Name of the rule. */
name: string;
/** True if the rule runs on new transactions. */
enabled: boolean;
/** Priority of the rule. Rules run from the lowest to the highest value; rules with the same value run oldest first. */
priority: number;
/** `all` if a transaction must meet all conditions, `any` if it must meet at least one. */
match: 'all' | 'any';
/** Conditions that a transaction must meet. */
conditions: Condition[];
/** Changes to matching transactions, at most one of each kind. */
actions: Action[];
/** True if later rules do not run on the transactions that this rule matches. */
stopProcessing: boolean;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time of the last match, accurate to a minute; null if the rule has not matched. */
lastMatchedAt: Timestamp | null;
}

/** A transaction that matches a rule. */
export interface RuleMatch {
/** Unique ID. */
id: Uuid;
/** Date of the transaction. */
date: Day;
/** Description, in one line. */
description: string;
/** Amount of the transaction. */
amount: Money;
/** Currency of the amount. */
currency: CurrencyCode;
/** Type of transaction. */
type: TransactionType;
}

/** A page of rule matches. */
export interface RuleMatchPage {
/** Items on this page. */
items: RuleMatch[];
/** Number of matching live transactions on all pages. */
total: number;
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** A run of a rule on existing transactions. */
export interface RuleRun {
/** Unique ID. */
id: Uuid;
/** Time of creation. */
createdAt: Timestamp;
/** True if the run also replaced categories that the user chose. */
force: boolean;
/** Number of transactions that the rule matched. */
matched: number;
/** Number of changed transactions. */
changed: number;
/** Number of matching transactions that the run did not change. */
skipped: number;
/** Time of the undo; null if the user has not undone the run. */
undoneAt: Timestamp | null;
}

/** A page of rule runs. */
export interface RuleRunPage {
/** Items on this page. */
items: RuleRun[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** A recurring expected transaction. */
export interface Schedule {
/** Unique ID. */
id: Uuid;
/** Name of the schedule; null if not set. */
name: string | null;
/** ID of the account. */
accountId: Uuid;
/** Type of transaction. */
type: 'expense' | 'income' | 'transfer';
/** Amount of each occurrence. */
amount: Money;
/** Currency of the account. */
currency: CurrencyCode;
/** Description of posted transactions. */
description: string;
/** ID of the category; null for no category. */
categoryId: Uuid | null;
/** ID of the contact; null for no contact. */
contactId: Uuid | null;
/** ID of the account that receives a transfer; null for other types. */
toAccountId: Uuid | null;
/** Tags of posted transactions. */
tags: string[];
/** Recurrence of the expected dates. */
recurrence: Recurrence;
/** First date of the recurrence. All other dates follow from it. */
startDate: Day;
/** Last day on which an occurrence can be; null for no end. */
endDate: Day | null;
/** True if the service posts due occurrences automatically once a day. */
autoPost: boolean;
/** Criteria by which new transactions of the same account and type match an occurrence. */
match: ScheduleMatch;
/** Status of the schedule: `active`, `paused`, or `ended` if it has no further occurrences. */
status: 'active' | 'ended' | 'paused';
/** Date of the next open occurrence, today or later; null if there is none. */
nextDate: Day | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
}

/** Criteria by which a transaction matches an occurrence. */
export interface ScheduleMatch {
/** Text that the description must contain; null for any description. Ignores case and accents. */
text: string | null;
/** Maximum difference between the amounts of the transaction and the schedule, in either direction. */
amountTolerance: Money;
/** Maximum days between the dates of the transaction and the occurrence. */
days: number;
}

/** Criteria by which a transaction matches an occurrence. */
export interface ScheduleMatchRequest {
/** Text that the description must contain; null for any description. Ignores case and accents. Defaults to `null`. */
text?: string | null | undefined;
/** Maximum difference between the amounts of the transaction and the schedule, in either direction. Defaults to `0.00`. */
amountTolerance?: string | undefined;
/** Maximum days between the dates of the transaction and the occurrence. Defaults to `3`. */
days?: number | undefined;
}

/** Exchange rate for a day, with its source. */
export interface SeriesRate {
/** Currency to convert into. */
base: CurrencyCode;
/** Currency to convert from. */
quote: CurrencyCode;
/** Value of one unit of `quote` in `base`, with eight decimals. */
rate: Rate;
/** Date of the rate. */
asOf: Day;
/** Source of the rate: the workspace itself (`own`), or the feed that takes precedence on that day. */
source: 'banxico' | 'ecb' | 'file' | 'own';
/** Time when the service stored the rate. */
fetchedAt: Timestamp;
}

/** A custom rate. */
export interface SetRateRequest {
/** Value of one unit of `quote` in `base`. */
rate: string;
}

/** A payment between two members that settles shared expenses. No account balance changes. */
export interface Settlement {
/** ID of the member who paid. */
from: Uuid;
/** ID of the member who was paid. */
to: Uuid;
/** Unique ID. */
id: Uuid;
/** Currency of the amount. */
currency: CurrencyCode;
/** Amount of the payment. */
amount: Money;
/** Day of the payment. */
date: Day;
/** Note; null for none. */
note: string | null;
/** Time of creation. */
createdAt: Timestamp;
}

/** A page of settlements. */
export interface SettlementPage {
/** Items on this page. */
items: Settlement[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** Share of an expense that a member bears. */
export interface Share {
/** ID of the member. */
memberId: Uuid;
/** Amount of the share, in the currency of the transaction. */
amount: Money;
/** Weight of the share; null if the share was set as an amount. */
weight: number | null;
}

/** Share of an expense that a member bears. */
export interface ShareRequest {
/** ID of the member. */
memberId: string;
/** Amount of the share. The shares must add up to the amount of the transaction. Not allowed with a weight. */
amount?: MoneyInput | null | undefined;
/** Weight of the share: 2 bears twice as much as 1. The last share gets the remainder of the cents. Not allowed with an amount. */
weight?: number | null | undefined;
}

/** A line of the file that is not a row. */
export interface SkippedLine {
/** Line of the file, counted from 1. */
line: number;
/** Reason why the line is not a row. */
reason: string;
}

/** Spending or income by group. */
export interface SpendingReport {
/**
 * Items on this page. Intervals are sorted by date, and other groups by descending amount. Subcategories follow their
 * parents.
 */
items: (CategorySpending | AccountSpending | MerchantSpending | TagSpending | IntervalSpending)[];
/** Base currency. */
currency: CurrencyCode;
/** First day of the period. */
from: Day;
/** Last day of the period. */
to: Day;
/** `expense` for a report of spending, `income` for a report of income. */
type: 'expense' | 'income';
/** Grouping of the items. */
groupBy: string;
/** Total of the period, in the base currency. */
total: Money;
/** Number of transactions or splits in the total. */
count: number;
/** Total of the compared period; null without a comparison. */
previousTotal: Money | null;
/** IDs of the latest 10,000 transactions that do not count because they have no exchange rate. */
unconverted: Uuid[];
/** Cursor of the next page of merchants or tags; null for other groups and on the last page. */
nextCursor: string | null;
}

/** A split of a transaction with its own category or debt. */
export interface Split {
/** Amount of the split. The splits add up to the amount of the transaction. */
amount: Money;
/** Type of the split: the type of the transaction, or a debt. */
type: TransactionType;
/** Category of the split; null if it has none. */
category: CategoryReference | null;
/** ID of the contact; null for no contact. */
contactId: Uuid | null;
/** Notes, in one or more lines; null for no notes. */
notes: string | null;
/**
 * Amount in the base currency at the exchange rate of the transaction's date; null if there is no rate or the result
 * has more than 15 integer digits.
 */
baseAmount: Money | null;
}

/** A split of a transaction. */
export interface SplitRequest {
/** Amount of the split. The splits add up to the amount of the transaction. */
amount: MoneyInput;
/** ID of the category; null for no category. */
categoryId?: string | null | undefined;
/** ID of the contact. Required for a debt. */
contactId?: string | null | undefined;
/** Type of the split: the type of the transaction (the default), or a debt in the same direction. */
type?: 'borrowed' | 'expense' | 'income' | 'lent' | 'repayment_made' | 'repayment_received' | undefined;
/** Notes, in one or more lines; null for no notes. */
notes?: string | null | undefined;
}

/** A recurring payment detected in the history, with its transactions. */
export interface Suggestion {
/** Detected recurrence. */
recurrence: Recurrence;
/** Unique ID. */
id: Uuid;
/** Description of the latest transaction. */
description: string;
/** ID of the account. */
accountId: Uuid;
/** Type of transaction. */
type: 'expense' | 'income' | 'transfer';
/** ID of the account that receives the transfers; null for other types. */
toAccountId: Uuid | null;
/** Amount of the latest transaction. */
amount: Money;
/** Smallest amount of the transactions. */
amountMin: Money;
/** Largest amount of the transactions. */
amountMax: Money;
/** Date of the first transaction. */
firstDate: Day;
/** Date of the latest transaction. */
lastDate: Day;
/** Next expected date, today or later; null if the payments have stopped. */
nextDate: Day | null;
/** True if the latest expected payment is missing. */
stopped: boolean;
/** IDs of the payments, oldest first. */
transactionIds: Uuid[];
}

/** Recurring payments detected in the history. */
export interface SuggestionList {
/** Suggestions, most regular payments first. */
items: Suggestion[];
}

/** A tag with its number of transactions. */
export interface Tag {
/** Name, spelled as first used or as last renamed. */
name: string;
/** Number of live transactions with the tag. */
count: number;
/** Date of the latest live transaction; null if `count` is 0. */
lastDate: Day | null;
}

/** Total for a tag. A transaction with several tags counts under each of them, but only once in the total of the report. */
export interface TagSpending {
/** Tag; null for transactions without tags. */
tag: string | null;
/** Amount of the group, in the base currency. */
amount: Money;
/** Number of transactions or splits in the amount. */
count: number;
/** Part of the total, with four decimals; null if the total is zero. */
share: string | null;
/** Amount in the compared period; null without a comparison. */
previousAmount: Money | null;
/** Path that lists the transactions of the group. */
transactions: string;
}

/** A tanda: a rotating savings club. */
export interface Tanda {
/** Unique ID. */
id: Uuid;
/** Name of the tanda and of its contact. */
name: string;
/** Amount of one payment. In each turn, you pay it as many times as you have numbers in `myTurns`. */
amount: Money;
/** Number of turns. */
turns: number;
/** Numbers of the turns in which you receive the money. */
myTurns: number[];
/** Day of the first turn. With `quincena`, the first turn is on the first pay day on or after this day. */
startDate: Day;
/** Frequency of the turns. `quincena` means the 15th and the last day of each month. */
every: 'month' | 'quincena' | 'two_weeks' | 'week';
/** ID of the account that pays and receives. */
accountId: Uuid;
/** True if you also pay in your own turns. You then receive this payment as well. */
ownTurnPays: boolean;
/** ID of the contact that belongs to the tanda. The recorded rounds are debts with this contact. */
contactId: Uuid;
/** Currency of the account. */
currency: CurrencyCode;
/** Payments and payouts in the order of the turns. */
rounds: Round[];
/** Sum of the recorded payments. */
paid: Money;
/** Sum of the recorded payouts. */
received: Money;
/** `paid` minus `received`: the balance with the contact. */
position: Money;
/** Status: `finished` if every round is recorded, otherwise `running`. */
status: 'finished' | 'running';
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
}

/** A person or company whose invoices the workspace keeps. */
export interface Taxpayer {
/** ID of the taxpayer in events and in the audit log, which never contain an RFC. */
id: Uuid;
/** Mexican tax ID, in upper case. */
rfc: string;
/** Name for display. */
name: string;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
}

/** Condition on the description or the notes. */
export interface TextCondition {
/** Field of the transaction that the condition tests. */
field: 'description' | 'notes';
/** Comparison between the field and `value`. */
op: 'contains' | 'ends_with' | 'equals' | 'matches' | 'not_contains' | 'starts_with';
/** Text to compare with. */
value: string;
}

/** Condition on the description or the notes. */
export interface TextConditionRequest {
/** Field of the transaction that the condition tests. */
field: 'description' | 'notes';
/** Comparison between the field and `value`. Each field allows only some comparisons. */
op: 'contains' | 'ends_with' | 'equals' | 'matches' | 'not_contains' | 'starts_with';
/** Text to compare with. */
value?: string | undefined;
}

/** Timestamp in UTC with milliseconds. */
export type Timestamp = string;

/** A transaction. */
export type Transaction = ExpenseTransaction | IncomeTransaction | TransferTransaction | AdjustmentTransaction | DebtTransaction;

/** Results of a batch of operations. */
export interface TransactionBatch {
/** Transaction of each operation, as it was after that operation. */
results: Transaction[];
}

/** Number of transactions that a call changes. Each transaction counts once. */
export interface TransactionEffects {
/** Number of created transactions. */
created: number;
/** Number of transactions with a field that changes, not counting amounts in the base currency and timestamps. */
updated: number;
/** Number of transactions that move to the trash. */
trashed: number;
/** Number of transactions restored from the trash. */
restored: number;
/** Number of permanently deleted transactions. */
deleted: number;
}

/** Rules that matched a transaction, and the origin of its category. */
export interface TransactionExplanation {
/** ID of the transaction. */
transactionId: Uuid;
/** Category of the transaction, with its origin. */
category: ExplainedCategory;
/** Rules that matched the transaction, in the order in which they ran. */
rules: ExplainedRule[];
}

/** A page of transactions. */
export interface TransactionPage {
/** Items on this page. */
items: Transaction[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** Type of transaction. */
export type TransactionType = 'adjustment' | 'borrowed' | 'expense' | 'income' | 'lent' | 'repayment_made' | 'repayment_received' | 'transfer';

/** Receiving side of a transfer. */
export interface Transfer {
/** ID of the receiving account. */
accountId: Uuid;
/** Amount received, in the currency of the receiving account. */
amount: Money;
/** Currency of the amount. */
currency: CurrencyCode;
/** Amount received divided by the amount sent, with eight decimals. */
rate: Rate;
}

/** Possible other side of a transfer between two of your accounts. */
export interface TransferCandidate {
/** ID of the transaction; null if the other side is a row of a draft. */
transactionId: Uuid | null;
/** ID of the draft whose row is the other side; null for a transaction. */
importId: Uuid | null;
/** Index of the row in the draft, counted from 0; null for a transaction. */
index: number | null;
/** ID of the account. */
accountId: Uuid;
/** Date of the other side of the transfer. */
date: Day;
/** Amount of the other side of the transfer. */
amount: Money;
}

/** A payment that is still due. */
export interface TransferDue {
/** ID of the member who owes. */
from: Uuid;
/** ID of the member who is owed. */
to: Uuid;
/** Amount to pay. */
amount: Money;
}

/** A transfer between two accounts of the workspace. */
export interface TransferTransaction {
/** Unique ID. */
id: Uuid;
/** ID of the account. */
accountId: Uuid;
/** Type of transaction. */
type: 'transfer';
/** `live`, or `trashed` while it is in the trash. */
status: 'live' | 'trashed';
/** Date of the transaction. */
date: Day;
/** Description, in one line. */
description: string;
/** Amount; positive, except that an adjustment with a negative amount decreases an asset or increases a liability. */
amount: Money;
/** Currency of the amount. If there is an account, it is the currency of the account. */
currency: CurrencyCode;
/** Effect on the account: positive if it increases an asset or decreases a liability. 0.00 if there is no account. */
signedAmount: Money;
/** Category. Always null for this type. */
category: null;
/** ID of the contact. Always null for this type. */
contactId: null;
/** Receiving side of a transfer. */
transfer: Transfer;
/** Splits of the transaction; empty if it is not split. Always empty for this type. */
splits: never[];
/** Tags, spelled as first used or as last renamed. */
tags: string[];
/** Notes, in one or more lines; null for no notes. */
notes: string | null;
/** ID in another system, unique among the live transactions of the account; null if not set. */
externalId: string | null;
/** ID of the import that created the transaction; null if it was not imported. */
importId: Uuid | null;
/** ID of the matched schedule; null if the transaction matches no schedule or is in the trash. */
scheduleId: Uuid | null;
/** ID of the goal that pays for the expense; null for no goal. */
goalId: Uuid | null;
/** ID of the member who paid the expense; null if not stated. */
paidBy: Uuid | null;
/** Shares of the members in the expense. They add up to the amount. Empty if the expense is not shared. */
shares: Share[];
/** Number of files that are linked and not in the trash, at most 10. */
fileCount: number;
/** IDs of the invoices that the transaction pays. Invoices in the trash do not count. */
invoiceIds: Uuid[];
/**
 * Amount in the base currency at the exchange rate of the transaction's date; null if there is no rate or the result
 * has more than 15 integer digits.
 */
baseAmount: Money | null;
/** Exchange rate of `baseAmount`; null if `baseAmount` is null. */
baseRate: Rate | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time at which the transaction was moved to the trash; null if it is not in the trash. */
deletedAt: Timestamp | null;
/** Time at which the transaction will be permanently deleted; null if it is not in the trash. */
purgeAt: Timestamp | null;
}

/** Result of undoing a rule run. */
export interface UndoneRun {
/** Number of transactions whose fields were restored. */
restored: number;
/** Number of transactions that did not change, because they were edited or trashed after the run. */
skipped: number;
}

/** A transaction that changed between commit and undo. */
export interface UndoneTransaction {
/** ID of the transaction. */
transactionId: Uuid;
/** Index of the row that created the transaction, counted from 0. */
index: number;
/** Change since the commit: edited, moved to another account, moved to the trash, or permanently deleted. */
outcome: 'already_deleted' | 'already_trashed' | 'edited' | 'moved';
}

/** An uploaded file. */
export interface UploadedFile {
/** Unique ID. */
id: Uuid;
/** Name of the file. */
name: string;
/** Media type, detected from the content. */
mediaType: 'application/pdf' | 'application/vnd.ms-excel' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'application/x-ofx' | 'application/x-qif' | 'application/xml' | 'image/heic' | 'image/jpeg' | 'image/png' | 'image/webp' | 'text/csv' | 'text/html';
/** Size in bytes. */
size: number;
/** SHA-256 of the bytes, as lower-case hex. */
sha256: string;
/** Origin of the file: an upload, an import or an invoice. */
source: 'import' | 'invoice' | 'upload';
/** Resources that the file belongs to; empty while the file is in the trash. */
links: FileLink[];
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change to the name, links or trash status. */
updatedAt: Timestamp;
/** Time at which the transaction was moved to the trash; null if it is not in the trash. */
deletedAt: Timestamp | null;
/** Time of permanent deletion; null if not in the trash. */
purgeAt: Timestamp | null;
/** True if the workspace already had these bytes. The response is then the existing file. */
deduplicated: boolean;
}

/** Result for one XML file of an upload. */
export interface UploadedInvoice {
/** Name of the file, without its path. */
name: string;
/** `existing` if the workspace already has an invoice with the same bytes. */
outcome: 'created' | 'existing' | 'refused';
/** The invoice; null if refused. */
invoice: Invoice | null;
/** Reason for the rejection; null unless `refused`. */
problem: Refusal | null;
}

/** Results of an upload, in the order of the archive. */
export interface UploadedInvoices {
/** Items on this page. */
items: UploadedInvoice[];
}

/** ID, a UUID version 7. */
export type Uuid = string;

/** A problem with a list of the invalid fields, parameters and headers. */
export type ValidationProblem = Problem & {
/** Invalid fields, parameters and headers. */
errors: ProblemError[];
};

/** Results of the offline checks of an invoice. */
export interface Verification {
/** Always `valid`, because other files are rejected. */
structure: 'valid';
/** Result of comparing the total with the lines, discounts and taxes. */
totals: 'mismatch' | 'valid';
/** Check of the issuer's seal. A valid seal proves that the content is unchanged, but not who the issuer is. */
seal: 'invalid' | 'unsupported' | 'valid';
/** Always `unchecked`, because only the tax authority knows whether the invoice was canceled. */
stamp: 'unchecked';
}

/** A URL that receives events. */
export interface Webhook {
/** Status of the webhook. It receives events only while it is `active`. */
status: 'active' | 'disabled' | 'paused';
/** Unique ID. */
id: Uuid;
/** URL that receives the events. */
url: string;
/** Event types, families such as `transaction.*`, or `*` for all. */
types: string[];
/** Purpose of the webhook; null if not set. */
description: string | null;
/** Reason why the webhook was disabled; null if it is not disabled. */
disabledReason: string | null;
/** Last characters of the secret. */
secretHint: string;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time of the last successful delivery; null if there was none. */
lastDeliveredAt: Timestamp | null;
}

/** A webhook with its secret, which no other response contains. */
export interface WebhookWithSecret {
/** Status of the webhook. It receives events only while it is `active`. */
status: 'active' | 'disabled' | 'paused';
/** Unique ID. */
id: Uuid;
/** URL that receives the events. */
url: string;
/** Event types, families such as `transaction.*`, or `*` for all. */
types: string[];
/** Purpose of the webhook; null if not set. */
description: string | null;
/** Reason why the webhook was disabled; null if it is not disabled. */
disabledReason: string | null;
/** Last characters of the secret. */
secretHint: string;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time of the last successful delivery; null if there was none. */
lastDeliveredAt: Timestamp | null;
/** Secret for verifying signatures (Standard Webhooks). Store it, because no other response contains it. */
secret: string;
}

/** A workspace. */
export interface Workspace {
/** Unique ID. */
id: Uuid;
/** Name of the workspace. */
name: string;
/** Currency of totals and budgets. */
baseCurrency: CurrencyCode;
/** Subscription plan. */
plan: 'free' | 'plus' | 'pro';
/** Time of creation. */
createdAt: Timestamp;
}
