// Generated from the OpenAPI document by packages/sdk/generator. Do not edit: UPDATE_GOLDEN=1 npm test -- packages/sdk

/** An account with its balance. */
export interface Account {
/** Unique ID. */
id: Uuid;
/** Name. */
name: string;
/** Type of the account. Its kind is asset or liability. */
type: AccountType;
/** Name of the bank. */
bank: string | null;
/** Currency of the account. */
currency: CurrencyCode;
/** Opening balance plus all live transactions: the amount owned for an asset, owed for a liability. */
balance: Money;
/** Balance before the first transaction. */
openingBalance: Money;
/** Date of the opening balance. */
openingDate: Day;
/** Converts at the rate of the day (`auto`) or at a fixed rate (`fixed`). */
fxMode: 'auto' | 'fixed';
/** Value of one unit of the account's currency in the base currency, with eight decimals; null if `fxMode` is `auto`. */
fixedRate: Rate | null;
/** Annual yield or interest in percent, or null. */
apy: string | null;
/** Balance that triggers an alert: below it for an asset, above it for a liability; null for no alert. */
alertThreshold: Money | null;
/** Credit card terms; null if the account is not a credit card or its terms are not set. */
card: Card | null;
/** `active`, or `archived` or `closed` if the account accepts no transactions. */
status: 'active' | 'archived' | 'closed';
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
}

/** Balance of an account before and after an import. */
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
/** Null if the call creates the account. */
balanceBefore: Money | null;
/** Null if the call deletes the account. */
balanceAfter: Money | null;
}

/** The forecast of one account. */
export interface AccountForecast {
/** ID of the account. */
accountId: Uuid;
/** Currency of the amounts. */
currency: CurrencyCode;
/** Balance that triggers an alert: below it for an asset, above it for a liability; null for no alert. */
alertThreshold: Money | null;
/** First day on which the balance is below the threshold, or for a liability above it; null if none. */
crossesThresholdOn: Day | null;
/** Lowest expected balance. */
lowest: LowestBalance;
/** Lowest balance before the next scheduled income after today; null if no income is scheduled. */
lowestBeforeNextIncome: LowestBalance | null;
/** One point per day, from today. Today's balance excludes transactions with later dates. */
points: ForecastPoint[];
}

/** Amount of an account. */
export interface AccountSpending {
/** ID of the account. */
accountId: Uuid;
/** Name. */
name: string;
/** Amount. */
amount: Money;
/** Number of transactions or splits in the amount. */
count: number;
/** Share of the total, to four decimals; null if the total is zero. */
share: string | null;
/** Amount in the compared period; null without one. */
previousAmount: Money | null;
/** Path of the list of exactly these transactions. */
transactions: string;
}

/** An account type. */
export interface AccountType {
/** Unique ID. */
id: Uuid;
/** Name in Spanish. */
name: string;
/** Identifier of the type. It never changes. */
systemKey: string;
/** Asset or liability. */
kind: 'asset' | 'liability';
}

/** A change that a rule makes to matching transactions. */
export interface Action {
/** Kind of action. */
kind: 'add_tag' | 'append_notes' | 'set_category' | 'set_description';
/** A category ID, a description, a line of notes or a tag, depending on `kind`. */
value: string;
}

/** An action of a rule. */
export interface ActionRequest {
/** Kind of action. */
kind: 'add_tag' | 'append_notes' | 'set_category' | 'set_description';
/** A category ID, a description, a line of notes or a tag, depending on `kind`. */
value: string;
}

/** Correction of a balance. */
export interface AdjustmentTransaction {
/** Unique ID. */
id: Uuid;
/** ID of the account; null for a debt that did not move the owner's money. */
accountId: Uuid;
/** Type. */
type: 'adjustment';
/** Live, or in the trash. */
status: 'live' | 'trashed';
/** Date on which it counts. */
date: Day;
/** Description, in one line. */
description: string;
/** Amount. */
amount: Money;
/** Currency of the amount: the account's currency, if there is an account. */
currency: CurrencyCode;
/** Effect on the owner's position in the account; 0.00 without an account. */
signedAmount: Money;
/** Category; null for a split or uncategorized transaction. */
category: null;
/** ID of the contact of a debt; null if it is not a debt. */
contactId: null;
/** Receiving side of a transfer; null for other types. */
transfer: null;
/** Parts of a split transaction. */
splits: never[];
/** Tags, spelled as first used. */
tags: string[];
/** Notes of the owner, in one or more lines. */
notes: string | null;
/** ID in another system, unique among the live transactions of the account. */
externalId: string | null;
/** ID of the import that created it; null if it was not imported. */
importId: Uuid | null;
/** ID of the schedule; null without one, and in the trash. */
scheduleId: Uuid | null;
/** Amount in the base currency at the rate of its date; null without a rate. */
baseAmount: Money | null;
/** Exchange rate of `baseAmount`; null without one. */
baseRate: Rate | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time when it was moved to the trash; null if it is not in the trash. */
deletedAt: Timestamp | null;
/** Time of permanent deletion. */
purgeAt: Timestamp | null;
}

/** Condition on the amount without its sign. */
export interface AmountCondition {
/** Field of the transaction that the condition tests. */
field: 'amount';
/** Comparison. */
op: 'between' | 'eq' | 'gt' | 'gte' | 'lt' | 'lte';
/** A list for `one_of` and `between`; null for `is_empty`. */
value: MoneyInput | [MoneyInput, MoneyInput];
}

/** Condition on the amount without its sign. */
export interface AmountConditionRequest {
/** Field of the transaction that the condition tests. */
field: 'amount';
/** Allowed operators depend on the type of the field: text, amount, date or choice. */
op: 'between' | 'eq' | 'gt' | 'gte' | 'lt' | 'lte';
/** A string; a list for `one_of`; the lower and the upper bound for `between`; absent for `is_empty`. */
value?: MoneyInput | [MoneyInput, MoneyInput] | undefined;
}

/** The result of applying a rule. */
export interface AppliedRule {
/** Number of live transactions that the rule matches: changed plus skipped. */
matched: number;
/** Number of changed transactions. */
changed: number;
/** Number of transactions that already had the values, have a category that a person chose, or are not expenses or incomes. */
skipped: number;
}

/** Options for applying a rule. */
export interface ApplyRuleRequest {
/** If true, categories that a person chose are overwritten as well. By default false. */
force?: boolean | undefined;
}

/** Actor of a change. */
export interface AuditActor {
/** People act in the developer area, administrators at the command line. */
kind: 'api_key' | 'command_line' | 'oauth_grant' | 'person';
/** ID of the key, grant or person. */
id: Uuid | null;
/** Name of the key or app, e-mail of the person, or operating system account of the administrator. */
name: string | null;
}

/** A change and its actor. */
export interface AuditEntry {
/** Unique ID. */
id: Uuid;
/** Time of the request. */
at: Timestamp;
/** User or program that made the change. */
actor: AuditActor;
/** Method and path of the operation, or the command. Failed sign-ins end with `(refused)`. */
action: string;
/** ID of the created or changed resource. */
resourceId: string | null;
/** Names of the fields in the request. Values are not logged. */
fields: string[];
/** `X-Request-Id` of the request. */
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
/** Index, counted from 0. */
index: number;
/** Line of the file, counted from 1. */
line: number;
/** Expected balance: the balance of the previous row by date, plus or minus the amount of this row. */
expected: Money;
/** Balance in the statement. */
found: Money;
}

/** Amounts that the bank reports for a statement. */
export interface BankStatement {
/** Amount that the bank asks for; null if not recorded. */
paymentToAvoidInterest: Money | null;
/** Minimum payment by the due date. */
minimumPayment: Money | null;
/** The bank's `paymentToAvoidInterest` minus the computed one. */
difference: Money | null;
}

/** Correction of a balance. */
export interface BatchCreateAdjustmentRequest {
/** Null for a debt without a movement of the owner's money. */
accountId: string;
/** Type. */
type: 'adjustment';
/** Date. */
date: Day;
/** Positive; for an adjustment the change of the owner's position, which may be negative. */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Required without an account; otherwise must be the account's currency. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for none. */
categoryId?: null | undefined;
/** Required for the four debt types. */
contactId?: null | undefined;
/** The receiving account of a transfer. */
toAccountId?: null | undefined;
/** Received amount. Between currencies it defaults to the rate of the date. */
toAmount?: null | undefined;
/** Notes of the owner, in one or more lines. */
notes?: string | null | undefined;
/** Client-defined ID, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** 2 to 50 splits that add up exactly to the amount; null or an empty list for none. */
splits?: null | undefined;
/** Up to 20 tags. Tags that differ only in case and accents count once. */
tags?: string[] | undefined;
/** Kind of operation. */
op: 'create';
}

/** Loan to or from a contact, or a repayment. */
export interface BatchCreateDebtRequest {
/** Null for a debt without a movement of the owner's money. */
accountId: string | null;
/** Type. */
type: 'borrowed' | 'lent' | 'repayment_made' | 'repayment_received';
/** Date. */
date: Day;
/** Positive; for an adjustment the change of the owner's position, which may be negative. */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Required without an account; otherwise must be the account's currency. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for none. */
categoryId?: null | undefined;
/** Required for the four debt types. */
contactId: string;
/** The receiving account of a transfer. */
toAccountId?: null | undefined;
/** Received amount. Between currencies it defaults to the rate of the date. */
toAmount?: null | undefined;
/** Notes of the owner, in one or more lines. */
notes?: string | null | undefined;
/** Client-defined ID, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** 2 to 50 splits that add up exactly to the amount; null or an empty list for none. */
splits?: null | undefined;
/** Up to 20 tags. Tags that differ only in case and accents count once. */
tags?: string[] | undefined;
/** Kind of operation. */
op: 'create';
}

/** Spending. With an income category, an income that was paid back. */
export interface BatchCreateExpenseRequest {
/** Null for a debt without a movement of the owner's money. */
accountId: string;
/** Type. */
type: 'expense';
/** Date. */
date: Day;
/** Positive; for an adjustment the change of the owner's position, which may be negative. */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Required without an account; otherwise must be the account's currency. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for none. */
categoryId?: string | null | undefined;
/** Required for the four debt types. */
contactId?: null | undefined;
/** The receiving account of a transfer. */
toAccountId?: null | undefined;
/** Received amount. Between currencies it defaults to the rate of the date. */
toAmount?: null | undefined;
/** Notes of the owner, in one or more lines. */
notes?: string | null | undefined;
/** Client-defined ID, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** 2 to 50 splits that add up exactly to the amount; null or an empty list for none. */
splits?: SplitRequest[] | null | undefined;
/** Up to 20 tags. Tags that differ only in case and accents count once. */
tags?: string[] | undefined;
/** Kind of operation. */
op: 'create';
}

/** Income. With an expense category, a refund. */
export interface BatchCreateIncomeRequest {
/** Null for a debt without a movement of the owner's money. */
accountId: string;
/** Type. */
type: 'income';
/** Date. */
date: Day;
/** Positive; for an adjustment the change of the owner's position, which may be negative. */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Required without an account; otherwise must be the account's currency. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for none. */
categoryId?: string | null | undefined;
/** Required for the four debt types. */
contactId?: null | undefined;
/** The receiving account of a transfer. */
toAccountId?: null | undefined;
/** Received amount. Between currencies it defaults to the rate of the date. */
toAmount?: null | undefined;
/** Notes of the owner, in one or more lines. */
notes?: string | null | undefined;
/** Client-defined ID, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** 2 to 50 splits that add up exactly to the amount; null or an empty list for none. */
splits?: SplitRequest[] | null | undefined;
/** Up to 20 tags. Tags that differ only in case and accents count once. */
tags?: string[] | undefined;
/** Kind of operation. */
op: 'create';
}

/** Creates a transaction. */
export type BatchCreateRequest = BatchCreateExpenseRequest | BatchCreateIncomeRequest | BatchCreateTransferRequest | BatchCreateAdjustmentRequest | BatchCreateDebtRequest;

/** Transfer between two accounts of the workspace. */
export interface BatchCreateTransferRequest {
/** Null for a debt without a movement of the owner's money. */
accountId: string;
/** Type. */
type: 'transfer';
/** Date. */
date: Day;
/** Positive; for an adjustment the change of the owner's position, which may be negative. */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Required without an account; otherwise must be the account's currency. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for none. */
categoryId?: null | undefined;
/** Required for the four debt types. */
contactId?: null | undefined;
/** The receiving account of a transfer. */
toAccountId: string;
/** Received amount. Between currencies it defaults to the rate of the date. */
toAmount?: MoneyInput | null | undefined;
/** Notes of the owner, in one or more lines. */
notes?: string | null | undefined;
/** Client-defined ID, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** 2 to 50 splits that add up exactly to the amount; null or an empty list for none. */
splits?: null | undefined;
/** Up to 20 tags. Tags that differ only in case and accents count once. */
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
/** Operations in the order in which they run. */
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
/** ID of the account. */
accountId?: string | null | undefined;
/** Type. */
type?: TransactionType | undefined;
/** Date. */
date?: Day | undefined;
/** Amount. */
amount?: MoneyInput | undefined;
/** Description, in one line. */
description?: string | undefined;
/** Currency of the amounts. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for none. */
categoryId?: string | null | undefined;
/** ID of the contact of a debt; null if it is not a debt. */
contactId?: string | null | undefined;
/** ID of the account that receives the transfer. */
toAccountId?: string | null | undefined;
/** Amount that the receiving account gets, in its currency. */
toAmount?: MoneyInput | null | undefined;
/** Notes of the owner, in one or more lines. */
notes?: string | null | undefined;
/** ID in another system, unique among the live transactions of the account. */
externalId?: string | null | undefined;
/** 2 to 50 splits; null or an empty list removes them. */
splits?: SplitRequest[] | null | undefined;
/** Replaces all tags; up to 20, duplicates count once. */
tags?: string[] | undefined;
/** Kind of operation. */
op: 'update';
/** ID of the transaction. */
id: string;
}

/** A budget with its figures in one cycle. */
export interface Budget {
/** Unique ID. */
id: Uuid;
/** Category of the budget. Its subcategories count too. */
category: BudgetCategoryRef;
/** Plans expenses or incomes. */
budgetType: 'expense' | 'income';
/** Amount for the cycle. All amounts of a budget are in the base currency. */
amount: Money;
/** Length of a cycle. */
repeat: 'month' | 'once' | 'two_weeks' | 'week' | 'year';
/** First day of the first cycle. */
startDate: Day;
/** No cycle begins after this day. */
repeatUntil: Day | null;
/** True if the unspent or overspent amount of a cycle is carried into the next one. */
rolloverEnabled: boolean;
/** ID of the account that the forecast uses for the budget. */
accountId: Uuid | null;
/** First and last day of the cycle. */
period: BudgetPeriodRange;
/** Expenses minus refunds in the cycle, or income minus reversals for an income budget. May be negative. */
spent: Money;
/** Amount carried from earlier cycles, negative after overspending; 0.00 if rollover is disabled. */
rollover: Money;
/** amount + rollover - spent. */
available: Money;
/** IDs of transactions left out because no exchange rate is known. Includes earlier cycles if rollover is enabled. */
unconverted: Uuid[];
/** Time of creation. */
createdAt: Timestamp;
}

/** Category of a budget. */
export interface BudgetCategoryRef {
/** Unique ID. */
id: Uuid;
/** Name. */
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
/** Spending in the cycle, less refunds. */
spent: Money;
/** Amount carried over from earlier cycles; negative after overspending. */
rollover: Money;
/** amount + rollover - spent. */
available: Money;
}

/** Part of the rollover that comes from an earlier cycle. */
export interface BudgetCycleShare {
/** First and last day of the cycle. */
period: BudgetPeriodRange;
/** Amount. */
amount: Money;
/** Spending in the cycle, less refunds. */
spent: Money;
/** amount - spent, the effect of this cycle on the rollover. */
share: Money;
}

/** Effect of a call on the available amount of a budget. */
export interface BudgetEffect {
/** ID of the budget. */
budgetId: Uuid;
/** In the current cycle; null if no cycle contains today, or the call creates the budget. */
availableBefore: Money | null;
/** In the current cycle; null if no cycle contains today, or the call deletes the budget. */
availableAfter: Money | null;
}

/** A transaction or split that counts in a budget. */
export interface BudgetEntry {
/** ID of the transaction. */
transactionId: Uuid;
/** Index of the split, starting at 0; null for a whole transaction. */
splitIndex: number | null;
/** Date. */
date: Day;
/** Description, in one line. */
description: string;
/** Type. */
type: 'expense' | 'income';
/** Category; null if there is none. */
category: BudgetCategoryRef;
/** Amount. */
amount: Money;
/** Currency of the amounts. */
currency: CurrencyCode;
/** Effect on `spent` in the base currency, negative for a refund. Null if no exchange rate is known. */
counted: Money | null;
}

/** Transactions and cycles behind the figures of a budget. */
export interface BudgetExplanation {
/** First and last day of the cycle. */
period: BudgetPeriodRange;
/** Amount. */
amount: Money;
/** Sum of `counted` over all pages. */
spent: Money;
/** Sum of all `share` amounts. */
rollover: Money;
/** amount + rollover - spent. */
available: Money;
/** IDs of transactions that do not count because their exchange rate is missing. */
unconverted: Uuid[];
/** Earlier cycles that are carried into this one, latest first. */
rolloverCycles: BudgetCycleShare[];
/** Newest first; empty without `transactions:read`. */
items: BudgetEntry[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** A page of cycles of a budget. */
export interface BudgetHistory {
/** Latest first. */
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

/** Credit card terms. */
export interface Card {
/** Credit limit of the card. */
creditLimit: Money;
/** Last day of the statement period. 29 to 31 mean the last day in shorter months. */
cutOffDay: number;
/** Days from the cut-off to the due date, which moves to the next banking day. */
paymentDays: number;
/** ID of the account that the card is paid from. */
payFromAccountId: Uuid | null;
/** `creditLimit` minus `balance`. */
availableCredit: Money;
}

/** Credit card terms. */
export interface CardRequest {
/** Credit limit of the card. */
creditLimit: MoneyInput;
/** Last day of the statement period. 29 to 31 mean the last day in shorter months. */
cutOffDay: number;
/** Days from the cut-off to the due date, which moves to the next banking day. By default 20. */
paymentDays?: number | undefined;
/** ID of the account that the card is paid from. By default null. */
payFromAccountId?: string | null | undefined;
}

/** A card statement, computed from the transactions. */
export interface CardStatement {
/** Day after the previous cut-off. */
start: Day;
/** Last day of the period; identifies the statement. */
cutOff: Day;
/** Last day to pay without interest. */
dueDate: Day;
/** Debt before the period; for the first statement, the opening balance of the account. */
openingBalance: Money;
/** Charges in the period. */
charges: Money;
/** Everything that reduces the debt: refunds and transfers to the card. */
payments: Money;
/** Debt at the end of the cut-off day. */
balance: Money;
/** Installments billed in later statements. */
installmentsDeferred: Money;
/** Balance minus the deferred amount, at least zero. */
paymentToAvoidInterest: Money;
/** Estimate: the greater of 1.25% of the credit limit and 1.5% of the amount not deferred, at most `paymentToAvoidInterest`. */
minimumPayment: Money;
/** Payments between this cut-off and the next one; 0.00 while the statement is open. */
paid: Money;
/** `paymentToAvoidInterest` minus all payments after the cut-off, at least zero. */
remaining: Money;
/** Current status. */
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

/** Income and expenses of an interval. Intervals are cut to the period of the report. */
export interface CashFlowPoint {
/** First day. */
start: Day;
/** Last day. */
end: Day;
/** Income, less reversals. */
income: Money;
/** Spending, less refunds. */
expense: Money;
/** Income minus expense. */
net: Money;
/** Share of the income that was not spent, to four decimals; null without income. */
savingsRate: string | null;
}

/** Income and expenses by interval. */
export interface CashFlowReport {
/** Base currency. */
currency: CurrencyCode;
/** First day. */
from: Day;
/** Last day. */
to: Day;
/** Length of each interval. */
interval: string;
/** Oldest first, including empty intervals. */
points: CashFlowPoint[];
/** Totals of the whole range. */
total: CashFlowTotal;
/** IDs of transactions left out because no exchange rate into the base currency is known. */
unconverted: Uuid[];
}

/** Income and expenses of the whole period. */
export interface CashFlowTotal {
/** Income, less reversals. */
income: Money;
/** Spending, less refunds. */
expense: Money;
/** Income minus expense. */
net: Money;
/** Share of the income that was not spent, to four decimals; null without income. */
savingsRate: string | null;
}

/** A category. */
export interface Category {
/** Unique ID. */
id: Uuid;
/** Name. */
name: string;
/** ID of the parent category; null at the top level. */
parentId: Uuid | null;
/** For expenses or for incomes. */
kind: 'expense' | 'income';
/** Time of archiving; null if it is not archived. */
archivedAt: Timestamp | null;
/** Time of creation. */
createdAt: Timestamp;
}

/** Condition that matches transactions without a category. */
export interface CategoryCondition {
/** Field of the transaction that the condition tests. */
field: 'category';
/** Comparison. */
op: 'is_empty';
/** A list for `one_of` and `between`; null for `is_empty`. */
value: null;
}

/** Condition that matches transactions without a category. */
export interface CategoryConditionRequest {
/** Field of the transaction that the condition tests. */
field: 'category';
/** Allowed operators depend on the type of the field: text, amount, date or choice. */
op: 'is_empty';
/** A string; a list for `one_of`; the lower and the upper bound for `between`; absent for `is_empty`. */
value?: null | undefined;
}

/** The category of a transaction. */
export interface CategoryReference {
/** Unique ID. */
id: Uuid;
/** Name. */
name: string;
/** ID of the parent category; null at the top level. */
parentId: Uuid | null;
}

/** Amount of a category and its descendants. The last item, without an ID, is uncategorized. */
export interface CategorySpending {
/** ID of the category; null for none. */
categoryId: Uuid | null;
/** Name. */
name: string | null;
/** ID of the parent category; null at the top level. */
parentId: Uuid | null;
/** Amount of the category without its descendants. */
own: Money;
/** Amount. */
amount: Money;
/** Number of transactions or splits in the amount. */
count: number;
/** Share of the total, to four decimals; null if the total is zero. */
share: string | null;
/** Amount in the compared period; null without one. */
previousAmount: Money | null;
/** Path of the list of exactly these transactions. */
transactions: string;
}

/** Condition on an account, type, currency or tag, compared for equality. */
export interface ChoiceCondition {
/** Field of the transaction that the condition tests. */
field: 'accountId' | 'currency' | 'tag' | 'type';
/** Comparison. */
op: 'is' | 'is_not' | 'one_of';
/** A list for `one_of` and `between`; null for `is_empty`. */
value: string | string[];
}

/** Condition on an account, type, currency or tag, compared for equality. */
export interface ChoiceConditionRequest {
/** Field of the transaction that the condition tests. */
field: 'accountId' | 'currency' | 'tag' | 'type';
/** Allowed operators depend on the type of the field: text, amount, date or choice. */
op: 'is' | 'is_not' | 'one_of';
/** A string; a list for `one_of`; the lower and the upper bound for `between`; absent for `is_empty`. */
value?: string | string[] | undefined;
}

/** Options of a commit. */
export interface CommitImportRequest {
/** Skips rows with errors instead of rejecting the commit. By default false. */
skipErrors?: boolean | undefined;
}

/** A condition on a field of a transaction. */
export type Condition = TextCondition | AmountCondition | DateCondition | ChoiceCondition | CategoryCondition;

/** A condition of a rule. */
export type ConditionRequest = TextConditionRequest | AmountConditionRequest | DateConditionRequest | ChoiceConditionRequest | CategoryConditionRequest;

/** A contact with its balances. */
export interface Contact {
/** Unique ID. */
id: Uuid;
/** Name. */
name: string;
/** Email address, or null. */
email: string | null;
/** Null for a live contact. */
archivedAt: Timestamp | null;
/** Time of creation. */
createdAt: Timestamp;
/** Balances by currency, without settled currencies. */
balances: DebtBalance[];
}

/** Effect of a call on the balance with a contact. */
export interface ContactEffect {
/** ID of the contact. */
contactId: Uuid;
/** Currency of the balance. */
currency: CurrencyCode;
/** Positive if the contact owes the owner; negative if the owner owes the contact. */
balanceBefore: Money;
/** Balance after the call, with the same sign. */
balanceAfter: Money;
}

/** A new account. */
export interface CreateAccountRequest {
/** Name. */
name: string;
/** ID or systemKey of an account type. */
typeId: string;
/** Defaults to the workspace's base currency. */
currency?: CurrencyCode | undefined;
/** Name of the bank. */
bank?: string | null | undefined;
/** Amount owned (asset) or owed (liability) before the first transaction. By default "0.00". */
openingBalance?: MoneyInput | undefined;
/** Defaults to today in Mexico. */
openingDate?: Day | undefined;
/** Conversion into the base currency: at the rate of the day (`auto`) or at `fixedRate` (`fixed`). By default "auto". */
fxMode?: 'auto' | 'fixed' | undefined;
/** Value of one unit of the account's currency in the base currency. Required if `fxMode` is `fixed`, rejected otherwise. */
fixedRate?: string | null | undefined;
/** Yearly yield in percent. */
apy?: string | null | undefined;
/** The forecast flags the day on which the balance crosses this amount. */
alertThreshold?: MoneyInput | null | undefined;
/** Credit card terms; only for accounts of type credit_card. */
card?: CardRequest | null | undefined;
}

/** Correction of a balance. */
export interface CreateAdjustmentRequest {
/** Null for a debt without a movement of the owner's money. */
accountId: string;
/** Type. */
type: 'adjustment';
/** Date on which it counts. */
date: Day;
/** Positive; for an adjustment the change of the owner's position, which may be negative. */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Required without an account; otherwise must be the account's currency. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for none. */
categoryId?: null | undefined;
/** Required for the four debt types. */
contactId?: null | undefined;
/** The receiving account of a transfer. */
toAccountId?: null | undefined;
/** Received amount. Between currencies it defaults to the rate of the date. */
toAmount?: null | undefined;
/** Notes of the owner, in one or more lines. */
notes?: string | null | undefined;
/** Client-defined ID, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** 2 to 50 splits that add up exactly to the amount; null or an empty list for none. */
splits?: null | undefined;
/** Up to 20 tags. Tags that differ only in case and accents count once. */
tags?: string[] | undefined;
}

/** A new budget. */
export interface CreateBudgetRequest {
/** Category of the budget. Its subcategories count too. */
categoryId: string;
/** Amount per cycle, in the base currency. */
amount: MoneyInput;
/** Length of a cycle; `once` is a single cycle. */
repeat: 'month' | 'once' | 'year';
/** First day of the first cycle. Defaults to the first day of the current month in Mexico. */
startDate?: Day | undefined;
/** Defaults to the kind of the category. */
budgetType?: 'expense' | 'income' | undefined;
/** No cycle begins after this day. The single cycle of `once` ends on it, or after one month without it. By default null. */
repeatUntil?: Day | null | undefined;
/** True to carry the unspent or overspent amount of a cycle into the next one. By default false. */
rolloverEnabled?: boolean | undefined;
/** ID of the account that the forecast uses for the budget. By default null. */
accountId?: string | null | undefined;
}

/** A new category. */
export interface CreateCategoryRequest {
/** Name. */
name: string;
/** Defaults to the kind of the parent; required at the root. */
kind?: 'expense' | 'income' | undefined;
/** ID of the parent category; null at the top level. */
parentId?: string | null | undefined;
}

/** A new contact. */
export interface CreateContactRequest {
/** Name. */
name: string;
/** Email address, or null. */
email?: string | null | undefined;
}

/** Loan to or from a contact, or a repayment. */
export interface CreateDebtRequest {
/** Null for a debt without a movement of the owner's money. */
accountId: string | null;
/** Type. */
type: 'borrowed' | 'lent' | 'repayment_made' | 'repayment_received';
/** Date on which it counts. */
date: Day;
/** Positive; for an adjustment the change of the owner's position, which may be negative. */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Required without an account; otherwise must be the account's currency. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for none. */
categoryId?: null | undefined;
/** Required for the four debt types. */
contactId: string;
/** The receiving account of a transfer. */
toAccountId?: null | undefined;
/** Received amount. Between currencies it defaults to the rate of the date. */
toAmount?: null | undefined;
/** Notes of the owner, in one or more lines. */
notes?: string | null | undefined;
/** Client-defined ID, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** 2 to 50 splits that add up exactly to the amount; null or an empty list for none. */
splits?: null | undefined;
/** Up to 20 tags. Tags that differ only in case and accents count once. */
tags?: string[] | undefined;
}

/** Spending. With an income category, an income that was paid back. */
export interface CreateExpenseRequest {
/** Null for a debt without a movement of the owner's money. */
accountId: string;
/** Type. */
type: 'expense';
/** Date on which it counts. */
date: Day;
/** Positive; for an adjustment the change of the owner's position, which may be negative. */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Required without an account; otherwise must be the account's currency. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for none. */
categoryId?: string | null | undefined;
/** Required for the four debt types. */
contactId?: null | undefined;
/** The receiving account of a transfer. */
toAccountId?: null | undefined;
/** Received amount. Between currencies it defaults to the rate of the date. */
toAmount?: null | undefined;
/** Notes of the owner, in one or more lines. */
notes?: string | null | undefined;
/** Client-defined ID, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** 2 to 50 splits that add up exactly to the amount; null or an empty list for none. */
splits?: SplitRequest[] | null | undefined;
/** Up to 20 tags. Tags that differ only in case and accents count once. */
tags?: string[] | undefined;
}

/** Income. With an expense category, a refund. */
export interface CreateIncomeRequest {
/** Null for a debt without a movement of the owner's money. */
accountId: string;
/** Type. */
type: 'income';
/** Date on which it counts. */
date: Day;
/** Positive; for an adjustment the change of the owner's position, which may be negative. */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Required without an account; otherwise must be the account's currency. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for none. */
categoryId?: string | null | undefined;
/** Required for the four debt types. */
contactId?: null | undefined;
/** The receiving account of a transfer. */
toAccountId?: null | undefined;
/** Received amount. Between currencies it defaults to the rate of the date. */
toAmount?: null | undefined;
/** Notes of the owner, in one or more lines. */
notes?: string | null | undefined;
/** Client-defined ID, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** 2 to 50 splits that add up exactly to the amount; null or an empty list for none. */
splits?: SplitRequest[] | null | undefined;
/** Up to 20 tags. Tags that differ only in case and accents count once. */
tags?: string[] | undefined;
}

/** Converts a purchase into monthly installments without interest. */
export interface CreateInstallmentsRequest {
/** ID of a live, unsplit expense on a card account. */
transactionId: string;
/** Number of monthly installments. */
months: number;
}

/** A new rule. */
export interface CreateRuleRequest {
/** Name. */
name: string;
/** True if the rule runs on new transactions. By default true. */
enabled?: boolean | undefined;
/** Rules run in ascending priority; of equal priorities the oldest runs first. By default 100. */
priority?: number | undefined;
/** `all` requires every condition, `any` at least one. By default "all". */
match?: 'all' | 'any' | undefined;
/** Conditions on a transaction. */
conditions: ConditionRequest[];
/** At most one action of each kind. */
actions: ActionRequest[];
/** If true, later rules do not run on transactions that this rule matches. By default false. */
stopProcessing?: boolean | undefined;
}

/** A new schedule. */
export interface CreateScheduleRequest {
/** Name, or null. By default null. */
name?: string | null | undefined;
/** ID of the account. */
accountId: string;
/** Type. */
type: 'expense' | 'income' | 'transfer';
/** Amount of each occurrence, in the currency of the account. */
amount: MoneyInput;
/** Description of the posted transaction. */
description: string;
/** ID of the category; null for none. By default null. */
categoryId?: string | null | undefined;
/** ID of a related contact. Does not create a debt. By default null. */
contactId?: string | null | undefined;
/** ID of the receiving account of a transfer. By default null. */
toAccountId?: string | null | undefined;
/** Tags of the posted transaction. */
tags?: string[] | undefined;
/** Recurrence. */
recurrence: RecurrenceRequest;
/** All occurrences are computed from this date. */
startDate: Day;
/** Last possible nominal date. By default null. */
endDate?: Day | null | undefined;
/** If true, due occurrences are posted automatically once a day. By default false. */
autoPost?: boolean | undefined;
/** Criteria that match a new transaction of the same account and type to an occurrence. */
match?: ScheduleMatchRequest | undefined;
}

/** A new transaction. */
export type CreateTransactionRequest = CreateExpenseRequest | CreateIncomeRequest | CreateTransferRequest | CreateAdjustmentRequest | CreateDebtRequest;

/** Transfer between two accounts of the workspace. */
export interface CreateTransferRequest {
/** Null for a debt without a movement of the owner's money. */
accountId: string;
/** Type. */
type: 'transfer';
/** Date on which it counts. */
date: Day;
/** Positive; for an adjustment the change of the owner's position, which may be negative. */
amount: MoneyInput;
/** Description, in one line. */
description: string;
/** Required without an account; otherwise must be the account's currency. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for none. */
categoryId?: null | undefined;
/** Required for the four debt types. */
contactId?: null | undefined;
/** The receiving account of a transfer. */
toAccountId: string;
/** Received amount. Between currencies it defaults to the rate of the date. */
toAmount?: MoneyInput | null | undefined;
/** Notes of the owner, in one or more lines. */
notes?: string | null | undefined;
/** Client-defined ID, unique among the account's live transactions. */
externalId?: string | null | undefined;
/** 2 to 50 splits that add up exactly to the amount; null or an empty list for none. */
splits?: null | undefined;
/** Up to 20 tags. Tags that differ only in case and accents count once. */
tags?: string[] | undefined;
}

/** A new webhook. */
export interface CreateWebhookRequest {
/** An https:// address on the public internet. */
url: string;
/** Event types, families such as `transaction.*`, or `["*"]` for all. */
types: string[];
/** Purpose of the webhook; null if not stated. */
description?: string | null | undefined;
}

/** ISO 4217 currency code. */
export type CurrencyCode = string;

/** Share of the net worth in one currency. */
export interface CurrencyShare {
/** Currency of the amounts. */
currency: CurrencyCode;
/** Net of liabilities. */
balance: Money;
/** Market rate, or the average rate of the share if one of its accounts has a fixed rate. */
rate: Rate;
/** Amount in the base currency. The shares add up to the net worth. */
converted: Money;
}

/** Date in Mexico City: YYYY-MM-DD. */
export type Day = string;

/** Condition on the date. */
export interface DateCondition {
/** Field of the transaction that the condition tests. */
field: 'date';
/** Comparison. */
op: 'after' | 'before' | 'between' | 'on';
/** A list for `one_of` and `between`; null for `is_empty`. */
value: Day | [Day, Day];
}

/** Condition on the date. */
export interface DateConditionRequest {
/** Field of the transaction that the condition tests. */
field: 'date';
/** Allowed operators depend on the type of the field: text, amount, date or choice. */
op: 'after' | 'before' | 'between' | 'on';
/** A string; a list for `one_of`; the lower and the upper bound for `between`; absent for `is_empty`. */
value?: Day | [Day, Day] | undefined;
}

/** Balance with a contact in one currency. */
export interface DebtBalance {
/** Currency of the amounts. */
currency: CurrencyCode;
/** Positive if the contact owes you, negative if you owe the contact. */
balance: Money;
}

/** Loan to or from a contact, or a repayment. */
export interface DebtTransaction {
/** Unique ID. */
id: Uuid;
/** ID of the account; null for a debt that did not move the owner's money. */
accountId: Uuid | null;
/** Type. */
type: 'borrowed' | 'lent' | 'repayment_made' | 'repayment_received';
/** Live, or in the trash. */
status: 'live' | 'trashed';
/** Date on which it counts. */
date: Day;
/** Description, in one line. */
description: string;
/** Amount. */
amount: Money;
/** Currency of the amount: the account's currency, if there is an account. */
currency: CurrencyCode;
/** Effect on the owner's position in the account; 0.00 without an account. */
signedAmount: Money;
/** Category; null for a split or uncategorized transaction. */
category: null;
/** ID of the contact of a debt; null if it is not a debt. */
contactId: Uuid;
/** Receiving side of a transfer; null for other types. */
transfer: null;
/** Parts of a split transaction. */
splits: never[];
/** Tags, spelled as first used. */
tags: string[];
/** Notes of the owner, in one or more lines. */
notes: string | null;
/** ID in another system, unique among the live transactions of the account. */
externalId: string | null;
/** ID of the import that created it; null if it was not imported. */
importId: Uuid | null;
/** ID of the schedule; null without one, and in the trash. */
scheduleId: Uuid | null;
/** Amount in the base currency at the rate of its date; null without a rate. */
baseAmount: Money | null;
/** Exchange rate of `baseAmount`; null without one. */
baseRate: Rate | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time when it was moved to the trash; null if it is not in the trash. */
deletedAt: Timestamp | null;
/** Time of permanent deletion. */
purgeAt: Timestamp | null;
}

/** Delivery of an event to a webhook. */
export interface Delivery {
/** `pending` while attempts remain, `delivered` after a success, `failed` after the last attempt. */
status: 'delivered' | 'failed' | 'pending';
/** Unique ID. */
id: Uuid;
/** `webhook-id` of each attempt. */
eventId: Uuid;
/** Type of the event, such as `transaction.created`. */
eventType: string;
/** Oldest first; the latest 50. */
attempts: DeliveryAttempt[];
/** Null unless the delivery is pending and its webhook active. */
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
/** Error, if the status does not show it. */
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
/** Name. */
name?: string | undefined;
/** ID or systemKey of an account type. */
typeId?: string | undefined;
/** Currency of the account. */
currency?: CurrencyCode | undefined;
/** Name of the bank. */
bank?: string | null | undefined;
/** Changing it moves the balance by the difference. */
openingBalance?: MoneyInput | undefined;
/** Date of the opening balance. */
openingDate?: Day | undefined;
/** Setting `auto` clears `fixedRate`. */
fxMode?: 'auto' | 'fixed' | undefined;
/** Value of one unit of the account's currency in the base currency, with eight decimals; null if `fxMode` is `auto`. */
fixedRate?: string | null | undefined;
/** Annual yield or interest in percent, or null. */
apy?: string | null | undefined;
/** Balance that triggers an alert: below it for an asset, above it for a liability; null for no alert. */
alertThreshold?: MoneyInput | null | undefined;
/** Credit card terms; null removes them. */
card?: EditCardRequest | null | undefined;
}

/** Changes to the budget. Omitted fields do not change. */
export interface EditBudgetRequest {
/** Applies from the current cycle. Finished cycles keep their amount. */
amount?: MoneyInput | undefined;
/** Null removes the end. */
repeatUntil?: Day | null | undefined;
/** Enabling carries amounts from the current cycle. Disabling discards the carried amount. */
rolloverEnabled?: boolean | undefined;
/** ID of the account that the forecast uses for the budget. */
accountId?: string | null | undefined;
}

/** Changed credit card terms. */
export interface EditCardRequest {
/** Credit limit of the card. */
creditLimit?: MoneyInput | undefined;
/** Last day of the statement period. 29 to 31 mean the last day in shorter months. */
cutOffDay?: number | undefined;
/** Days from the cut-off to the due date, which moves to the next banking day. */
paymentDays?: number | undefined;
/** ID of the account that the card is paid from. */
payFromAccountId?: string | null | undefined;
}

/** Changes to the category. Omitted fields do not change. */
export interface EditCategoryRequest {
/** Name. */
name?: string | undefined;
/** Null moves the category to the root. */
parentId?: string | null | undefined;
/** True to archive it, false to restore it. */
archived?: boolean | undefined;
}

/** Changes to the contact. Omitted fields do not change. */
export interface EditContactRequest {
/** Name. */
name?: string | undefined;
/** Null removes the address. */
email?: string | null | undefined;
/** True archives the contact, false restores it. */
archived?: boolean | undefined;
}

/** Changes to the import. Omitted fields do not change. */
export interface EditImportRequest {
/** ID of the account. */
accountId?: string | undefined;
/** Overrides the detected and the earlier mapping key by key. */
mapping?: MappingRequest | undefined;
/** Character encoding; null if the format has none. */
encoding?: string | undefined;
/** Separator between cells; null if the format has none. */
delimiter?: string | undefined;
}

/** Changes to the import row. Omitted fields do not change. */
export interface EditImportRowRequest {
/** Date. */
date?: Day | undefined;
/** Description, in one line. */
description?: string | undefined;
/** Positive amount. */
amount?: MoneyInput | undefined;
/** Expense or income. */
type?: 'expense' | 'income' | undefined;
/** ID of the category; null for none. */
categoryId?: string | null | undefined;
/** Excludes the row. */
excluded?: boolean | undefined;
/** Includes the row even if it is a duplicate. */
includeDuplicate?: boolean | undefined;
}

/** Changes to the rule. Omitted fields do not change. */
export interface EditRuleRequest {
/** Name. */
name?: string | undefined;
/** True if the rule runs on new transactions. */
enabled?: boolean | undefined;
/** Position among the rules. The lowest runs first. */
priority?: number | undefined;
/** Requires all conditions or any of them. */
match?: 'all' | 'any' | undefined;
/** Conditions on a transaction. */
conditions?: ConditionRequest[] | undefined;
/** Actions on a transaction that meets the conditions. */
actions?: ActionRequest[] | undefined;
/** True if later rules skip the transactions that this rule matches. */
stopProcessing?: boolean | undefined;
}

/** Changes to the schedule. Omitted fields do not change. */
export interface EditScheduleRequest {
/** Name, or null. */
name?: string | null | undefined;
/** ID of the account. */
accountId?: string | undefined;
/** Type. */
type?: 'expense' | 'income' | 'transfer' | undefined;
/** Amount of each occurrence. */
amount?: MoneyInput | undefined;
/** Description of the posted transaction. */
description?: string | undefined;
/** ID of the category; null for none. */
categoryId?: string | null | undefined;
/** ID of the contact of a debt; null if it is not a debt. */
contactId?: string | null | undefined;
/** ID of the account that receives the transfer. */
toAccountId?: string | null | undefined;
/** Tags. */
tags?: string[] | undefined;
/** Replaces the whole recurrence. Matched transactions stay matched. */
recurrence?: RecurrenceRequest | undefined;
/** Date from which all occurrences are calculated. */
startDate?: Day | undefined;
/** Null removes the end date. */
endDate?: Day | null | undefined;
/** True if due occurrences are posted automatically once a day. */
autoPost?: boolean | undefined;
/** Replaces all criteria. */
match?: ScheduleMatchRequest | undefined;
/** A paused schedule does not match or post transactions and is not in the forecast. */
status?: 'active' | 'paused' | undefined;
}

/** Changes to the transaction. Omitted fields do not change. */
export interface EditTransactionRequest {
/** ID of the account; null for a debt that did not move the owner's money. */
accountId?: string | null | undefined;
/** Type. */
type?: TransactionType | undefined;
/** Date on which it counts. */
date?: Day | undefined;
/** Amount. */
amount?: MoneyInput | undefined;
/** Description, in one line. */
description?: string | undefined;
/** Currency of the amount: the account's currency, if there is an account. */
currency?: CurrencyCode | undefined;
/** ID of the category; null for none. */
categoryId?: string | null | undefined;
/** ID of the contact of a debt; null if it is not a debt. */
contactId?: string | null | undefined;
/** ID of the account that receives the transfer. */
toAccountId?: string | null | undefined;
/** Amount that the receiving account gets, in its currency. */
toAmount?: MoneyInput | null | undefined;
/** Notes of the owner, in one or more lines. */
notes?: string | null | undefined;
/** ID in another system, unique among the live transactions of the account. */
externalId?: string | null | undefined;
/** 2 to 50 splits; null or an empty list removes them. */
splits?: SplitRequest[] | null | undefined;
/** Replaces all tags; up to 20, duplicates count once. */
tags?: string[] | undefined;
}

/** Changes to the webhook. Omitted fields do not change. */
export interface EditWebhookRequest {
/** URL that receives the events. */
url?: string | undefined;
/** Event types, families such as `transaction.*`, or `*` for all. */
types?: string[] | undefined;
/** Purpose of the webhook; null if not stated. */
description?: string | null | undefined;
/** `active` also reactivates a disabled webhook. */
status?: 'active' | 'paused' | undefined;
}

/** Changes to the workspace. Omitted fields do not change. */
export interface EditWorkspaceRequest {
/** Name of the workspace. */
name?: string | undefined;
/** Currency of totals and budgets. Changing it converts them. */
baseCurrency?: CurrencyCode | undefined;
}

/** Effects of a call. */
export interface Effects {
/** Null if net worth does not change, or without `reports:read`. */
netWorth: NetWorthEffect | null;
/** Accounts whose balance changes; empty without `accounts:read`. */
accounts: AccountEffect[];
/** Budgets whose available amount changes; empty without `budgets:read`. */
budgets: BudgetEffect[];
/** Contacts whose balance changes; empty without `contacts:read`. */
contacts: ContactEffect[];
/** Number of affected transactions by kind of change. Every caller sees them. */
transactions: TransactionEffects;
}

/** A change in the workspace. */
export interface Event {
/** Same ID in the feed and in webhook deliveries. */
id: Uuid;
/** Event type, such as `transaction.created`. */
type: string;
/** Time of the request that caused the event, or of its detection. */
at: Timestamp;
/** User or program that made the change. */
actor: EventActor;
/** Resource that the event is about. */
subject: EventSubject;
/** Fields that an update changed, named as in requests (`categoryId`, `archived`), without their values. */
changed: string[];
/** Further IDs and figures of the event. */
data: Record<string, unknown>;
/** X-Request-Id of the request that caused the event. */
requestId: string | null;
}

/** Actor that caused the event. */
export interface EventActor {
/** `service` for events that the service detected itself. */
kind: 'api_key' | 'command_line' | 'oauth_grant' | 'person' | 'service';
/** ID of the key, grant or user. */
id: Uuid | null;
/** Name of the key or app; null for a user. */
name: string | null;
}

/** A page of events. */
export interface EventPage {
/** Items on this page. */
items: Event[];
/** Pass it as `cursor` to get the next events. */
nextCursor: string;
/** True if more events are available now, even if this page is short or empty. */
hasMore: boolean;
}

/** Resource of the event. */
export interface EventSubject {
/** Family of the type: the word before its dot. */
kind: string;
/** Unique ID. */
id: string;
}

/** Value of one unit of a currency in another currency. */
export interface ExchangeRate {
/** Currency of the rate. */
base: CurrencyCode;
/** Currency that is priced. */
quote: CurrencyCode;
/** Value of one unit of `quote` in `base`, with eight decimals. */
rate: Rate;
/** Date of the rate. For a cross rate, the date of the older of its two rates. */
asOf: Day;
}

/** Spending. With an income category, an income that was paid back. */
export interface ExpenseTransaction {
/** Unique ID. */
id: Uuid;
/** ID of the account; null for a debt that did not move the owner's money. */
accountId: Uuid;
/** Type. */
type: 'expense';
/** Live, or in the trash. */
status: 'live' | 'trashed';
/** Date on which it counts. */
date: Day;
/** Description, in one line. */
description: string;
/** Amount. */
amount: Money;
/** Currency of the amount: the account's currency, if there is an account. */
currency: CurrencyCode;
/** Effect on the owner's position in the account; 0.00 without an account. */
signedAmount: Money;
/** Category; null for a split or uncategorized transaction. */
category: CategoryReference | null;
/** ID of the contact of a debt; null if it is not a debt. */
contactId: null;
/** Receiving side of a transfer; null for other types. */
transfer: null;
/** Parts of a split transaction. */
splits: Split[];
/** Tags, spelled as first used. */
tags: string[];
/** Notes of the owner, in one or more lines. */
notes: string | null;
/** ID in another system, unique among the live transactions of the account. */
externalId: string | null;
/** ID of the import that created it; null if it was not imported. */
importId: Uuid | null;
/** ID of the schedule; null without one, and in the trash. */
scheduleId: Uuid | null;
/** Amount in the base currency at the rate of its date; null without a rate. */
baseAmount: Money | null;
/** Exchange rate of `baseAmount`; null without one. */
baseRate: Rate | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time when it was moved to the trash; null if it is not in the trash. */
deletedAt: Timestamp | null;
/** Time of permanent deletion. */
purgeAt: Timestamp | null;
}

/** The origin of a transaction's category. */
export interface ExplainedCategory {
/** Null if the transaction has no category. */
id: Uuid | null;
/** Origin of the category; null if the transaction has none. */
source: 'import' | 'person' | 'rule' | null;
/** ID of the rule that set the category, if any. */
ruleId: Uuid | null;
}

/** The outcome of a rule action. */
export interface ExplainedEffect {
/** Kind of action. */
kind: 'add_tag' | 'append_notes' | 'set_category' | 'set_description';
/** Value that the action sets or adds. */
value: string;
/**
 * `lost`: an earlier rule set the field. `stopped`: an earlier rule stopped processing. `passed_over`: a person chose the
 * category, the transaction is split, or more notes or tags do not fit. `undone`: the run was undone.
 */
outcome: 'already_so' | 'applied' | 'lost' | 'passed_over' | 'stopped' | 'undone';
}

/** A rule that matched the transaction. */
export interface ExplainedRule {
/** ID of the rule. */
ruleId: Uuid;
/** Null if the rule was deleted. */
name: string | null;
/** Time of the match. */
ranAt: Timestamp;
/** ID of the run if a person applied the rule; null if the rule ran on a new transaction. */
runId: Uuid | null;
/** Actions of the rule with their results. */
effects: ExplainedEffect[];
}

/** All data of a workspace. */
export interface Export {
/** Name of the format. */
format: 'centavo-workspace';
/** Version of the format. */
version: number;
/** Settings of the workspace. */
workspace: {
/** Name. */
name: string;
/** Currency of totals and budgets. */
baseCurrency: string;
/** Plan of the workspace. */
plan: string;
/** Time of creation. */
createdAt: Timestamp;
};
/** All rows of `exchangeRates`. */
exchangeRates: {
/** Currency that is priced. */
quote: string;
/** Currency of the rate. */
base: string;
/** Date. */
date: Day;
/** Value of one unit of `quote` in `base`, with eight decimals. */
rate: string;
/** `setAt`, as it is stored. */
setAt: Timestamp;
}[];
/** All rows of `contacts`. */
contacts: {
/** Unique ID. */
id: Uuid;
/** Name. */
name: string;
/** Email address, or null. */
email: string | null;
/** Null for a live contact. */
archivedAt: Timestamp | null;
/** Time of creation. */
createdAt: Timestamp;
}[];
/** All rows of `accounts`. */
accounts: {
/** Unique ID. */
id: Uuid;
/** Name. */
name: string;
/** `typeKey`, as it is stored. */
typeKey: string;
/** `kind`, as it is stored. */
kind: string;
/** Name of the bank. */
bank: string | null;
/** Currency of the account. */
currency: string;
/** Balance before the first transaction. */
openingBalance: Money;
/** Date of the opening balance. */
openingDate: Day;
/** Converts at the rate of the day (`auto`) or at a fixed rate (`fixed`). */
fxMode: string;
/** Value of one unit of the account's currency in the base currency, with eight decimals; null if `fxMode` is `auto`. */
fixedRate: string | null;
/** Annual yield or interest in percent, or null. */
apy: string | null;
/** Balance that triggers an alert: below it for an asset, above it for a liability; null for no alert. */
alertThreshold: Money | null;
/** `cardCreditLimit`, as it is stored. */
cardCreditLimit: Money | null;
/** `cardCutOffDay`, as it is stored. */
cardCutOffDay: number | null;
/** `cardPaymentDays`, as it is stored. */
cardPaymentDays: number | null;
/** `cardPayFromAccountId`, as it is stored. */
cardPayFromAccountId: Uuid | null;
/** `active`, or `archived` or `closed` if the account accepts no transactions. */
status: string;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
}[];
/** All rows of `categories`. */
categories: {
/** Unique ID. */
id: Uuid;
/** Name. */
name: string;
/** ID of the parent category; null at the top level. */
parentId: Uuid | null;
/** For expenses or for incomes. */
kind: string;
/** Time of archiving; null if it is not archived. */
archivedAt: Timestamp | null;
/** Time of creation. */
createdAt: Timestamp;
}[];
/** All rows of `tags`. */
tags: {
/** Unique ID. */
id: Uuid;
/** First spelling, or the spelling of the last rename. */
name: string;
}[];
/** All rows of `transactions`. */
transactions: {
/** Unique ID. */
id: Uuid;
/** ID of the account; null for a debt that did not move the owner's money. */
accountId: Uuid | null;
/** Type. */
type: string;
/** Date on which it counts. */
date: Day;
/** Description, in one line. */
description: string;
/** Notes of the owner, in one or more lines. */
notes: string | null;
/** Amount. */
amount: Money;
/** Currency of the amount: the account's currency, if there is an account. */
currency: string;
/** ID of the category; null for none. */
categoryId: Uuid | null;
/** `filedBy`, as it is stored. */
filedBy: string | null;
/** ID of the contact of a debt; null if it is not a debt. */
contactId: Uuid | null;
/** ID of the account that receives the transfer. */
toAccountId: Uuid | null;
/** `toAmount`, as it is stored. */
toAmount: Money | null;
/** `toCurrency`, as it is stored. */
toCurrency: string | null;
/** `tagIds`, as it is stored. */
tagIds: Uuid[] | null;
/** ID in another system, unique among the live transactions of the account. */
externalId: string | null;
/** ID of the import that created it; null if it was not imported. */
importId: Uuid | null;
/** `importRow`, as it is stored. */
importRow: number | null;
/** `importedDescription`, as it is stored. */
importedDescription: string | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time when it was moved to the trash; null if it is not in the trash. */
deletedAt: Timestamp | null;
}[];
/** All rows of `splits`. */
splits: {
/** ID of the transaction. */
transactionId: Uuid;
/** `ordinal`, as it is stored. */
ordinal: number;
/** Type of the transaction, or a debt. */
type: string;
/** Amount of the part. All parts add up to the transaction. */
amount: Money;
/** ID of the category; null for none. */
categoryId: Uuid | null;
/** ID of the contact of a debt; null if it is not a debt. */
contactId: Uuid | null;
/** Notes of the owner, in one or more lines. */
notes: string | null;
}[];
/** All rows of `budgets`. */
budgets: {
/** Unique ID. */
id: Uuid;
/** ID of the category; null for none. */
categoryId: Uuid;
/** Type. */
type: string;
/** Length of a cycle. */
repeat: string;
/** First day of the first cycle. */
startDate: Day;
/** No cycle begins after this day. */
repeatUntil: Day | null;
/** `rolloverSince`, as it is stored. */
rolloverSince: Day | null;
/** ID of the account that the forecast uses for the budget. */
accountId: Uuid | null;
/** Time of creation. */
createdAt: Timestamp;
}[];
/** All rows of `budgetAmounts`. */
budgetAmounts: {
/** `budgetId`, as it is stored. */
budgetId: Uuid;
/** `since`, as it is stored. */
since: Day;
/** Amount. */
amount: Money;
}[];
/** All rows of `rules`. */
rules: {
/** Unique ID. */
id: Uuid;
/** Name. */
name: string;
/** True if the rule runs on new transactions. */
enabled: boolean;
/** Position among the rules. The lowest runs first. */
priority: number;
/** Requires all conditions or any of them. */
match: string;
/** Conditions on a transaction. */
conditions: unknown;
/** Actions on a transaction that meets the conditions. */
actions: unknown;
/** True if later rules skip the transactions that this rule matches. */
stopProcessing: boolean;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time of the last match, to the minute; null before the first. */
lastMatchedAt: Timestamp | null;
}[];
/** All rows of `ruleRuns`. */
ruleRuns: {
/** Unique ID. */
id: Uuid;
/** `ruleId`, as it is stored. */
ruleId: Uuid;
/** True if categories that a person chose were overwritten as well. */
force: boolean;
/** Number of transactions that met the conditions. */
matched: number;
/** Number of changed transactions. */
changed: number;
/** Number of matching transactions that the run left unchanged. */
skipped: number;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the undo; null if the run was not undone. */
undoneAt: Timestamp | null;
/** `restored`, as it is stored. */
restored: number | null;
/** `leftAlone`, as it is stored. */
leftAlone: number | null;
}[];
/** All rows of `ruleChanges`. */
ruleChanges: {
/** `runId`, as it is stored. */
runId: Uuid;
/** ID of the transaction. */
transactionId: Uuid;
/** `categoryIdBefore`, as it is stored. */
categoryIdBefore: Uuid | null;
/** `categorySourceBefore`, as it is stored. */
categorySourceBefore: string | null;
/** `descriptionBefore`, as it is stored. */
descriptionBefore: string;
/** `notesBefore`, as it is stored. */
notesBefore: string | null;
/** ID of the category; null for none. */
categoryId: Uuid | null;
/** `categorySource`, as it is stored. */
categorySource: string | null;
/** Description, in one line. */
description: string;
/** Notes of the owner, in one or more lines. */
notes: string | null;
/** `addedTagIds`, as it is stored. */
addedTagIds: Uuid[] | null;
}[];
/** All rows of `ruleEffects`. */
ruleEffects: {
/** ID of the transaction. */
transactionId: Uuid;
/** `runId`, as it is stored. */
runId: Uuid;
/** `place`, as it is stored. */
place: number;
/** `ruleId`, as it is stored. */
ruleId: Uuid;
/** `effects`, as it is stored. */
effects: unknown;
/** `ranAt`, as it is stored. */
ranAt: Timestamp;
/** `undone`, as it is stored. */
undone: boolean;
}[];
/** All rows of `imports`. */
imports: {
/** Unique ID. */
id: Uuid;
/** ID of the account. */
accountId: Uuid;
/** Name of the file. */
filename: string;
/** Current status. */
status: string;
/** `given`, as it is stored. */
given: unknown;
/** Detected properties of the file. */
detected: unknown;
/** Columns of the file by field. */
mapping: unknown;
/** `remembered`, as it is stored. */
remembered: unknown;
/** Columns of the file. */
columns: unknown;
/** Doubts about the reading, each with the assumption made and the option that overrides it. */
warnings: unknown;
/** Currency of the amounts. */
currency: string | null;
/** `layout`, as it is stored. */
layout: string | null;
/** `balanceSign`, as it is stored. */
balanceSign: number | null;
/** `statedOpening`, as it is stored. */
statedOpening: Money | null;
/** `statedClosing`, as it is stored. */
statedClosing: Money | null;
/** `total`, as it is stored. */
total: number;
/** `ready`, as it is stored. */
ready: number;
/** `errors`, as it is stored. */
errors: number;
/** `duplicates`, as it is stored. */
duplicates: number;
/** `excluded`, as it is stored. */
excluded: number;
/** `readyChange`, as it is stored. */
readyChange: Money;
/** Statement balances compared with the account; null if the file has no balances. */
reconciliation: unknown;
/** `createdCategories`, as it is stored. */
createdCategories: Uuid[];
/** Categories that the commit would create or has created. */
newCategories: unknown;
/** Account balance before the commit, or before the undo after an undo. Null without `accounts:read`. */
balanceBefore: Money | null;
/** Balance of the account after the commit, or after the undo. */
balanceAfter: Money | null;
/** Number of transactions created by the commit. */
transactionsCreated: number | null;
/** Number of transactions moved to the trash by the undo. */
transactionsRemoved: number | null;
/** `transactionIds`, as it is stored. */
transactionIds: Uuid[] | null;
/** All accounts that the commit or undo changed, and the import's account. Empty without `accounts:read`. */
accounts: unknown;
/** Transactions that changed between commit and undo, the first 1,000 in row order. */
undone: unknown;
/** Total number of such transactions. */
undoneTotal: number;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the commit; null before it. */
committedAt: Timestamp | null;
/** Time of the undo; null before it. */
undoneAt: Timestamp | null;
}[];
/** All rows of `importRows`. */
importRows: {
/** ID of the import that created it; null if it was not imported. */
importId: Uuid;
/** Index, counted from 0. */
index: number;
/** First line in the file, from 1. */
line: number;
/** `place`, as it is stored. */
place: number | null;
/** Cells of the row, unchanged. */
raw: unknown;
/** Date. */
date: Day | null;
/** Description, in one line. */
description: string | null;
/** `readDescription`, as it is stored. */
readDescription: string | null;
/** Positive amount. */
amount: Money | null;
/** Expense or income. */
type: string | null;
/** `balance`, as it is stored. */
balance: Money | null;
/** `expectedBalance`, as it is stored. */
expectedBalance: Money | null;
/** Category named in the file. */
category: string | null;
/** ID of the category; null for none. */
categoryId: Uuid | null;
/** Source of the category: the file, a rule, earlier transactions with the same description, or a person. */
categorySource: string | null;
/** Tags that rules add at the commit. */
tags: unknown;
/** Notes of the owner, in one or more lines. */
notes: string | null;
/** `parts`, as it is stored. */
parts: unknown;
/** ID in another system, unique among the live transactions of the account. */
externalId: string | null;
/** Details of a transfer or card charge; null if the texts have none. */
details: unknown;
/** Errors of the row. */
errors: unknown;
/** Warnings. They do not prevent a commit. */
warnings: unknown;
/** `edits`, as it is stored. */
edits: unknown;
/** `rewritten`, as it is stored. */
rewritten: unknown;
/** True if the commit skips the row. */
excluded: boolean | null;
/** `includeDuplicate`, as it is stored. */
includeDuplicate: boolean;
/** `repeatsExternalId`, as it is stored. */
repeatsExternalId: boolean;
/** `sharesExternalId`, as it is stored. */
sharesExternalId: boolean;
/** Live transaction that the row duplicates, or may duplicate with the warning POSSIBLE_DUPLICATE. */
duplicateOf: Uuid | null;
/** `possibleDuplicateOf`, as it is stored. */
possibleDuplicateOf: Uuid | null;
/** `matchesTrashed`, as it is stored. */
matchesTrashed: boolean;
/** `installmentMonths`, as it is stored. */
installmentMonths: number | null;
/** `matchesPlan`, as it is stored. */
matchesPlan: boolean;
/** `ready` if a commit imports the row; otherwise the reason why it does not. */
status: string;
}[];
/** All rows of `importMappings`. */
importMappings: {
/** ID of the account. */
accountId: Uuid;
/** `layout`, as it is stored. */
layout: string;
/** `mapping`, as it is stored. */
mapping: unknown;
/** `rememberedAt`, as it is stored. */
rememberedAt: Timestamp;
}[];
/** All rows of `schedules`. */
schedules: {
/** Unique ID. */
id: Uuid;
/** Name, or null. */
name: string | null;
/** ID of the account. */
accountId: Uuid;
/** Type. */
type: string;
/** Amount of each occurrence. */
amount: Money;
/** Description of the posted transaction. */
description: string;
/** ID of the category; null for none. */
categoryId: Uuid | null;
/** ID of the contact of a debt; null if it is not a debt. */
contactId: Uuid | null;
/** ID of the account that receives the transfer. */
toAccountId: Uuid | null;
/** Tags. */
tags: unknown;
/** `every`, as it is stored. */
every: string;
/** `everyCount`, as it is stored. */
everyCount: number;
/** `businessDay`, as it is stored. */
businessDay: string;
/** Date from which all occurrences are calculated. */
startDate: Day;
/** Last date on which an occurrence may fall; null if the schedule has no end. */
endDate: Day | null;
/** True if due occurrences are posted automatically once a day. */
autoPost: boolean;
/** `matchText`, as it is stored. */
matchText: string | null;
/** `matchTolerance`, as it is stored. */
matchTolerance: Money;
/** `matchDays`, as it is stored. */
matchDays: number;
/** `paused`, as it is stored. */
paused: boolean;
/** `postOn`, as it is stored. */
postOn: Day | null;
/** `tellOn`, as it is stored. */
tellOn: Day | null;
/** `toldUntil`, as it is stored. */
toldUntil: Day;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
}[];
/** All rows of `occurrences`. */
occurrences: {
/** `scheduleId`, as it is stored. */
scheduleId: Uuid;
/** Date given by the recurrence, before any move to a banking day. Identifies the occurrence. */
nominalDate: Day;
/** `overdue` if no transaction matched the occurrence by the third day after its date. */
status: string;
/** ID of the matched transaction. */
transactionId: Uuid | null;
}[];
/** All rows of `trashedOccurrences`. */
trashedOccurrences: {
/** ID of the transaction. */
transactionId: Uuid;
/** `scheduleId`, as it is stored. */
scheduleId: Uuid;
/** `nominalDate`, as it is stored. */
nominalDate: Day;
/** Current status. */
status: string;
}[];
/** All rows of `dismissedSuggestions`. */
dismissedSuggestions: {
/** Unique ID. */
id: Uuid;
/** `dismissedAt`, as it is stored. */
dismissedAt: Timestamp;
}[];
/** All rows of `cardStatements`. */
cardStatements: {
/** ID of the account. */
accountId: Uuid;
/** `month`, as it is stored. */
month: Day;
/** Last day of the period; identifies the statement. */
cutOff: Day | null;
/** Last day to pay without interest. */
dueDate: Day | null;
/** Balance minus the deferred amount, at least zero. */
paymentToAvoidInterest: Money | null;
/** Estimate: the greater of 1.25% of the credit limit and 1.5% of the amount not deferred, at most `paymentToAvoidInterest`. */
minimumPayment: Money | null;
}[];
/** All rows of `installments`. */
installments: {
/** Unique ID. */
id: Uuid;
/** ID of the transaction. */
transactionId: Uuid;
/** `months`, as it is stored. */
months: number;
/** Time of creation. */
createdAt: Timestamp;
/** `endedOn`, as it is stored. */
endedOn: Day | null;
}[];
}

/** Error of a field, parameter or header. */
export type FieldCode = 'AMOUNT_INVALID' | 'AMOUNT_MISMATCH' | 'BOOLEAN_INVALID' | 'COLUMN_UNKNOWN' | 'CURRENCY_INVALID' | 'CURRENCY_MISMATCH' | 'CURSOR_INVALID' | 'DATE_INVALID' | 'DECIMAL_INVALID' | 'DELIMITER_UNKNOWN' | 'EMAIL_INVALID' | 'ENCODING_UNKNOWN' | 'EVENT_TYPE_UNKNOWN' | 'ID_INVALID' | 'INTEGER_INVALID' | 'JSON_INVALID' | 'KEY_INVALID' | 'KIND_MISMATCH' | 'LIMIT_FIELD_COUNT' | 'LIMIT_FIELD_KEY' | 'LIMIT_FILE_COUNT' | 'LIMIT_PART_COUNT' | 'LIST_INVALID' | 'MISSING_FIELD_NAME' | 'NOT_ALLOWED' | 'OBJECT_EXPECTED' | 'PASSWORD_INVALID' | 'PATTERN_INVALID' | 'RANGE_INVALID' | 'RANGE_TOO_LONG' | 'RATE_INVALID' | 'REFERENCE_NOT_FOUND' | 'REPEATED' | 'REQUIRED' | 'SAME_ACCOUNT' | 'TAG_INVALID' | 'TEXT_INVALID' | 'TIMESTAMP_INVALID' | 'TOO_DEEP' | 'TOO_MANY_POINTS' | 'TOO_MANY_VALUES' | 'UNKNOWN_FIELD' | 'URL_INVALID' | 'VALUE_INVALID' | 'VALUE_NOT_ALLOWED';

/** A forecast of account balances. */
export interface Forecast {
/** Last day of the forecast. */
until: Day;
/** Active accounts. */
accounts: AccountForecast[];
/**
 * IDs of the budgets, schedules and card accounts that are missing from a balance. The account is not active, no rate
 * converts the amount, or the card has no `payFromAccountId`.
 */
unplaced: Uuid[];
}

/** A change of the balance on a day. */
export interface ForecastItem {
/** A dated transaction, an expected occurrence of a schedule, a card payment, or the daily share of a budget's remainder. */
kind: 'budget' | 'card_payment' | 'schedule' | 'transaction';
/** ID of the transaction, the schedule, the card account or the budget. */
id: Uuid;
/** Change of the balance. */
amount: Money;
}

/** The projected balance at the end of a day. */
export interface ForecastPoint {
/** Date. */
date: Day;
/** Balance of the previous day plus the items. */
balance: Money;
/** Items on this page. */
items: ForecastItem[];
}

/** Net worth on a day. */
export interface HistoryPoint {
/** Day of the exchange rates. Transactions count up to this day. */
date: Day;
/** Assets minus liabilities. */
netWorth: Money;
/** Sum of all assets. */
assets: Money;
/** Debts as a positive amount. */
liabilities: Money;
/** IDs of accounts left out because no exchange rate is known for the day. */
unconverted: Uuid[];
}

/** An import of a statement file, with its rows. */
export interface Import {
/** Unique ID. */
id: Uuid;
/** ID of the account. */
accountId: Uuid;
/** Name of the file. */
filename: string;
/** Current status. */
status: 'committed' | 'draft' | 'undone';
/** Columns of the file by field. */
mapping: ImportMapping;
/** Source of the mapping: detected, remembered from an earlier statement of the account, or set in the request. */
mappingSource: 'found' | 'given' | 'remembered';
/** Columns of the file. */
columns: ImportColumn[];
/** First 1,000 rows. */
rows: ImportRow[];
/** Categories that the commit would create or has created. */
newCategories: NewCategory[];
/** Row counts by status. */
stats: ImportStats;
/** Detected properties of the file. */
detected: ImportDetected;
/** Doubts about the reading, each with the assumption made and the option that overrides it. */
warnings: ImportWarning[];
/** Account balance before the commit, or before the undo after an undo. Null without `accounts:read`. */
balanceBefore: Money | null;
/** Balance of the account after the commit, or after the undo. */
balanceAfter: Money | null;
/** All accounts that the commit or undo changed, and the import's account. Empty without `accounts:read`. */
accounts: AccountBalances[];
/** Number of transactions created by the commit. */
transactionsCreated: number | null;
/** Number of transactions moved to the trash by the undo. */
transactionsRemoved: number | null;
/** Transactions that changed between commit and undo, the first 1,000 in row order. */
undone: UndoneTransaction[];
/** Total number of such transactions. */
undoneTotal: number;
/** Statement balances compared with the account; null if the file has no balances. */
reconciliation: Reconciliation | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the commit; null before it. */
committedAt: Timestamp | null;
/** Time of the undo; null before it. */
undoneAt: Timestamp | null;
}

/** A column of the file. */
export interface ImportColumn {
/** Index, counted from 0. */
index: number;
/** Text above the column. */
header: string;
/** Sample values of the column. */
samples: string[];
/** Field that the column is mapped to; null if unmapped. */
field: string | null;
}

/** Detected properties of the file. */
export interface ImportDetected {
/** File format. */
format: 'camt053' | 'csv' | 'html' | 'ofx' | 'qif' | 'xls' | 'xlsx';
/** Character encoding; null if the format has none. */
encoding: string | null;
/** Separator between cells; null if the format has none. */
delimiter: string | null;
/** Number of lines before the header, or before the first row if the file has no header. */
preambleRows: number | null;
/** Line of the header, from 1. */
headerRow: number | null;
/** Format of dates, in tokens such as dd/MM/yyyy. */
dateFormat: string | null;
/** Decimal separator. */
decimalSeparator: ',' | '.' | null;
/** Lines after the header that are not rows. After 5,000 lines, the last entry gives the number of further lines. */
skippedLines: SkippedLine[];
}

/** Column of each field in the file, counted from 0. */
export interface ImportMapping {
/** Index of the date column, counted from 0; null for none. */
date: number | null;
/** Index of the description column, counted from 0; null for none. */
description: number | null;
/** Index of the amount column, counted from 0; null for none. */
amount: number | null;
/** Index of the debit column, counted from 0; null for none. */
debit: number | null;
/** Index of the credit column, counted from 0; null for none. */
credit: number | null;
/** Index of the direction column, counted from 0; null for none. */
direction: number | null;
/** Index of the balance column, counted from 0; null for none. */
balance: number | null;
/** Index of the reference column, counted from 0; null for none. */
reference: number | null;
/** Index of the currency column, counted from 0; null for none. */
currency: number | null;
/** Index of the category column, counted from 0; null for none. */
category: number | null;
/** Index of the notes column, counted from 0; null for none. */
notes: number | null;
/** Index of the external ID column, counted from 0; null for none. */
externalId: number | null;
/** Format of dates, in tokens such as dd/MM/yyyy; null if it is not needed. */
dateFormat: string | null;
/** Year from the request for dates without one. */
year: number | null;
/** Decimal separator. */
decimalSeparator: ',' | '.' | null;
/** True if positive amounts are expenses. */
invertSign: boolean;
}

/** A row of a statement. */
export interface ImportRow {
/** Index, counted from 0. */
index: number;
/** First line in the file, from 1. */
line: number;
/** Cells of the row, unchanged. */
raw: string[];
/** Date. */
date: Day | null;
/** Description, in one line. */
description: string | null;
/** Positive amount. */
amount: Money | null;
/** Expense or income. */
type: 'expense' | 'income' | null;
/** Category named in the file. */
category: string | null;
/** ID of the category; null for none. */
categoryId: Uuid | null;
/** Source of the category: the file, a rule, earlier transactions with the same description, or a person. */
categorySource: 'file' | 'history' | 'person' | 'rule' | null;
/** Tags that rules add at the commit. */
tags: string[];
/** ID in another system, unique among the live transactions of the account. */
externalId: string | null;
/** `ready` if a commit imports the row; otherwise the reason why it does not. */
status: 'duplicate' | 'error' | 'excluded' | 'ready';
/** Errors of the row. */
errors: ImportRowError[];
/** Warnings. They do not prevent a commit. */
warnings: ImportRowWarning[];
/** Live transaction that the row duplicates, or may duplicate with the warning POSSIBLE_DUPLICATE. */
duplicateOf: Uuid | null;
/** Details of a transfer or card charge; null if the texts have none. */
details: ImportRowDetails | null;
/** In a draft, the possible other side of a transfer between your accounts. Nothing is merged automatically. */
transferCandidate: TransferCandidate | null;
/** True if the commit skips the row. */
excluded: boolean;
/** True if the row was edited in the draft. */
edited: boolean;
}

/** Details of a transfer or card charge in the texts of a row. */
export interface ImportRowDetails {
/** Sender or recipient. */
counterparty: string | null;
/** Clave de rastreo of a SPEI transfer. */
trackingKey: string | null;
/** The bank's reference. */
reference: string | null;
/** CLABE of the other account, 18 digits with a valid check digit. */
clabe: string | null;
/** The other bank, as named by Banxico. */
bank: string | null;
/** Tax ID of the counterparty. */
rfc: string | null;
/** Amount charged abroad. */
foreignAmount: Money | null;
/** Currency of the purchase. */
foreignCurrency: CurrencyCode | null;
/** The bank's exchange rate. */
foreignRate: Rate | null;
/** Last four digits of the card. */
cardLastFour: string | null;
}

/** An error of a row. */
export interface ImportRowError {
/** Field that has the error. */
field: string;
/** Machine-readable code. */
code: string;
/** Explanation for people. */
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
/** Explanation for people. */
detail: string;
}

/** Row counts by status. */
export interface ImportStats {
/** Sum of ready, errors, duplicates and excluded. */
total: number;
/** Rows that a commit imports. */
ready: number;
/** Rows with errors. */
errors: number;
/** Rows that the account already has. */
duplicates: number;
/** Rows that the commit skips on request. */
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
/** Current status. */
status: 'committed' | 'draft' | 'undone';
/** Row counts by status. */
stats: ImportStats;
/** Time of the commit; null before it. */
committedAt: Timestamp | null;
/** Time of creation. */
createdAt: Timestamp;
}

/** A warning about a statement. */
export interface ImportWarning {
/** Machine-readable code. */
code: 'BALANCE_BREAK' | 'COLUMN_GUESSED' | 'CORRECTION_ELSEWHERE' | 'CURRENCY_UNKNOWN' | 'DIRECTION_UNKNOWN' | 'ENCODING_UNSURE' | 'LINES_SKIPPED' | 'LINE_DOUBTFUL' | 'OTHER_ACCOUNT' | 'ROWS_NOT_BOOKED' | 'SCALE_UNLIKELY' | 'SEVERAL_ACCOUNTS' | 'SIGN_UNLIKELY' | 'STATE_UNKNOWN';
/** One or two sentences for the user. */
detail: string;
}

/** Income. With an expense category, a refund. */
export interface IncomeTransaction {
/** Unique ID. */
id: Uuid;
/** ID of the account; null for a debt that did not move the owner's money. */
accountId: Uuid;
/** Type. */
type: 'income';
/** Live, or in the trash. */
status: 'live' | 'trashed';
/** Date on which it counts. */
date: Day;
/** Description, in one line. */
description: string;
/** Amount. */
amount: Money;
/** Currency of the amount: the account's currency, if there is an account. */
currency: CurrencyCode;
/** Effect on the owner's position in the account; 0.00 without an account. */
signedAmount: Money;
/** Category; null for a split or uncategorized transaction. */
category: CategoryReference | null;
/** ID of the contact of a debt; null if it is not a debt. */
contactId: null;
/** Receiving side of a transfer; null for other types. */
transfer: null;
/** Parts of a split transaction. */
splits: Split[];
/** Tags, spelled as first used. */
tags: string[];
/** Notes of the owner, in one or more lines. */
notes: string | null;
/** ID in another system, unique among the live transactions of the account. */
externalId: string | null;
/** ID of the import that created it; null if it was not imported. */
importId: Uuid | null;
/** ID of the schedule; null without one, and in the trash. */
scheduleId: Uuid | null;
/** Amount in the base currency at the rate of its date; null without a rate. */
baseAmount: Money | null;
/** Exchange rate of `baseAmount`; null without one. */
baseRate: Rate | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time when it was moved to the trash; null if it is not in the trash. */
deletedAt: Timestamp | null;
/** Time of permanent deletion. */
purgeAt: Timestamp | null;
}

/** An installment of a purchase, billed in one statement of the card. */
export interface InstallmentPart {
/** Position, starting at 1. */
number: number;
/** Cut-off of the statement that bills it. */
cutOff: Day;
/** Last day for a payment that avoids interest. */
dueDate: Day;
/** Amount. */
amount: Money;
/** `deferred` until its statement starts, `due` until that statement is paid. */
status: 'deferred' | 'due' | 'paid';
}

/** A purchase in months without interest. */
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

/** A page of purchases in months without interest. */
export interface InstallmentsPage {
/** Items on this page. */
items: Installments[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** Amount of an interval. Intervals are cut to the period of the report. */
export interface IntervalSpending {
/** First day. */
start: Day;
/** Last day. */
end: Day;
/** Amount. */
amount: Money;
/** Number of transactions or splits in the amount. */
count: number;
/** Share of the total, to four decimals; null if the total is zero. */
share: string | null;
/** Amount in the compared period; null without one. */
previousAmount: Money | null;
/** Path of the list of exactly these transactions. */
transactions: string;
}

/** A debt or a repayment. */
export interface IouHistoryItem {
/** ID of the transaction. */
transactionId: Uuid;
/** Index of the split, starting at 0; null for a whole transaction. */
splitIndex: number | null;
/** Date. */
date: Day;
/** Description, in one line. */
description: string;
/** Type of debt or repayment. */
type: 'borrowed' | 'lent' | 'repayment_made' | 'repayment_received';
/** Settlement of the debt. Repayments settle the oldest debts first and are `applied`. */
status: 'applied' | 'open' | 'partially_settled' | 'settled';
/** Currency of the amounts. */
currency: CurrencyCode;
/** Change of the amount that the contact owes you. */
delta: Money;
/** Amount that the contact owes you in the currency after this item; negative if you owe the contact. */
runningBalance: Money;
}

/** A page of debts and repayments of a contact. */
export interface IouHistoryPage {
/** Items on this page. */
items: IouHistoryItem[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** The transaction to link. */
export interface LinkOccurrenceRequest {
/** ID of a live transaction with the account and type of the schedule and without an occurrence. */
transactionId: string;
}

/** The lowest balance and its first day. */
export interface LowestBalance {
/** First day with this balance. */
date: Day;
/** Balance. */
balance: Money;
}

/** Column of each field, counted from 0. Use null if the file has no such column. Omitted fields are detected. */
export interface MappingRequest {
/** Index of the date column, counted from 0; null for none. */
date?: number | null | undefined;
/** Index of the description column, counted from 0; null for none. */
description?: number | null | undefined;
/** Column of signed amounts, or of positive amounts with a direction column. */
amount?: number | null | undefined;
/** Index of the debit column, counted from 0; null for none. */
debit?: number | null | undefined;
/** Index of the credit column, counted from 0; null for none. */
credit?: number | null | undefined;
/** Index of the direction column, counted from 0; null for none. */
direction?: number | null | undefined;
/** Index of the balance column, counted from 0; null for none. */
balance?: number | null | undefined;
/** Index of the reference column, counted from 0; null for none. */
reference?: number | null | undefined;
/** Index of the currency column, counted from 0; null for none. */
currency?: number | null | undefined;
/** Index of the category column, counted from 0; null for none. */
category?: number | null | undefined;
/** Index of the notes column, counted from 0; null for none. */
notes?: number | null | undefined;
/** Index of the external ID column, counted from 0; null for none. */
externalId?: number | null | undefined;
/** Date format in tokens, such as dd/MM/yyyy, d/M/yy, ddMMyyyy or dd/MMM/yyyy. */
dateFormat?: string | null | undefined;
/** Year of dates without one. Takes precedence over the period of the statement. */
year?: number | null | undefined;
/** Decimal separator. */
decimalSeparator?: ',' | '.' | null | undefined;
/** True if a positive amount is an expense. */
invertSign?: boolean | undefined;
}

/** Amount of a merchant. */
export interface MerchantSpending {
/** Description in lowercase, without accents and without words that contain a digit, `*` or `#`. */
merchant: string;
/** Amount. */
amount: Money;
/** Number of transactions or splits in the amount. */
count: number;
/** Share of the total, to four decimals; null if the total is zero. */
share: string | null;
/** Amount in the compared period; null without one. */
previousAmount: Money | null;
/** Path of the list of exactly these transactions. */
transactions: string;
}

/** Amount with exactly two decimals. */
export type Money = string;

/** Amount in a request: a string with up to two decimals. */
export type MoneyInput = string;

/** Assets minus liabilities. */
export interface NetWorth {
/** Assets less liabilities, in the base currency. */
netWorth: Money;
/** Base currency. */
currency: CurrencyCode;
/** Oldest date of the rates used; today if no rate was needed. */
ratesAsOf: Day;
/** Balances by currency. */
byCurrency: CurrencyShare[];
/** IDs of accounts left out because no exchange rate is known. */
unconverted: Uuid[];
}

/** Effect of a call on net worth. */
export interface NetWorthEffect {
/** Base currency after the call. */
currency: CurrencyCode;
/** In the base currency before the call. */
before: Money;
/** In the base currency after the call. */
after: Money;
}

/** Net worth over time. */
export interface NetWorthHistory {
/** Base currency. */
currency: CurrencyCode;
/** Oldest first. */
points: HistoryPoint[];
}

/** A category that an import creates. */
export interface NewCategory {
/** Name. */
name: string;
/** Number of rows that need it. */
count: number;
}

/** An expected occurrence of a schedule. */
export interface Occurrence {
/** Expected date: the nominal date, moved to a banking day if the schedule requires it. */
date: Day;
/** Date given by the recurrence, before any move to a banking day. Identifies the occurrence. */
nominalDate: Day;
/** Expected amount, or the amount of the matched transaction. */
amount: Money;
/** `overdue` if no transaction matched the occurrence by the third day after its date. */
status: 'matched' | 'overdue' | 'planned' | 'posted' | 'skipped';
/** ID of the matched transaction. */
transactionId: Uuid | null;
}

/** The occurrences of a schedule. */
export interface OccurrenceList {
/** Items on this page. */
items: Occurrence[];
}

/** Amount to pay and account to pay from. */
export interface PayStatementRequest {
/**
 * `avoidInterest` pays `remaining`. `minimum` pays `minimumPayment`, at most `remaining`, even if earlier payments covered
 * the minimum. `total` pays the balance minus all payments since the cut-off. These three also require the scope
 * `accounts:read`, because they reveal figures of the card. A decimal is an amount in the currency of the card.
 */
amount: string;
/** ID of the account to pay from. Default: the card's `payFromAccountId`. */
fromAccountId?: string | undefined;
/** Date of the transfer. Default: today (Mexico City). */
date?: Day | undefined;
}

/** Differences from the schedule. */
export interface PostOccurrenceRequest {
/** Actual amount. Default: the amount of the schedule. */
amount?: MoneyInput | undefined;
/** Date of the transaction. Default: the date of the occurrence. */
date?: Day | undefined;
}

/** An unsaved rule. */
export interface PreviewRuleRequest {
/** Name. */
name?: string | undefined;
/** True if the rule runs on new transactions. */
enabled?: boolean | undefined;
/** Position among the rules. The lowest runs first. */
priority?: number | undefined;
/** Requires all conditions or any of them. */
match?: 'all' | 'any' | undefined;
/** Conditions on a transaction. */
conditions: ConditionRequest[];
/** Actions on a transaction that meets the conditions. */
actions?: ActionRequest[] | undefined;
/** True if later rules skip the transactions that this rule matches. */
stopProcessing?: boolean | undefined;
}

/** Reason why a request failed (RFC 9457). */
export interface Problem {
/** Kind of problem, as the URL of its page. */
type: string;
/** HTTP reason phrase. */
title: string;
/** HTTP status code. */
status: number;
/** Message for people. */
detail: string;
/** Kind of problem, for programs. */
code: ProblemCode;
/** Identifies the request in the log of the service. */
requestId: string;
/** Index of the failed operation of a batch, from 0. Absent if no single operation failed. */
operation?: number | undefined;
}

/** Kind of problem. Each has a page at the URL in `type`. */
export type ProblemCode = 'ACCOUNT_BALANCE_NOT_ZERO' | 'ACCOUNT_IN_USE' | 'ACCOUNT_LIMIT_REACHED' | 'ACCOUNT_NOT_ACTIVE' | 'ACCOUNT_NOT_ARCHIVED' | 'ACCOUNT_NOT_CLOSED' | 'ACCOUNT_NOT_FOUND' | 'AMOUNT_OUT_OF_RANGE' | 'AUTH_INSUFFICIENT_SCOPE' | 'AUTH_INVALID_TOKEN' | 'BASE_RATE_REQUIRED' | 'BUDGET_NOT_FOUND' | 'CATEGORY_CYCLE' | 'CATEGORY_IN_USE' | 'CATEGORY_NOT_FOUND' | 'CONTACT_IN_USE' | 'CONTACT_NOT_FOUND' | 'CURSOR_INVALID' | 'DELIVERY_NOT_FOUND' | 'DRAFT_QUOTA_EXCEEDED' | 'EXPORTS_BUSY' | 'EXTERNAL_ID_TAKEN' | 'IDEMPOTENCY_IN_PROGRESS' | 'IDEMPOTENCY_KEY_REUSED' | 'IMPORTS_BUSY' | 'IMPORT_HAS_ERRORS' | 'IMPORT_NOT_COMMITTED' | 'IMPORT_NOT_DRAFT' | 'IMPORT_NOT_FOUND' | 'IMPORT_ROW_NOT_FOUND' | 'IMPORT_UNREADABLE' | 'INSTALLMENTS_EXIST' | 'INSTALLMENTS_NOT_FOUND' | 'INTERNAL_ERROR' | 'NAME_TAKEN' | 'OCCURRENCE_NOT_FOUND' | 'OCCURRENCE_NOT_OPEN' | 'PATTERN_SEARCHES_BUSY' | 'PATTERN_SEARCH_TOO_LONG' | 'PAYLOAD_TOO_LARGE' | 'PRECONDITION_FAILED' | 'RATE_LIMITED' | 'RATE_NOT_FOUND' | 'REFERENCE_NOT_FOUND' | 'REQUEST_MALFORMED' | 'RULE_LIMIT_REACHED' | 'RULE_NOT_FOUND' | 'RULE_RUN_NOT_FOUND' | 'SCHEDULE_LIMIT_REACHED' | 'SCHEDULE_NOT_FOUND' | 'SERVICE_UNAVAILABLE' | 'SPLIT_NOT_BALANCED' | 'STATEMENT_NOT_FOUND' | 'STATEMENT_PAID' | 'SUGGESTION_NOT_FOUND' | 'TAG_LIMIT_REACHED' | 'TAG_NOT_FOUND' | 'TRANSACTION_IN_TRASH' | 'TRANSACTION_NOT_FOUND' | 'TRANSACTION_NOT_IN_TRASH' | 'TRANSFER_RATE_REQUIRED' | 'UNSUPPORTED_MEDIA_TYPE' | 'VALIDATION_FAILED' | 'WEBHOOK_LIMIT_REACHED' | 'WEBHOOK_NOT_FOUND';

/** Invalid field, parameter or header of a request. */
export interface ProblemError {
/** Field of the body, as a JSON pointer. */
pointer?: string | undefined;
/** Name of the query parameter. */
parameter?: string | undefined;
/** Name of the header. */
header?: string | undefined;
/** Kind of error, for programs. */
code: FieldCode;
/** Error and how to correct it. */
detail: string;
}

/** Result of emptying the trash. */
export interface Purged {
/** Number of permanently deleted transactions. */
purged: number;
}

/** Exchange rate with exactly eight decimals. */
export type Rate = string;

/** A page of rates of a pair. */
export interface RateSeries {
/** Items on this page. */
items: SeriesRate[];
/** Cursor of the next page; null on the last page. */
nextCursor: string | null;
}

/** Balances of a statement compared with its account. */
export interface Reconciliation {
/** Statement balance before its earliest row. */
openingBalance: Money | null;
/** Balance in the statement after its latest row. */
closingBalance: Money | null;
/** Account balance now, or at the commit. Null without `accounts:read`, like accountBalanceAfter and difference. */
accountBalance: Money | null;
/** Balance of the account after a commit of the draft. */
accountBalanceAfter: Money | null;
/** closingBalance minus accountBalanceAfter. */
difference: Money | null;
/** Earliest row whose balance does not match the previous balance; null if all match. */
firstBreak: BalanceBreak | null;
}

/** Dates and amounts that the bank reports for a statement. */
export interface RecordStatementRequest {
/** Last day of the period if it differs from the rule. The next period starts the day after. */
cutOff?: Day | null | undefined;
/** Last day for a payment that avoids interest. */
dueDate?: Day | null | undefined;
/** Payment by the due date that avoids interest. */
paymentToAvoidInterest?: string | null | undefined;
/** Minimum payment by the due date. */
minimumPayment?: string | null | undefined;
}

/** The recurrence of a schedule. */
export interface Recurrence {
/** Frequency. A quincena is the 15th and the last day of each month. */
every: 'month' | 'once' | 'quincena' | 'two_weeks' | 'week' | 'year';
/** Number of weeks, months or years between occurrences. */
interval: number;
/** Direction in which a date that is not a banking day in Mexico moves. */
businessDay: 'after' | 'before' | 'none';
}

/** The recurrence of a schedule. */
export interface RecurrenceRequest {
/** `quincena` is the 15th and the last day of each month. */
every: 'month' | 'once' | 'quincena' | 'two_weeks' | 'week' | 'year';
/** Number of weeks, months or years between occurrences; 1 for `once` and `quincena`. By default 1. */
interval?: number | undefined;
/** Moves a date that is not a banking day in Mexico to the banking day before or after it. By default "none". */
businessDay?: 'after' | 'before' | 'none' | undefined;
}

/** New name of a tag. */
export interface RenameTagRequest {
/** New name or spelling. The name of another tag merges the two tags. */
name: string;
}

/** Size of a replay. */
export interface Replay {
/** Number of events that will be sent again. */
queued: number;
}

/** Start of a replay. */
export interface ReplayRequest {
/** Start of the replay, within the 30 days for which events are stored. */
since: Timestamp;
}

/** Overlap of the old and the new secret. */
export interface RotateSecretRequest {
/** Hours for which the old secret also signs. By default 24. */
overlapHours?: number | undefined;
}

/** A rule: conditions, and actions for the transactions that match them. */
export interface Rule {
/** Unique ID. */
id: Uuid;
/** Name. */
name: string;
/** True if the rule runs on new transactions. */
enabled: boolean;
/** Position among the rules. The lowest runs first. */
priority: number;
/** Requires all conditions or any of them. */
match: 'all' | 'any';
/** Conditions on a transaction. */
conditions: Condition[];
/** Actions on a transaction that meets the conditions. */
actions: Action[];
/** True if later rules skip the transactions that this rule matches. */
stopProcessing: boolean;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time of the last match, to the minute; null before the first. */
lastMatchedAt: Timestamp | null;
}

/** A transaction that matches a rule. */
export interface RuleMatch {
/** Unique ID. */
id: Uuid;
/** Date. */
date: Day;
/** Description, in one line. */
description: string;
/** Amount. */
amount: Money;
/** Currency of the amounts. */
currency: CurrencyCode;
/** Type. */
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
/** True if categories that a person chose were overwritten as well. */
force: boolean;
/** Number of transactions that met the conditions. */
matched: number;
/** Number of changed transactions. */
changed: number;
/** Number of matching transactions that the run left unchanged. */
skipped: number;
/** Time of the undo; null if the run was not undone. */
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
/** Name, or null. */
name: string | null;
/** ID of the account. */
accountId: Uuid;
/** Type. */
type: 'expense' | 'income' | 'transfer';
/** Amount of each occurrence. */
amount: Money;
/** Currency of the account. */
currency: CurrencyCode;
/** Description of the posted transaction. */
description: string;
/** ID of the category; null for none. */
categoryId: Uuid | null;
/** ID of the contact of a debt; null if it is not a debt. */
contactId: Uuid | null;
/** ID of the account that receives the transfer. */
toAccountId: Uuid | null;
/** Tags. */
tags: string[];
/** Recurrence. */
recurrence: Recurrence;
/** Date from which all occurrences are calculated. */
startDate: Day;
/** Last date on which an occurrence may fall; null if the schedule has no end. */
endDate: Day | null;
/** True if due occurrences are posted automatically once a day. */
autoPost: boolean;
/** Criteria for new transactions of the account and type that match an occurrence. */
match: ScheduleMatch;
/** `ended` if no occurrence can follow. */
status: 'active' | 'ended' | 'paused';
/** Date of the next open occurrence from today; null if there are no more. */
nextDate: Day | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
}

/** Criteria for transactions that match a schedule. */
export interface ScheduleMatch {
/** Text that the description must contain; null for any description. */
text: string | null;
/** Maximum difference from the amount. */
amountTolerance: Money;
/** Maximum distance from the date in days. */
days: number;
}

/** Criteria for transactions that match a schedule. */
export interface ScheduleMatchRequest {
/** Text that the description must contain, ignoring case and accents; null for any description. By default null. */
text?: string | null | undefined;
/** Maximum difference from the amount, up or down. By default "0.00". */
amountTolerance?: string | undefined;
/** Maximum distance from the date in days, before or after. By default 3. */
days?: number | undefined;
}

/** A rate of a day, with its source. */
export interface SeriesRate {
/** Currency of the rate. */
base: CurrencyCode;
/** Currency that is priced. */
quote: CurrencyCode;
/** Value of one unit of `quote` in `base`, with eight decimals. */
rate: Rate;
/** Date of the rate. */
asOf: Day;
/** Source of the rate: the workspace (`own`), or the feed with the highest precedence on that day. */
source: 'banxico' | 'ecb' | 'file' | 'own';
/** Time at which the service received the rate. */
fetchedAt: Timestamp;
}

/** A custom rate. */
export interface SetRateRequest {
/** Value of one unit of `quote` in `base`. */
rate: string;
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
/** Intervals are sorted oldest first, other groups by descending amount, and categories follow their parents. */
items: (CategorySpending | AccountSpending | MerchantSpending | TagSpending | IntervalSpending)[];
/** Base currency. */
currency: CurrencyCode;
/** First day. */
from: Day;
/** Last day. */
to: Day;
/** Reports expenses or incomes. */
type: 'expense' | 'income';
/** Grouping of the items. */
groupBy: string;
/** Total of the range, in the base currency. */
total: Money;
/** Number of transactions or splits in the total. */
count: number;
/** Total of the compared period; null without one. */
previousTotal: Money | null;
/** IDs of transactions left out because no exchange rate into the base currency is known. */
unconverted: Uuid[];
/** Cursor of the next page of merchants or tags; null for other groups and on the last page. */
nextCursor: string | null;
}

/** A split of a transaction with its own category or debt. */
export interface Split {
/** Amount of the part. All parts add up to the transaction. */
amount: Money;
/** Type of the transaction, or a debt. */
type: TransactionType;
/** Category; null if there is none. */
category: CategoryReference | null;
/** ID of the contact of a debt; null if it is not a debt. */
contactId: Uuid | null;
/** Notes of the owner, in one or more lines. */
notes: string | null;
/** Amount in the base currency at the rate of its date; null without a rate. */
baseAmount: Money | null;
}

/** A part of a transaction. */
export interface SplitRequest {
/** Amount of the part. All parts add up to the transaction. */
amount: MoneyInput;
/** ID of the category; null for none. */
categoryId?: string | null | undefined;
/** Contact of a debt. */
contactId?: string | null | undefined;
/** Defaults to the transaction's type; may be a debt in the same direction. */
type?: 'borrowed' | 'expense' | 'income' | 'lent' | 'repayment_made' | 'repayment_received' | undefined;
/** Notes of the owner, in one or more lines. */
notes?: string | null | undefined;
}

/** A recurring payment detected in the history, with its transactions. */
export interface Suggestion {
/** Recurrence. */
recurrence: Recurrence;
/** Unique ID. */
id: Uuid;
/** Description of the latest transaction. */
description: string;
/** ID of the account. */
accountId: Uuid;
/** Type. */
type: 'expense' | 'income' | 'transfer';
/** ID of the receiving account of transfers. */
toAccountId: Uuid | null;
/** Latest amount. */
amount: Money;
/** Smallest amount so far. */
amountMin: Money;
/** Largest amount so far. */
amountMax: Money;
/** Date of the first transaction. */
firstDate: Day;
/** Date of the last transaction. */
lastDate: Day;
/** Next expected date from today; null if the payment has stopped. */
nextDate: Day | null;
/** True if the last expected payment did not arrive. */
stopped: boolean;
/** IDs of the transactions, oldest first. */
transactionIds: Uuid[];
}

/** Recurring payments detected in the history. */
export interface SuggestionList {
/** Most regular first. */
items: Suggestion[];
}

/** A tag with its number of transactions. */
export interface Tag {
/** First spelling, or the spelling of the last rename. */
name: string;
/** Number of live transactions with the tag. */
count: number;
/** Date of the latest live transaction; null if `count` is 0. */
lastDate: Day | null;
}

/** Amount of a tag. A transaction with several tags counts in each of them, and once in the total. */
export interface TagSpending {
/** Null for untagged transactions. */
tag: string | null;
/** Amount. */
amount: Money;
/** Number of transactions or splits in the amount. */
count: number;
/** Share of the total, to four decimals; null if the total is zero. */
share: string | null;
/** Amount in the compared period; null without one. */
previousAmount: Money | null;
/** Path of the list of exactly these transactions. */
transactions: string;
}

/** Condition on a text. */
export interface TextCondition {
/** Field of the transaction that the condition tests. */
field: 'description' | 'notes';
/** Comparison. */
op: 'contains' | 'ends_with' | 'equals' | 'matches' | 'not_contains' | 'starts_with';
/** A list for `one_of` and `between`; null for `is_empty`. */
value: string;
}

/** Condition on a text. */
export interface TextConditionRequest {
/** Field of the transaction that the condition tests. */
field: 'description' | 'notes';
/** Allowed operators depend on the type of the field: text, amount, date or choice. */
op: 'contains' | 'ends_with' | 'equals' | 'matches' | 'not_contains' | 'starts_with';
/** A string; a list for `one_of`; the lower and the upper bound for `between`; absent for `is_empty`. */
value?: string | undefined;
}

/** Timestamp in UTC with milliseconds. */
export type Timestamp = string;

/** A transaction. */
export type Transaction = ExpenseTransaction | IncomeTransaction | TransferTransaction | AdjustmentTransaction | DebtTransaction;

/** Results of a batch of operations. */
export interface TransactionBatch {
/** The transaction of each operation, as it was after the operation. */
results: Transaction[];
}

/** Number of transactions that a call would change; each counts once. */
export interface TransactionEffects {
/** Number of created transactions. */
created: number;
/** Number of transactions with a changed visible field, apart from base amounts and timestamps. */
updated: number;
/** Number of transactions moved to the trash. */
trashed: number;
/** Number of transactions restored from the trash. */
restored: number;
/** Number of permanently deleted transactions. */
deleted: number;
}

/** The rule history of a transaction. */
export interface TransactionExplanation {
/** ID of the transaction. */
transactionId: Uuid;
/** Category; null if there is none. */
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

/** The receiving side of a transfer. */
export interface Transfer {
/** ID of the receiving account. */
accountId: Uuid;
/** Received amount. */
amount: Money;
/** Currency of the amounts. */
currency: CurrencyCode;
/** Received amount divided by the sent amount, to eight decimals. */
rate: Rate;
}

/** Possible other side of a transfer between two of your accounts. */
export interface TransferCandidate {
/** Committed transaction; null if the other side is a row of a draft. */
transactionId: Uuid | null;
/** Draft whose row is the other side. */
importId: Uuid | null;
/** Index, counted from 0. */
index: number | null;
/** ID of the account. */
accountId: Uuid;
/** Date. */
date: Day;
/** Amount. */
amount: Money;
}

/** Transfer between two accounts of the workspace. */
export interface TransferTransaction {
/** Unique ID. */
id: Uuid;
/** ID of the account; null for a debt that did not move the owner's money. */
accountId: Uuid;
/** Type. */
type: 'transfer';
/** Live, or in the trash. */
status: 'live' | 'trashed';
/** Date on which it counts. */
date: Day;
/** Description, in one line. */
description: string;
/** Amount. */
amount: Money;
/** Currency of the amount: the account's currency, if there is an account. */
currency: CurrencyCode;
/** Effect on the owner's position in the account; 0.00 without an account. */
signedAmount: Money;
/** Category; null for a split or uncategorized transaction. */
category: null;
/** ID of the contact of a debt; null if it is not a debt. */
contactId: null;
/** Receiving side of a transfer; null for other types. */
transfer: Transfer;
/** Parts of a split transaction. */
splits: never[];
/** Tags, spelled as first used. */
tags: string[];
/** Notes of the owner, in one or more lines. */
notes: string | null;
/** ID in another system, unique among the live transactions of the account. */
externalId: string | null;
/** ID of the import that created it; null if it was not imported. */
importId: Uuid | null;
/** ID of the schedule; null without one, and in the trash. */
scheduleId: Uuid | null;
/** Amount in the base currency at the rate of its date; null without a rate. */
baseAmount: Money | null;
/** Exchange rate of `baseAmount`; null without one. */
baseRate: Rate | null;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time when it was moved to the trash; null if it is not in the trash. */
deletedAt: Timestamp | null;
/** Time of permanent deletion. */
purgeAt: Timestamp | null;
}

/** The result of undoing a rule run. */
export interface UndoneRun {
/** Number of transactions whose fields were restored. */
restored: number;
/** Number of transactions that were changed or trashed since the run. */
skipped: number;
}

/** A transaction that changed between commit and undo. */
export interface UndoneTransaction {
/** ID of the transaction. */
transactionId: Uuid;
/** Index of the row that became the transaction. */
index: number;
/** Change since the commit: edited, moved to another account, already in the trash, or permanently deleted. */
outcome: 'already_deleted' | 'already_trashed' | 'edited' | 'moved';
}

/** ID, a UUID version 7. */
export type Uuid = string;

/** Problem with a list of the invalid fields, parameters and headers. */
export type ValidationProblem = Problem & {
/** Invalid fields, parameters and headers. */
errors: ProblemError[];
};

/** A URL that receives events. */
export interface Webhook {
/** Events are sent only while it is active. */
status: 'active' | 'disabled' | 'paused';
/** Unique ID. */
id: Uuid;
/** URL that receives the events. */
url: string;
/** Event types, families such as `transaction.*`, or `*` for all. */
types: string[];
/** Purpose of the webhook; null if not stated. */
description: string | null;
/** Reason for disabling; null unless the webhook is disabled. */
disabledReason: string | null;
/** Last characters of the secret. */
secretHint: string;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time of the last successful delivery. */
lastDeliveredAt: Timestamp | null;
}

/** A webhook with its secret, which no other response contains. */
export interface WebhookWithSecret {
/** Events are sent only while it is active. */
status: 'active' | 'disabled' | 'paused';
/** Unique ID. */
id: Uuid;
/** URL that receives the events. */
url: string;
/** Event types, families such as `transaction.*`, or `*` for all. */
types: string[];
/** Purpose of the webhook; null if not stated. */
description: string | null;
/** Reason for disabling; null unless the webhook is disabled. */
disabledReason: string | null;
/** Last characters of the secret. */
secretHint: string;
/** Time of creation. */
createdAt: Timestamp;
/** Time of the last change. */
updatedAt: Timestamp;
/** Time of the last successful delivery. */
lastDeliveredAt: Timestamp | null;
/** Verifies the signatures (Standard Webhooks). Store it; it is not shown again. */
secret: string;
}

/** A workspace. */
export interface Workspace {
/** Unique ID. */
id: Uuid;
/** Name. */
name: string;
/** Currency of totals and budgets. */
baseCurrency: CurrencyCode;
/** Plan of the workspace. */
plan: 'free' | 'plus' | 'pro';
/** Time of creation. */
createdAt: Timestamp;
}
