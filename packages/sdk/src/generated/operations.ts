// Generated from the OpenAPI document by packages/sdk/generator. Do not edit: UPDATE_GOLDEN=1 npm test -- packages/sdk

import type { Pages } from '../pages.js';
import type { ChangeOptions, DryRun, DryRunOptions, RequestOptions, Upload } from '../request.js';
import type { Account, AccountType, AppliedRule, ApplyRuleRequest, Assertion, AssertionExplanation, AssertionPage, AuditLogPage, BatchTransactionsRequest, BookExceptionPage, Books, Budget, BudgetExplanation, BudgetHistory, Candidates, CardStatement, CardStatementPage, CashFlowReport, Category, CloseBooksRequest, CommitImportRequest, Contact, CreateAccountRequest, CreateAssertionRequest, CreateBudgetRequest, CreateCategoryRequest, CreateContactRequest, CreateGoalRequest, CreateInstallmentsRequest, CreateInvitationRequest, CreateRuleRequest, CreateScheduleRequest, CreateTandaRequest, CreateTransactionRequest, CreateWebhookRequest, Deductions, Delivery, DeliveryPage, EditAccountRequest, EditAssertionRequest, EditBudgetRequest, EditCategoryRequest, EditContactRequest, EditGoalRequest, EditImportRequest, EditImportRowRequest, EditMemberRequest, EditRuleRequest, EditScheduleRequest, EditTandaRequest, EditTransactionRequest, EditWebhookRequest, EditWorkspaceRequest, EventPage, ExchangeRate, Export, File, FilePage, Forecast, Goal, GoalMove, GoalMovePage, HouseholdSettlement, Import, ImportRowPage, ImportSummary, Installments, InstallmentsPage, Invitation, Invoice, InvoicePage, IouHistoryPage, LinkFileRequest, LinkInvoiceRequest, LinkOccurrenceRequest, MappingRequest, Member, MoveGoalRequest, NetWorth, NetWorthHistory, NewInvitation, Occurrence, OccurrenceList, PayStatementRequest, PostOccurrenceRequest, PreviewRuleRequest, Purged, PutTaxpayerRequest, RateSeries, RecordInvoiceRequest, RecordRoundRequest, RecordSettlementRequest, RecordStatementRequest, RenameFileRequest, RenameTagRequest, Replay, ReplayRequest, RotateSecretRequest, Rule, RuleMatchPage, RuleRunPage, Schedule, SeriesRate, SetRateRequest, Settlement, SettlementPage, SpendingReport, Suggestion, SuggestionList, Tag, Tanda, Taxpayer, Transaction, TransactionBatch, TransactionExplanation, TransactionPage, UndoneRun, UploadedFile, UploadedInvoices, Webhook, WebhookWithSecret, Workspace } from './schemas/schemas.js';

/** Every operation of the API. */
export interface Operations {
/**
 * Follow events.
 *
 * Returns events oldest first. `nextCursor` is never null: pass it as `cursor` to get later events. Events and cursors expire after 30 days. Each type requires the read scope of its resource. Without `types`, the response contains all types that the token can read.
 *
 * Needs at least one of the scopes `accounts:read`, `transactions:read`, `budgets:read`, `contacts:read`, `goals:read`, `books:read`, `files:read`, `invoices:read`, `rules:read`, `imports:read`, `rates:read`, `workspace:read`, `webhooks:read`, `members:read`.
 */
listEvents(query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
/** Comma-separated event types, or families such as `transaction.*`. */
types?: string | undefined;
/** `now` skips past events and returns a cursor for later ones. Has no effect together with `cursor`. */
from?: 'now' | undefined;
}, options?: RequestOptions): Pages<EventPage>;

/**
 * List webhooks, oldest first.
 *
 * Returns all webhooks of the workspace, at most 20.
 *
 * Needs the scope `webhooks:read`.
 */
listWebhooks(query?: Record<string, never>, options?: RequestOptions): Promise<Webhook[]>;

/**
 * Create a webhook.
 *
 * Sends later events of the given types to the URL. Each event is signed as in Standard Webhooks 1.0 with the `secret`, which only this response contains. Also requires the `:read` scope of every family in `types`.
 *
 * Needs the scope `webhooks:write`. Needs the role `owner`.
 */
createWebhook(body: CreateWebhookRequest, options?: ChangeOptions): Promise<WebhookWithSecret>;

/**
 * Get a webhook.
 *
 * Returns the webhook without its secret.
 *
 * Needs the scope `webhooks:read`.
 */
getWebhook(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Webhook>;

/**
 * Edit, pause or resume a webhook.
 *
 * Events that occur during a pause are sent only by a replay. Also requires the `:read` scope of every family in the types before and after the edit.
 *
 * Needs the scope `webhooks:write`. Needs the role `owner`.
 */
updateWebhook(id: string, body: EditWebhookRequest, options?: ChangeOptions): Promise<Webhook>;

/**
 * Delete a webhook.
 *
 * Cancels pending deliveries.
 *
 * Needs the scope `webhooks:write`. Needs the role `owner`.
 */
deleteWebhook(id: string, options?: ChangeOptions): Promise<Webhook>;

/**
 * Rotate the secret of a webhook.
 *
 * Events are also signed with the old secret for `overlapHours`. At most two secrets sign at a time: another rotation ends the overlap of the previous one. Only this response contains the new secret.
 *
 * Needs the scope `webhooks:write`. Needs the role `owner`.
 */
rotateWebhookSecret(id: string, body?: RotateSecretRequest, options?: ChangeOptions): Promise<WebhookWithSecret>;

/**
 * Send a test event to a webhook.
 *
 * Sends a `webhook.test` event once, even if the webhook is paused. The response contains the attempt.
 *
 * Needs the scope `webhooks:write`. Needs the role `owner`.
 */
testWebhook(id: string, options?: ChangeOptions): Promise<Delivery>;

/**
 * List the deliveries of a webhook, newest first.
 *
 * Deliveries are stored for 30 days.
 *
 * Needs the scope `webhooks:read`.
 */
listWebhookDeliveries(id: string, query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
/** Returns only deliveries with this status. */
status?: 'delivered' | 'failed' | 'pending' | undefined;
}, options?: RequestOptions): Pages<DeliveryPage>;

/**
 * Send a delivery again.
 *
 * Sends the delivery now and restarts its retry schedule. If the webhook is not active, the delivery is sent after activation.
 *
 * Needs the scope `webhooks:write`. Needs the role `owner`.
 */
retryWebhookDelivery(id: string, deliveryId: string, options?: ChangeOptions): Promise<Delivery>;

/**
 * Send earlier events to a webhook again.
 *
 * Sends all events of its types since a given time, including delivered ones, with the same `webhook-id`.
 *
 * Needs the scope `webhooks:write`. Needs the role `owner`.
 */
replayWebhookEvents(id: string, body: ReplayRequest, options?: ChangeOptions): Promise<Replay>;

/**
 * Get the workspace.
 *
 * Returns the workspace of the API key or access token.
 *
 * Needs the scope `workspace:read`.
 */
getWorkspace(query?: Record<string, never>, options?: RequestOptions): Promise<Workspace>;

/**
 * Rename the workspace or change its base currency.
 *
 * A new base currency recomputes all totals at the exchange rates of their days. The amounts of transactions do not change.
 *
 * Needs the scope `workspace:write`. Needs the role `owner`.
 */
updateWorkspace(body: EditWorkspaceRequest, options?: ChangeOptions): Promise<Workspace>;
updateWorkspace(body: EditWorkspaceRequest, options: DryRunOptions): Promise<DryRun<Workspace>>;

/**
 * Get the exchange rate for a day.
 *
 * Returns the rate of the day, or of the latest earlier day with a rate. If no such day has a rate, the error is `RATE_NOT_FOUND`.
 *
 * Needs the scope `rates:read`.
 */
getLatestExchangeRate(query?: {
/** Currency to convert from. */
quote?: string | undefined;
/** Currency to convert into. Defaults to the workspace's base currency. */
base?: string | undefined;
/** Day of the conversion. Defaults to today in Mexico. */
date?: string | undefined;
}, options?: RequestOptions): Promise<ExchangeRate>;

/**
 * List exchange rates of a currency pair, newest first.
 *
 * Returns the rate in force for each day, with its source. Inverse and cross rates are not listed, even if they are in force.
 *
 * Needs the scope `rates:read`.
 */
listExchangeRates(query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
/** Currency to convert from. */
quote?: string | undefined;
/** Currency to convert into. Defaults to the workspace's base currency. */
base?: string | undefined;
/** First day to include. */
from?: string | undefined;
/** Last day to include. */
to?: string | undefined;
}, options?: RequestOptions): Pages<RateSeries>;

/**
 * Set a custom rate.
 *
 * The rate takes precedence over the feeds on its day and stays in force until the next rate. Affected amounts in the base currency change immediately.
 *
 * Needs the scope `rates:write`. Needs the role `editor`.
 */
setExchangeRate(quote: string, base: string, date: string, body: SetRateRequest, options?: ChangeOptions): Promise<SeriesRate>;
setExchangeRate(quote: string, base: string, date: string, body: SetRateRequest, options: DryRunOptions): Promise<DryRun<SeriesRate>>;

/**
 * Delete a custom rate.
 *
 * The rates of the feeds apply again. Affected amounts in the base currency change immediately.
 *
 * Needs the scope `rates:write`. Needs the role `editor`.
 */
deleteExchangeRate(quote: string, base: string, date: string, options?: ChangeOptions): Promise<SeriesRate>;
deleteExchangeRate(quote: string, base: string, date: string, options: DryRunOptions): Promise<DryRun<SeriesRate>>;

/**
 * List audit log entries.
 *
 * Returns changes by API keys, apps, users of the developer area and administrators, newest first. Each entry is written in the same database transaction as its change. Nobody can change entries, not even administrators.
 *
 * Needs the scope `read_only` or all read scopes.
 */
listAuditLog(query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
/** Only changes to the resource with this ID, such as an account, a transaction or a rule. */
resourceId?: string | undefined;
/** Only changes by the API key, OAuth grant or user with this ID. */
actorId?: string | undefined;
}, options?: RequestOptions): Pages<AuditLogPage>;

/**
 * List members.
 *
 * Returns the current members, sorted by the time at which they joined.
 *
 * Needs the scope `members:read`.
 */
listMembers(query?: Record<string, never>, options?: RequestOptions): Promise<Member[]>;

/**
 * Get a member.
 *
 * Needs the scope `members:read`.
 */
getMember(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Member>;

/**
 * Change the role or the name of a member.
 *
 * A new role applies to the next request of every key and app of the member. Members may change their own name, but only owners can change roles.
 *
 * Needs the scope `members:write`. Needs the role `owner`, except for your own membership.
 */
updateMember(id: string, body: EditMemberRequest, options?: ChangeOptions): Promise<Member>;
updateMember(id: string, body: EditMemberRequest, options: DryRunOptions): Promise<DryRun<Member>>;

/**
 * Remove a member or leave the workspace.
 *
 * The keys and apps of the member stop working with their next request, and do not work again if the member returns. Everything that the member created remains. Members can remove themselves.
 *
 * Needs the scope `members:write`. Needs the role `owner`, except for your own membership.
 */
deleteMember(id: string, options?: ChangeOptions): Promise<Member>;
deleteMember(id: string, options: DryRunOptions): Promise<DryRun<Member>>;

/**
 * Invite somebody.
 *
 * The invitation is valid for 7 days, once, for this email address. It replaces an open invitation for the same address. If the service can send email, it also sends the URL, to at most 40 addresses an hour and five times an hour to the same address. Removing or demoting the inviting owner revokes the invitation.
 *
 * Needs the scope `members:write`. Needs the role `owner`.
 */
createInvitation(body: CreateInvitationRequest, options?: ChangeOptions): Promise<NewInvitation>;
createInvitation(body: CreateInvitationRequest, options: DryRunOptions): Promise<DryRun<NewInvitation>>;

/**
 * List open invitations.
 *
 * Needs the scope `members:read`. Needs the role `owner`.
 */
listInvitations(query?: Record<string, never>, options?: RequestOptions): Promise<Invitation[]>;

/**
 * Get an open invitation.
 *
 * Needs the scope `members:read`. Needs the role `owner`.
 */
getInvitation(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Invitation>;

/**
 * Revoke an invitation.
 *
 * Needs the scope `members:write`. Needs the role `owner`.
 */
deleteInvitation(id: string, options?: ChangeOptions): Promise<Invitation>;
deleteInvitation(id: string, options: DryRunOptions): Promise<DryRun<Invitation>>;

/**
 * List account types.
 *
 * Every account has one of these types, which makes it an asset or a liability.
 *
 * Any token is accepted.
 */
listAccountTypes(query?: Record<string, never>, options?: RequestOptions): Promise<AccountType[]>;

/**
 * List accounts.
 *
 * Returns active accounts by default. Balances are in the currency of the account. With `date`, returns the balances at the end of that day; before its opening date, an opening balance does not count. `setAside` is always the current amount.
 *
 * Needs the scope `accounts:read`.
 */
listAccounts(query?: {
/** Status of the accounts to list. */
status?: 'active' | 'all' | 'archived' | 'closed' | undefined;
/** Returns the balances at the end of this day. Without it, they include future-dated transactions. */
date?: string | undefined;
}, options?: RequestOptions): Promise<Account[]>;

/**
 * Create an account.
 *
 * The opening balance counts in net worth from the opening date.
 *
 * Needs the scope `accounts:write`. Needs the role `editor`.
 */
createAccount(body: CreateAccountRequest, options?: ChangeOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<Account>;
createAccount(body: CreateAccountRequest, options: DryRunOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<Account>>;

/**
 * Get an account.
 *
 * The balance is in the currency of the account.
 *
 * Needs the scope `accounts:read`.
 */
getAccount(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Account>;

/**
 * Edit an account.
 *
 * Changes only the fields that are sent. Changing the opening balance changes the balance by the same difference.
 *
 * Needs the scope `accounts:write`. Needs the role `editor`.
 */
updateAccount(id: string, body: EditAccountRequest, options?: ChangeOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<Account>;
updateAccount(id: string, body: EditAccountRequest, options: DryRunOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<Account>>;

/**
 * Delete an account without transactions.
 *
 * An account that has transactions, including trashed ones, or that a goal, tanda, schedule or card uses cannot be deleted. Archive or close it instead.
 *
 * Needs the scope `accounts:write`. Needs the role `editor`.
 */
deleteAccount(id: string, options?: ChangeOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<Account>;
deleteAccount(id: string, options: DryRunOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<Account>>;

/**
 * Archive an account.
 *
 * An archived account is not in the default list and accepts no transactions. Its balance still counts in net worth.
 *
 * Needs the scope `accounts:write`. Needs the role `editor`.
 */
archiveAccount(id: string, options?: ChangeOptions): Promise<Account>;
archiveAccount(id: string, options: DryRunOptions): Promise<DryRun<Account>>;

/**
 * Restore an archived account.
 *
 * The account becomes active and accepts transactions again.
 *
 * Needs the scope `accounts:write`. Needs the role `editor`.
 */
restoreAccount(id: string, options?: ChangeOptions): Promise<Account>;
restoreAccount(id: string, options: DryRunOptions): Promise<DryRun<Account>>;

/**
 * Close an account.
 *
 * Requires a zero balance. The account remains in reports and histories.
 *
 * Needs the scope `accounts:write`. Needs the role `editor`.
 */
closeAccount(id: string, options?: ChangeOptions): Promise<Account>;
closeAccount(id: string, options: DryRunOptions): Promise<DryRun<Account>>;

/**
 * Reopen a closed account.
 *
 * The account becomes active and accepts transactions again.
 *
 * Needs the scope `accounts:write`. Needs the role `editor`.
 */
reopenAccount(id: string, options?: ChangeOptions): Promise<Account>;
reopenAccount(id: string, options: DryRunOptions): Promise<DryRun<Account>>;

/**
 * Assert the balance of an account.
 *
 * Records the balance that the bank states for the end of a day. If the day has an assertion, replaces its balance and note and keeps its ID; an assertion of an import becomes manual.
 *
 * Needs the scope `books:write`. Needs the role `editor`.
 */
createAssertion(id: string, body: CreateAssertionRequest, options?: ChangeOptions): Promise<Assertion>;
createAssertion(id: string, body: CreateAssertionRequest, options: DryRunOptions): Promise<DryRun<Assertion>>;

/**
 * List the assertions of an account, newest date first.
 *
 * Needs the scope `books:read`.
 */
listAccountAssertions(id: string, query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
/** Returns only assertions with this status. */
status?: 'broken' | 'holds' | undefined;
}, options?: RequestOptions): Pages<AssertionPage>;

/**
 * List assertions of all accounts, newest date first.
 *
 * Needs the scope `books:read`.
 */
listAssertions(query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
/** Returns only assertions with this status. */
status?: 'broken' | 'holds' | undefined;
}, options?: RequestOptions): Pages<AssertionPage>;

/**
 * Get an assertion.
 *
 * The status is computed with each request. The ETag covers `date`, `balance` and `note`.
 *
 * Needs the scope `books:read`.
 */
getAssertion(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Assertion>;

/**
 * Edit an assertion.
 *
 * Changes only the fields that are sent.
 *
 * Needs the scope `books:write`. Needs the role `editor`.
 */
updateAssertion(id: string, body: EditAssertionRequest, options?: ChangeOptions): Promise<Assertion>;
updateAssertion(id: string, body: EditAssertionRequest, options: DryRunOptions): Promise<DryRun<Assertion>>;

/**
 * Delete an assertion.
 *
 * Needs the scope `books:write`. Needs the role `editor`.
 */
deleteAssertion(id: string, options?: ChangeOptions): Promise<Assertion>;
deleteAssertion(id: string, options: DryRunOptions): Promise<DryRun<Assertion>>;

/**
 * Explain the difference of an assertion.
 *
 * Lists the changes to the account that affect the balance of the asserted day since the assertion was created. Excludes the rows of the import that created the assertion.
 *
 * Needs the scope `books:read`.
 */
explainAssertion(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<AssertionExplanation>;

/**
 * Get the last closed day.
 *
 * Needs the scope `books:read`.
 */
getBooks(query?: Record<string, never>, options?: RequestOptions): Promise<Books>;

/**
 * Close or reopen the books.
 *
 * Closes all days up to `closedThrough`. Until they are reopened, a call that would change figures of these days fails with `BOOKS_CLOSED`: amounts, dates, accounts, types, categories and splits of live transactions, and opening balances. Everything else can still be edited.
 *
 * Needs the scope `books:write`. Needs the role `owner`.
 */
setBooks(body: CloseBooksRequest, options?: ChangeOptions): Promise<Books>;
setBooks(body: CloseBooksRequest, options: DryRunOptions): Promise<DryRun<Books>>;

/**
 * List changes to closed days.
 *
 * Returns the calls with `intoClosed=true` that changed closed days, newest first.
 *
 * Needs the scope `books:read`.
 */
listBookExceptions(query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
}, options?: RequestOptions): Pages<BookExceptionPage>;

/**
 * List categories, parents before children.
 *
 * Returns expense and income categories in one flat list.
 *
 * Needs the scope `transactions:read`.
 */
listCategories(query?: Record<string, never>, options?: RequestOptions): Promise<Category[]>;

/**
 * Create a category.
 *
 * Set `parentId` to create a subcategory of the same kind.
 *
 * Needs the scope `transactions:write`. Needs the role `editor`.
 */
createCategory(body: CreateCategoryRequest, options?: ChangeOptions): Promise<Category>;
createCategory(body: CreateCategoryRequest, options: DryRunOptions): Promise<DryRun<Category>>;

/**
 * Get a category.
 *
 * Returns the category even if it is archived.
 *
 * Needs the scope `transactions:read`.
 */
getCategory(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Category>;

/**
 * Rename, move or archive a category.
 *
 * Transactions keep the category. After a move, they count under the new parent in reports and budgets.
 *
 * Needs the scope `transactions:write`. Needs the role `editor`.
 */
updateCategory(id: string, body: EditCategoryRequest, options?: ChangeOptions): Promise<Category>;
updateCategory(id: string, body: EditCategoryRequest, options: DryRunOptions): Promise<DryRun<Category>>;

/**
 * Delete a category.
 *
 * The category must be unused and have no subcategories. Pass `moveTo` to move its transactions, budgets, rules and schedules to another category of the same kind first.
 *
 * Needs the scope `transactions:write`. Needs the role `editor`.
 */
deleteCategory(id: string, options?: ChangeOptions<{
/** ID of the category that replaces the deleted one in transactions, budgets, rules and schedules. */
moveTo?: string | undefined;
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<Category>;
deleteCategory(id: string, options: DryRunOptions<{
/** ID of the category that replaces the deleted one in transactions, budgets, rules and schedules. */
moveTo?: string | undefined;
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<Category>>;

/**
 * List tags, sorted by name.
 *
 * Includes the number of live transactions with each tag. Omits tags without live transactions.
 *
 * Needs the scope `transactions:read`.
 */
listTags(query?: Record<string, never>, options?: RequestOptions): Promise<Tag[]>;

/**
 * Get a tag.
 *
 * Includes the number of live transactions with the tag and the date of the latest one.
 *
 * Needs the scope `transactions:read`.
 */
getTag(name: string, query?: Record<string, never>, options?: RequestOptions): Promise<Tag>;

/**
 * Rename a tag.
 *
 * Renames the tag on all transactions and in all rules. If another tag already has the new name, the two tags are merged.
 *
 * Needs the scope `transactions:write`. Needs the role `editor`.
 */
renameTag(name: string, body: RenameTagRequest, options?: ChangeOptions): Promise<Tag>;
renameTag(name: string, body: RenameTagRequest, options: DryRunOptions): Promise<DryRun<Tag>>;

/**
 * Delete a tag.
 *
 * Removes the tag from all transactions, including trashed ones. Rules that add the tag do not change. Returns the deleted tag.
 *
 * Needs the scope `transactions:write`. Needs the role `editor`.
 */
deleteTag(name: string, options?: ChangeOptions): Promise<Tag>;
deleteTag(name: string, options: DryRunOptions): Promise<DryRun<Tag>>;

/**
 * List transactions.
 *
 * Returns transactions newest first. With `updatedSince`, returns the transactions changed since then, oldest change first, including trashed ones.
 *
 * Needs the scope `transactions:read`.
 */
listTransactions(query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
/** ID of the account. Matches both sides of a transfer. */
accountId?: string | undefined;
/** ID of the category. Includes its subcategories and matching splits. */
categoryId?: string | undefined;
/** ID of the contact. Includes matching splits. */
contactId?: string | undefined;
/** ID of the import that created the transactions. */
importId?: string | undefined;
/** Type of the transaction. Ignores the types of splits. */
type?: 'adjustment' | 'borrowed' | 'expense' | 'income' | 'lent' | 'repayment_made' | 'repayment_received' | 'transfer' | undefined;
/** First day to include. */
from?: string | undefined;
/** Last day to include. */
to?: string | undefined;
/** Minimum absolute amount, in any currency. */
minAmount?: string | undefined;
/** Maximum absolute amount, in any currency. */
maxAmount?: string | undefined;
/** Returns only transactions in this currency. */
currency?: string | undefined;
/** Text to search for in descriptions and notes. Ignores case and accents. */
q?: string | undefined;
/** If true, returns only expenses and income without a category, or with a split that has none. */
uncategorized?: boolean | undefined;
/** Returns only transactions with this tag. Ignores case and accents. */
tag?: string | undefined;
/** If true, returns only transactions without tags. */
untagged?: boolean | undefined;
/** `true` returns only transactions with files, `false` only those without. Files in the trash do not count. */
hasFile?: boolean | undefined;
/**
 * Returns only transactions with an amount, or the amount of a split, that reports count as spending or as income.
 * This includes refunds and reversals. Other filters must match the same split.
 */
countsAs?: 'expense' | 'income' | undefined;
/** Merchant in the description. Ignores case, accents, and words that contain a digit, `*` or `#`. */
merchant?: string | undefined;
/** Returns only transactions that changed since this time, oldest change first, including trashed ones. */
updatedSince?: string | undefined;
}, options?: RequestOptions): Pages<TransactionPage>;

/**
 * Create a transaction.
 *
 * Balances, debts, budgets and reports change immediately. Matching rules run, but do not replace a category that the request sets.
 *
 * Needs the scope `transactions:write`. Needs the role `editor`.
 */
createTransaction(body: CreateTransactionRequest, options?: ChangeOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<Transaction>;
createTransaction(body: CreateTransactionRequest, options: DryRunOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<Transaction>>;

/**
 * Create, edit, trash and restore many transactions at once.
 *
 * Runs up to 500 operations in order, all or none. Each operation has the same fields as the call for a single transaction. If an operation fails, the problem contains its index, counted from 0, in `operation`, and its pointers refer to the batch.
 *
 * Needs the scope `transactions:write`. Needs the role `editor`.
 */
changeTransactions(body: BatchTransactionsRequest, options?: ChangeOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<TransactionBatch>;
changeTransactions(body: BatchTransactionsRequest, options: DryRunOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<TransactionBatch>>;

/**
 * List trashed transactions, newest first.
 *
 * Returns the transactions trashed within the last 30 days. They can be restored and do not count in any figure.
 *
 * Needs the scope `transactions:read`.
 */
listTrashedTransactions(query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
}, options?: RequestOptions): Pages<TransactionPage>;

/**
 * Empty the trash.
 *
 * Permanently deletes all trashed transactions. They cannot be restored.
 *
 * Needs the scope `transactions:write`. Needs the role `editor`.
 */
emptyTrash(options?: ChangeOptions): Promise<Purged>;
emptyTrash(options: DryRunOptions): Promise<DryRun<Purged>>;

/**
 * Get a transaction, live or trashed.
 *
 * Includes its splits, its tags and, for a transfer, the other account.
 *
 * Needs the scope `transactions:read`.
 */
getTransaction(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Transaction>;

/**
 * Edit a transaction.
 *
 * Changes only the fields that are sent. Balances change immediately. Fields that a new type does not support are cleared.
 *
 * Needs the scope `transactions:write`. Needs the role `editor`.
 */
updateTransaction(id: string, body: EditTransactionRequest, options?: ChangeOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<Transaction>;
updateTransaction(id: string, body: EditTransactionRequest, options: DryRunOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<Transaction>>;

/**
 * Move a transaction to the trash.
 *
 * Reverts its effect on balances, debts, budgets and reports. The transaction can be restored for 30 days.
 *
 * Needs the scope `transactions:write`. Needs the role `editor`.
 */
deleteTransaction(id: string, options?: ChangeOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<Transaction>;
deleteTransaction(id: string, options: DryRunOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<Transaction>>;

/**
 * Restore a transaction from the trash.
 *
 * The transaction counts again in balances, debts, budgets and reports.
 *
 * Needs the scope `transactions:write`. Needs the role `editor`.
 */
restoreTransaction(id: string, options?: ChangeOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<Transaction>;
restoreTransaction(id: string, options: DryRunOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<Transaction>>;

/**
 * Permanently delete a trashed transaction.
 *
 * A deleted transaction cannot be restored. Move a live transaction to the trash first.
 *
 * Needs the scope `transactions:write`. Needs the role `editor`.
 */
deleteTransactionPermanently(id: string, options?: ChangeOptions): Promise<Transaction>;
deleteTransactionPermanently(id: string, options: DryRunOptions): Promise<DryRun<Transaction>>;

/**
 * Get net worth.
 *
 * Returns assets minus liabilities, in the base currency at the latest rates, with a breakdown by currency. Accounts without an exchange rate are excluded and listed in `unconverted`. With `date`, returns the net worth at the end of that day, at its rates.
 *
 * Needs the scope `reports:read`.
 */
getNetWorth(query?: {
/** Day at whose end to compute the net worth. Without it, balances include future-dated transactions. */
date?: string | undefined;
}, options?: RequestOptions): Promise<NetWorth>;

/**
 * Get net worth over time.
 *
 * Each point uses the exchange rates of its day and the transactions dated on or before that day. An account counts from its opening date, or from its first transaction if that is earlier. Accounts with a fixed rate always use that rate.
 *
 * Needs the scope `reports:read`.
 */
getNetWorthHistory(query?: {
/** First day of the period. Defaults to one year before `to`. */
from?: string | undefined;
/** Last day of the period and date of the last point. Defaults to today in Mexico. */
to?: string | undefined;
/** Interval between points. Weekly points are Sundays; monthly points are the last days of the months. */
interval?: 'day' | 'month' | 'week' | undefined;
format?: 'json' | undefined;
}, options?: RequestOptions): Promise<NetWorthHistory>;
getNetWorthHistory(query: {
/** First day of the period. Defaults to one year before `to`. */
from?: string | undefined;
/** Last day of the period and date of the last point. Defaults to today in Mexico. */
to?: string | undefined;
/** Interval between points. Weekly points are Sundays; monthly points are the last days of the months. */
interval?: 'day' | 'month' | 'week' | undefined;
format: 'csv' | 'svg';
}, options?: RequestOptions): Promise<string>;

/**
 * List contacts.
 *
 * Returns contacts sorted by name, with their balances.
 *
 * Needs the scope `contacts:read`.
 */
listContacts(query?: {
/** `false` for contacts that are not archived, `true` for archived ones, `all` for both. */
archived?: 'all' | 'false' | 'true' | undefined;
/** Text to find in the name. Ignores case and accents. */
q?: string | undefined;
}, options?: RequestOptions): Promise<Contact[]>;

/**
 * Create a contact.
 *
 * A contact is a person to whom you lend money or from whom you borrow money.
 *
 * Needs the scope `contacts:write`. Needs the role `editor`.
 */
createContact(body: CreateContactRequest, options?: ChangeOptions): Promise<Contact>;
createContact(body: CreateContactRequest, options: DryRunOptions): Promise<DryRun<Contact>>;

/**
 * Get a contact.
 *
 * Includes the balance in each currency, positive if the contact owes you.
 *
 * Needs the scope `contacts:read`.
 */
getContact(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Contact>;

/**
 * Rename, archive or restore a contact, or change its email address.
 *
 * Changes only the fields that are sent. The contact's debts are not affected.
 *
 * Needs the scope `contacts:write`. Needs the role `editor`.
 */
updateContact(id: string, body: EditContactRequest, options?: ChangeOptions): Promise<Contact>;
updateContact(id: string, body: EditContactRequest, options: DryRunOptions): Promise<DryRun<Contact>>;

/**
 * Delete an unused contact.
 *
 * A contact with current or past debts cannot be deleted. Archive the contact instead.
 *
 * Needs the scope `contacts:write`. Needs the role `editor`.
 */
deleteContact(id: string, options?: ChangeOptions): Promise<Contact>;
deleteContact(id: string, options: DryRunOptions): Promise<DryRun<Contact>>;

/**
 * List the debt history of a contact.
 *
 * Each item is a transaction or a split, oldest first by default. Running balances are per currency, include the complete history regardless of filters, and are not converted.
 *
 * Needs the scope `contacts:read`.
 */
listContactIouHistory(id: string, query?: {
/** First day to include. */
from?: string | undefined;
/** Last day to include. */
to?: string | undefined;
/** Only debts and repayments in this currency. */
currency?: string | undefined;
/** Sort order: `asc` returns the oldest item first, `desc` the latest. */
order?: 'asc' | 'desc' | undefined;
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
}, options?: RequestOptions): Pages<IouHistoryPage>;

/**
 * Download the debt history of a contact.
 *
 * Returns a CSV file with Spanish headings to send to the contact. Omits notes. A positive balance is the amount that the contact owes you.
 *
 * Needs the scope `contacts:read`.
 */
getContactStatement(id: string, query?: {
/** First day to include. */
from?: string | undefined;
/** Last day to include. */
to?: string | undefined;
/** Only debts and repayments in this currency. */
currency?: string | undefined;
/** Sort order: `asc` returns the oldest item first, `desc` the latest. */
order?: 'asc' | 'desc' | undefined;
}, options?: RequestOptions): Promise<string>;

/**
 * List budgets in the cycle that contains a date.
 *
 * Returns budgets sorted by category name. Omits budgets without a cycle on that date.
 *
 * Needs the scope `budgets:read`.
 */
listBudgets(query?: {
/** Lists budgets with a cycle that contains this day. Defaults to today in Mexico. */
date?: string | undefined;
/** Kind of budgets to list. */
type?: 'expense' | 'income' | undefined;
}, options?: RequestOptions): Promise<Budget[]>;

/**
 * Create a budget for a category.
 *
 * The budget repeats monthly or yearly, or applies once. With `rolloverEnabled`, each cycle carries its unspent or overspent amount into the next.
 *
 * Needs the scope `budgets:write`. Needs the role `editor`.
 */
createBudget(body: CreateBudgetRequest, options?: ChangeOptions): Promise<Budget>;
createBudget(body: CreateBudgetRequest, options: DryRunOptions): Promise<DryRun<Budget>>;

/**
 * Get a budget in the cycle that contains a date.
 *
 * Includes the spent amount, the rollover from earlier cycles and the available amount.
 *
 * Needs the scope `budgets:read`.
 */
getBudget(id: string, query?: {
/** Returns the cycle that contains this day, or the nearest cycle. Defaults to today in Mexico. */
date?: string | undefined;
}, options?: RequestOptions): Promise<Budget>;

/**
 * Edit a budget.
 *
 * Changes the amount, the end, the rollover or the account. Omitted fields do not change, and finished cycles keep their amount.
 *
 * Needs the scope `budgets:write`. Needs the role `editor`.
 */
updateBudget(id: string, body: EditBudgetRequest, options?: ChangeOptions): Promise<Budget>;
updateBudget(id: string, body: EditBudgetRequest, options: DryRunOptions): Promise<DryRun<Budget>>;

/**
 * Delete a budget.
 *
 * The transactions of the budget do not change.
 *
 * Needs the scope `budgets:write`. Needs the role `editor`.
 */
deleteBudget(id: string, options?: ChangeOptions): Promise<Budget>;
deleteBudget(id: string, options: DryRunOptions): Promise<DryRun<Budget>>;

/**
 * List past and current cycles of a budget.
 *
 * Returns the cycles of the budget, newest first, each with the amount that applied in it.
 *
 * Needs the scope `budgets:read`.
 */
listBudgetHistory(id: string, query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
}, options?: RequestOptions): Pages<BudgetHistory>;

/**
 * Explain the figures of a budget.
 *
 * Returns the transactions and splits that make up `spent`, newest first and paginated. Every page includes the earlier cycles that make up `rollover`.
 *
 * Needs the scope `budgets:read`.
 */
explainBudget(id: string, query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
/** Explains the cycle that contains this day, or the nearest cycle. Defaults to today in Mexico. */
date?: string | undefined;
}, options?: RequestOptions): Pages<BudgetExplanation>;

/**
 * List rules in the order in which they run.
 *
 * Returns rules sorted by priority, then oldest first.
 *
 * Needs the scope `rules:read`.
 */
listRules(query?: Record<string, never>, options?: RequestOptions): Promise<Rule[]>;

/**
 * Create a rule.
 *
 * The rule runs on expenses and income that are created or imported later.
 *
 * Needs the scope `rules:write`. Needs the role `editor`.
 */
createRule(body: CreateRuleRequest, options?: ChangeOptions): Promise<Rule>;
createRule(body: CreateRuleRequest, options: DryRunOptions): Promise<DryRun<Rule>>;

/**
 * List the transactions that an unsaved rule would match.
 *
 * Returns live transactions, newest first. Nothing is saved.
 *
 * Needs the scopes `rules:read` and `transactions:read`.
 */
previewRule(body: PreviewRuleRequest, options?: ChangeOptions<{
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
}>): Promise<RuleMatchPage>;

/**
 * Get a rule.
 *
 * Includes its conditions, its actions and the time of its last match.
 *
 * Needs the scope `rules:read`.
 */
getRule(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Rule>;

/**
 * Edit a rule.
 *
 * Changes only the fields that are sent. Does not affect transactions that the rule already changed.
 *
 * Needs the scope `rules:write`. Needs the role `editor`.
 */
updateRule(id: string, body: EditRuleRequest, options?: ChangeOptions): Promise<Rule>;
updateRule(id: string, body: EditRuleRequest, options: DryRunOptions): Promise<DryRun<Rule>>;

/**
 * Delete a rule.
 *
 * Does not affect transactions that the rule changed, but its runs can no longer be undone.
 *
 * Needs the scope `rules:write`. Needs the role `editor`.
 */
deleteRule(id: string, options?: ChangeOptions): Promise<Rule>;
deleteRule(id: string, options: DryRunOptions): Promise<DryRun<Rule>>;

/**
 * List the live transactions that a rule matches, newest first.
 *
 * Returns the transactions on which the rule would run if it were applied now. Nothing changes.
 *
 * Needs the scopes `rules:read` and `transactions:read`.
 */
listRuleMatches(id: string, query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
}, options?: RequestOptions): Pages<RuleMatchPage>;

/**
 * Apply a rule to existing transactions.
 *
 * Runs only this rule, even if it is disabled. Does not replace a category that the user chose unless `force` is true. A run can be undone.
 *
 * Needs the scopes `rules:write` and `transactions:write`. Needs the role `editor`.
 */
applyRule(id: string, body?: ApplyRuleRequest, options?: ChangeOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<AppliedRule>;
applyRule(id: string, body: ApplyRuleRequest, options: DryRunOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<AppliedRule>>;

/**
 * List the runs of a rule, newest first.
 *
 * Each run contains the numbers of matched and changed transactions. A run can be undone once.
 *
 * Needs the scope `rules:read`.
 */
listRuleRuns(id: string, query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
}, options?: RequestOptions): Pages<RuleRunPage>;

/**
 * Undo a rule run.
 *
 * Restores only the fields that have not changed since the run. Idempotent.
 *
 * Needs the scopes `rules:write` and `transactions:write`. Needs the role `editor`.
 */
undoRuleRun(id: string, runId: string, options?: ChangeOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<UndoneRun>;
undoRuleRun(id: string, runId: string, options: DryRunOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<UndoneRun>>;

/**
 * Explain the rules and the category of a transaction.
 *
 * Returns the rules that matched the transaction with their outcomes, and the origin of its category: the user, a rule or an import.
 *
 * Needs the scope `transactions:read`.
 */
explainTransaction(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<TransactionExplanation>;

/**
 * List the statements of a card.
 *
 * Returns statements newest first, starting with the current period. Statements are computed from the transactions, so changes to past transactions appear immediately. An account that is not a card has no statements.
 *
 * Needs the scope `accounts:read`.
 */
listCardStatements(id: string, query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
}, options?: RequestOptions): Pages<CardStatementPage>;

/**
 * Record the bank's dates and amounts for a statement.
 *
 * Recorded dates replace the computed ones for this statement. The next period starts after the recorded cut-off, and later statements follow the card terms again. Recorded amounts appear next to the computed ones. Omitted fields do not change. Null removes a recorded value.
 *
 * Needs the scope `accounts:write`. Needs the role `editor`.
 */
recordCardStatement(id: string, cutOff: string, body: RecordStatementRequest, options?: ChangeOptions): Promise<CardStatement>;
recordCardStatement(id: string, cutOff: string, body: RecordStatementRequest, options: DryRunOptions): Promise<DryRun<CardStatement>>;

/**
 * Pay a statement.
 *
 * Creates a transfer to the card and returns it. The amounts `avoidInterest`, `minimum` and `total` also require `accounts:read`. Without that scope, the description of the transfer omits the name of the card.
 *
 * Needs the scope `transactions:write`. Needs the role `editor`.
 */
payCardStatement(id: string, cutOff: string, body: PayStatementRequest, options?: ChangeOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<Transaction>;
payCardStatement(id: string, cutOff: string, body: PayStatementRequest, options: DryRunOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<Transaction>>;

/**
 * List interest-free installment purchases.
 *
 * Returns purchases newest first. A purchase is `running` until all its installments are paid.
 *
 * Needs the scope `budgets:read`.
 */
listInstallments(query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
/** Returns only purchases with the card of this account. */
accountId?: string | undefined;
/** Status of the purchases to list: `running` until all installments are paid, then `finished`. */
status?: 'finished' | 'running' | undefined;
}, options?: RequestOptions): Pages<InstallmentsPage>;

/**
 * Convert a purchase to interest-free installments.
 *
 * The full amount is owed from the first day, but `paymentToAvoidInterest` includes only the installments billed so far. Editing the purchase recomputes the installments, and trashing it suspends them.
 *
 * Needs the scope `budgets:write`. Needs the role `editor`.
 */
createInstallments(body: CreateInstallmentsRequest, options?: ChangeOptions): Promise<Installments>;
createInstallments(body: CreateInstallmentsRequest, options: DryRunOptions): Promise<DryRun<Installments>>;

/**
 * Get an interest-free installment purchase.
 *
 * Includes its installments and the statements that bill them.
 *
 * Needs the scope `budgets:read`.
 */
getInstallments(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Installments>;

/**
 * Cancel the installments of a purchase.
 *
 * The statement of the next cut-off bills the remaining amount. Closed statements do not change.
 *
 * Needs the scope `budgets:write`. Needs the role `editor`.
 */
deleteInstallments(id: string, options?: ChangeOptions): Promise<Installments>;
deleteInstallments(id: string, options: DryRunOptions): Promise<DryRun<Installments>>;

/**
 * List files.
 *
 * Returns files newest first, with the resources that they belong to.
 *
 * Needs the scope `files:read`.
 */
listFiles(query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
/** Only files of this transaction. */
transactionId?: string | undefined;
/** Only files of this type. */
mediaType?: 'application/pdf' | 'application/vnd.ms-excel' | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' | 'application/x-ofx' | 'application/x-qif' | 'application/xml' | 'image/heic' | 'image/jpeg' | 'image/png' | 'image/webp' | 'text/csv' | 'text/html' | undefined;
/** Only the file with this hash, as lower-case hex. */
sha256?: string | undefined;
/** True to list the trash instead. */
deleted?: boolean | undefined;
}, options?: RequestOptions): Pages<FilePage>;

/**
 * Upload a file.
 *
 * Stores a receipt, statement or other file of up to 10 MiB, and links it to a transaction if `transactionId` is sent. If the workspace already has the same bytes, returns the existing file with `deduplicated` true, restored from the trash with its links if necessary.
 *
 * Needs the scope `files:write`. Needs the role `editor`.
 */
uploadFile(body: {
/** JPEG, PNG, WebP, HEIC, PDF or XML file of 1 byte to 10 MiB. The type is detected from the content. */
file: Upload;
/** Name of the file. Defaults to the file name of the part, without its path. */
name?: string | undefined;
/** ID of the transaction that the file belongs to. */
transactionId?: string | undefined;
}, options?: ChangeOptions): Promise<UploadedFile>;

/**
 * Get a file, live or trashed.
 *
 * Returns the record of the file. Download its bytes from `/content`.
 *
 * Needs the scope `files:read`.
 */
getFile(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<File>;

/**
 * Rename a file.
 *
 * Needs the scope `files:write`. Needs the role `editor`.
 */
updateFile(id: string, body: RenameFileRequest, options?: ChangeOptions): Promise<File>;
updateFile(id: string, body: RenameFileRequest, options: DryRunOptions): Promise<DryRun<File>>;

/**
 * Move a file to the trash.
 *
 * The file no longer counts in its transactions. It can be restored with its links for 30 days.
 *
 * Needs the scope `files:write`. Needs the role `editor`.
 */
deleteFile(id: string, options?: ChangeOptions): Promise<File>;
deleteFile(id: string, options: DryRunOptions): Promise<DryRun<File>>;

/**
 * Download the bytes of a file.
 *
 * Returns the bytes as an attachment, which browsers save instead of displaying. Supports `If-None-Match` with the hash, and a single `Range`. The content of a file in the trash is not available.
 *
 * Needs the scope `files:read`.
 */
downloadFile(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Blob>;

/**
 * Restore a file from the trash.
 *
 * Also restores its links.
 *
 * Needs the scope `files:write`. Needs the role `editor`.
 */
restoreFile(id: string, options?: ChangeOptions): Promise<File>;
restoreFile(id: string, options: DryRunOptions): Promise<DryRun<File>>;

/**
 * Permanently delete a trashed file.
 *
 * A deleted file cannot be restored. Move a live file to the trash first.
 *
 * Needs the scope `files:write`. Needs the role `editor`.
 */
deleteFilePermanently(id: string, options?: ChangeOptions): Promise<File>;
deleteFilePermanently(id: string, options: DryRunOptions): Promise<DryRun<File>>;

/**
 * Link a file to a transaction.
 *
 * A transaction can have up to 10 files. Linking a file again has no effect.
 *
 * Needs the scope `files:write`. Needs the role `editor`.
 */
linkFile(id: string, body: LinkFileRequest, options?: ChangeOptions): Promise<File>;
linkFile(id: string, body: LinkFileRequest, options: DryRunOptions): Promise<DryRun<File>>;

/**
 * Unlink a file from a transaction.
 *
 * Keeps the file. Unlinking a file that is not linked has no effect.
 *
 * Needs the scope `files:write`. Needs the role `editor`.
 */
unlinkFile(id: string, fileId: string, options?: ChangeOptions): Promise<File>;
unlinkFile(id: string, fileId: string, options: DryRunOptions): Promise<DryRun<File>>;

/**
 * List goals.
 *
 * Returns goals sorted by priority, then by name. Omits archived goals by default.
 *
 * Needs the scope `goals:read`.
 */
listGoals(query?: {
/** `false` for goals that are not archived, `true` for archived ones, `all` for both. */
archived?: 'all' | 'false' | 'true' | undefined;
}, options?: RequestOptions): Promise<Goal[]>;

/**
 * Create a goal.
 *
 * A goal (apartado) is money in an asset account that is set aside for something. Setting money aside does not change balances, net worth or reports. The account shows the amounts that are `setAside` and `free`.
 *
 * Needs the scope `goals:write`. Needs the role `editor`.
 */
createGoal(body: CreateGoalRequest, options?: ChangeOptions): Promise<Goal>;
createGoal(body: CreateGoalRequest, options: DryRunOptions): Promise<DryRun<Goal>>;

/**
 * Get a goal.
 *
 * Includes the amount needed per pay day to reach the target in time.
 *
 * Needs the scope `goals:read`.
 */
getGoal(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Goal>;

/**
 * Edit a goal.
 *
 * Changes only the fields that are sent. `archived: true` archives the goal and frees its saved amount with a negative move. `archived: false` restores the goal with nothing saved.
 *
 * Needs the scope `goals:write`. Needs the role `editor`.
 */
updateGoal(id: string, body: EditGoalRequest, options?: ChangeOptions): Promise<Goal>;
updateGoal(id: string, body: EditGoalRequest, options: DryRunOptions): Promise<DryRun<Goal>>;

/**
 * Delete a goal with nothing saved.
 *
 * Keeps the expenses that the goal paid for, and sets their `goalId` to null.
 *
 * Needs the scope `goals:write`. Needs the role `editor`.
 */
deleteGoal(id: string, options?: ChangeOptions): Promise<Goal>;
deleteGoal(id: string, options: DryRunOptions): Promise<DryRun<Goal>>;

/**
 * Set money aside or take it back.
 *
 * A positive amount sets aside money from the free amount of the account, or from another of its goals with `fromGoalId`. A negative amount returns money.
 *
 * Needs the scope `goals:write`. Needs the role `editor`.
 */
moveGoal(id: string, body: MoveGoalRequest, options?: ChangeOptions): Promise<GoalMove>;
moveGoal(id: string, body: MoveGoalRequest, options: DryRunOptions): Promise<DryRun<GoalMove>>;

/**
 * List the moves of a goal.
 *
 * Returns moves sorted by date, newest first. A move between two goals is in the lists of both.
 *
 * Needs the scope `goals:read`.
 */
listGoalMoves(id: string, query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
}, options?: RequestOptions): Pages<GoalMovePage>;

/**
 * Undo a move of a goal.
 *
 * A move between two goals is undone in both.
 *
 * Needs the scope `goals:write`. Needs the role `editor`.
 */
undoGoalMove(id: string, moveId: string, options?: ChangeOptions): Promise<GoalMove>;
undoGoalMove(id: string, moveId: string, options: DryRunOptions): Promise<DryRun<GoalMove>>;

/**
 * List tandas.
 *
 * Returns tandas, oldest first, with their rounds.
 *
 * Needs the scope `goals:read`.
 */
listTandas(query?: Record<string, never>, options?: RequestOptions): Promise<Tanda[]>;

/**
 * Create a tanda.
 *
 * A tanda is a rotating savings club: in each turn all members pay, and one of them receives. Also creates a contact with the name of the tanda. Each recorded round is a debt with that contact.
 *
 * Needs the scope `goals:write`. Needs the role `editor`.
 */
createTanda(body: CreateTandaRequest, options?: ChangeOptions): Promise<Tanda>;
createTanda(body: CreateTandaRequest, options: DryRunOptions): Promise<DryRun<Tanda>>;

/**
 * Get a tanda.
 *
 * Includes every round with its status.
 *
 * Needs the scope `goals:read`.
 */
getTanda(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Tanda>;

/**
 * Rename a tanda.
 *
 * Also renames the contact of the tanda.
 *
 * Needs the scope `goals:write`. Needs the role `editor`.
 */
updateTanda(id: string, body: EditTandaRequest, options?: ChangeOptions): Promise<Tanda>;
updateTanda(id: string, body: EditTandaRequest, options: DryRunOptions): Promise<DryRun<Tanda>>;

/**
 * Delete a tanda without recorded rounds.
 *
 * Also deletes the contact of the tanda, unless trashed transactions use it.
 *
 * Needs the scope `goals:write`. Needs the role `editor`.
 */
deleteTanda(id: string, options?: ChangeOptions): Promise<Tanda>;
deleteTanda(id: string, options: DryRunOptions): Promise<DryRun<Tanda>>;

/**
 * Record a round.
 *
 * Creates the payment or payout of a turn, or links an existing expense or income of exactly the same amount. The transaction becomes a debt with the contact of the tanda and no longer counts in budgets and reports.
 *
 * Needs the scopes `goals:write` and `transactions:write`. Needs the role `editor`.
 */
recordRound(id: string, number: string, body: RecordRoundRequest, options?: ChangeOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<Tanda>;
recordRound(id: string, number: string, body: RecordRoundRequest, options: DryRunOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<Tanda>>;

/**
 * List taxpayers.
 *
 * Returns the people and companies whose invoices the workspace keeps, ordered by RFC.
 *
 * Needs the scope `invoices:read`.
 */
listTaxpayers(query?: Record<string, never>, options?: RequestOptions): Promise<Taxpayer[]>;

/**
 * Add or rename a taxpayer.
 *
 * The direction of every invoice follows from the taxpayers: `issued` if the issuer is one, `received` if the receiver is one, otherwise `unrelated`. The RFC ignores case.
 *
 * Needs the scope `invoices:write`. Needs the role `owner`.
 */
setTaxpayer(rfc: string, body: PutTaxpayerRequest, options?: ChangeOptions): Promise<Taxpayer>;
setTaxpayer(rfc: string, body: PutTaxpayerRequest, options: DryRunOptions): Promise<DryRun<Taxpayer>>;

/**
 * Delete a taxpayer.
 *
 * Keeps its invoices, which become `unrelated` unless the other party is a taxpayer too.
 *
 * Needs the scope `invoices:write`. Needs the role `owner`.
 */
deleteTaxpayer(rfc: string, options?: ChangeOptions): Promise<Taxpayer>;
deleteTaxpayer(rfc: string, options: DryRunOptions): Promise<DryRun<Taxpayer>>;

/**
 * List invoices.
 *
 * Returns invoices, newest issue date first. A page of large invoices may have fewer items than `limit`.
 *
 * Needs the scope `invoices:read`.
 */
listInvoices(query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
/** Only invoices of this kind. */
kind?: 'credit' | 'income' | 'payment' | 'payroll' | 'transfer' | undefined;
/** Only invoices with this direction, according to the current taxpayers. */
direction?: 'issued' | 'received' | 'unrelated' | undefined;
/** Only invoices issued in this year. */
year?: number | undefined;
/** Only invoices of the issuer with this RFC. */
issuer?: string | undefined;
/** Only invoices with this use (uso de CFDI). */
use?: string | undefined;
/** Only invoices with this match. */
match?: 'linked' | 'none' | 'suggested' | undefined;
/** True to list the trash instead. */
deleted?: boolean | undefined;
}, options?: RequestOptions): Pages<InvoicePage>;

/**
 * Upload invoices.
 *
 * Stores one CFDI 4.0 as XML, or a ZIP archive of them, and keeps each XML as a file. Links an invoice to a transaction if each is the only candidate of the other by amount, date, and RFC or name. Uploading the same bytes again returns the existing invoice and restores it from the trash. An invalid file in an archive does not affect the others; an invalid single XML returns its problem. Files after the first 8 MiB of contents of an archive are refused. All checks run offline.
 *
 * Needs the scope `invoices:write`. Needs the role `editor`.
 */
uploadInvoices(body: {
/** XML file of up to 5 MiB, or ZIP archive of up to 500 XML files and 20 MiB, both packed and unpacked. */
file: Upload;
}, options?: ChangeOptions): Promise<UploadedInvoices>;

/**
 * Get an invoice, live or trashed.
 *
 * Needs the scope `invoices:read`.
 */
getInvoice(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Invoice>;

/**
 * Move an invoice to the trash.
 *
 * Hides the links of the invoice and keeps its file. The invoice can be restored with its links for 30 days.
 *
 * Needs the scope `invoices:write`. Needs the role `editor`.
 */
deleteInvoice(id: string, options?: ChangeOptions): Promise<Invoice>;
deleteInvoice(id: string, options: DryRunOptions): Promise<DryRun<Invoice>>;

/**
 * Restore an invoice from the trash.
 *
 * Also restores the links of the invoice.
 *
 * Needs the scope `invoices:write`. Needs the role `editor`.
 */
restoreInvoice(id: string, options?: ChangeOptions): Promise<Invoice>;
restoreInvoice(id: string, options: DryRunOptions): Promise<DryRun<Invoice>>;

/**
 * List the transactions that may pay an invoice.
 *
 * Returns up to 100 transactions with the amount, currency and direction of the invoice, best first. Excludes transactions that already pay an invoice. A linked invoice has no candidates.
 *
 * Needs the scope `invoices:read`.
 */
listInvoiceCandidates(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Candidates>;

/**
 * Link an invoice to the transactions that pay it.
 *
 * The transactions must add up to the total, or for payroll to the net pay or the total, unless `allowDifference` is true. Also links the file of the invoice to transactions that have fewer than 10 files.
 *
 * Needs the scope `invoices:write`. Needs the role `editor`.
 */
linkInvoice(id: string, body: LinkInvoiceRequest, options?: ChangeOptions): Promise<Invoice>;
linkInvoice(id: string, body: LinkInvoiceRequest, options: DryRunOptions): Promise<DryRun<Invoice>>;

/**
 * Unlink an invoice from its transactions.
 *
 * Also unlinks the file of the invoice from them. Unlinking an invoice without links has no effect.
 *
 * Needs the scope `invoices:write`. Needs the role `editor`.
 */
unlinkInvoice(id: string, options?: ChangeOptions): Promise<Invoice>;
unlinkInvoice(id: string, options: DryRunOptions): Promise<DryRun<Invoice>>;

/**
 * Create the transactions of an invoice.
 *
 * Creates an expense for a received invoice, an income for an issued invoice, and the opposite for a credit note. For received payroll, creates an income with the net pay and another with the payments in kind. Links the transactions to the invoice.
 *
 * Needs the scopes `invoices:write` and `transactions:write`. Needs the role `editor`.
 */
recordInvoice(id: string, body: RecordInvoiceRequest, options?: ChangeOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<Invoice>;
recordInvoice(id: string, body: RecordInvoiceRequest, options: DryRunOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<Invoice>>;

/**
 * Report personal deductions.
 *
 * Sums the received invoices of a year with uses D01 to D10, and lists excluded invoices with the reasons. Credit notes reduce their related invoices, and replaced invoices do not count. The report is an aid for the annual tax return, not tax advice.
 *
 * Needs the scope `invoices:read`.
 */
reportDeductions(query: {
/** Year of issue of the invoices. */
year: number;
/** RFC of the taxpayer who received the invoices. Ignores case. */
rfc: string;
/** Total income of the year, including exempt income. Without it, the report does not compute the general cap. */
totalIncome?: string | undefined;
}, options?: RequestOptions): Promise<Deductions>;

/**
 * Get household balances.
 *
 * Sums the live expenses that have `paidBy` and `shares`, and the recorded settlements, by currency and member. Proposes payments that settle all balances. Without `from` and `to`, includes all dates.
 *
 * Needs the scope `members:read`.
 */
getHouseholdSettlement(query?: {
/** First day to include; unlimited if omitted. */
from?: string | undefined;
/** Last day to include; unlimited if omitted. */
to?: string | undefined;
}, options?: RequestOptions): Promise<HouseholdSettlement>;

/**
 * List settlements.
 *
 * Returns the recorded payments between members, newest first.
 *
 * Needs the scope `members:read`.
 */
listSettlements(query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
}, options?: RequestOptions): Pages<SettlementPage>;

/**
 * Record a payment between two members.
 *
 * Reduces the debt of `from` and the credit of `to`, but no account balance. The amount must not exceed the lesser of the two over all time. Former members can still pay and be paid.
 *
 * Needs the scope `members:write`. Needs the role `editor`.
 */
recordSettlement(body: RecordSettlementRequest, options?: ChangeOptions): Promise<Settlement>;
recordSettlement(body: RecordSettlementRequest, options: DryRunOptions): Promise<DryRun<Settlement>>;

/**
 * Get a settlement.
 *
 * A settlement that was undone no longer exists.
 *
 * Needs the scope `members:read`.
 */
getSettlement(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Settlement>;

/**
 * Undo a settlement.
 *
 * Deletes the record of the payment. The amount is owed again.
 *
 * Needs the scope `members:write`. Needs the role `editor`.
 */
undoSettlement(id: string, options?: ChangeOptions): Promise<Settlement>;
undoSettlement(id: string, options: DryRunOptions): Promise<DryRun<Settlement>>;

/**
 * List imports, newest first.
 *
 * Returns drafts, committed imports and undone imports, each with its row counts by status.
 *
 * Needs the scope `imports:read`.
 */
listImports(query?: Record<string, never>, options?: RequestOptions): Promise<ImportSummary[]>;

/**
 * Read a statement file into a draft.
 *
 * Detects the encoding, delimiter, header, columns, date format and decimal separator. Options in the request take precedence. A PDF is checked against its printed totals and balances; see `proof`.
 *
 * Needs the scope `imports:write`. Needs the role `editor`.
 */
createImport(body: {
/** Statement file, up to 20 MiB and 100,000 rows, or 300 pages of a PDF. */
file: Upload;
/** ID of the account that the statement belongs to. */
accountId: string;
/** Column index of each field, and the formats of dates and amounts. */
mapping?: MappingRequest | undefined;
/** Character encoding of the file. Detected by default. */
encoding?: string | undefined;
/** Separator between cells. Detected by default. */
delimiter?: string | undefined;
/** Password of an encrypted PDF. It is used once and never stored. */
password?: string | undefined;
/** ID of the account in a PDF with several accounts, from `sections` of the problem. */
section?: string | undefined;
}, options?: ChangeOptions): Promise<Import>;

/**
 * Get an import with its first 1,000 rows.
 *
 * Returns the reading options, the warnings and the rows. In a draft, the status of a row shows how a commit would treat the row now.
 *
 * Needs the scope `imports:read`.
 */
getImport(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Import>;

/**
 * Read a draft again with other options.
 *
 * Changes the mapping, encoding, delimiter, section or account. An encrypted PDF needs its password again. Edited rows keep their edits if they still apply.
 *
 * Needs the scope `imports:write`. Needs the role `editor`.
 */
updateImport(id: string, body: EditImportRequest, options?: ChangeOptions): Promise<Import>;
updateImport(id: string, body: EditImportRequest, options: DryRunOptions): Promise<DryRun<Import>>;

/**
 * Delete a draft.
 *
 * Deletes the file and its rows. To remove a committed import, undo the import.
 *
 * Needs the scope `imports:write`. Needs the role `editor`.
 */
deleteImport(id: string, options?: ChangeOptions): Promise<Import>;
deleteImport(id: string, options: DryRunOptions): Promise<DryRun<Import>>;

/**
 * List the rows of an import.
 *
 * Returns the rows in file order, optionally filtered by status. A page of large rows may have fewer items than `limit`.
 *
 * Needs the scope `imports:read`.
 */
listImportRows(id: string, query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
/** Returns only rows with this status. */
status?: 'duplicate' | 'error' | 'excluded' | 'ready' | undefined;
}, options?: RequestOptions): Pages<ImportRowPage>;

/**
 * Edit, exclude or include a row of a draft.
 *
 * Reading the file again preserves the edits. A category set to null is not suggested again.
 *
 * Needs the scope `imports:write`. Needs the role `editor`.
 */
updateImportRow(id: string, index: string, body: EditImportRowRequest, options?: ChangeOptions): Promise<Import>;
updateImportRow(id: string, index: string, body: EditImportRowRequest, options: DryRunOptions): Promise<DryRun<Import>>;

/**
 * Commit the ready rows of a draft.
 *
 * Creates a transaction for each ready row, all or none. Fails if the rows of a PDF disagree with its totals or balances, unless `acceptUnproven` is true. Idempotent.
 *
 * Needs the scope `imports:write`. Needs the role `editor`.
 */
commitImport(id: string, body?: CommitImportRequest, options?: ChangeOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<Import>;
commitImport(id: string, body: CommitImportRequest, options: DryRunOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<Import>>;

/**
 * Undo a committed import.
 *
 * Moves the transactions of the import to the trash, including edited ones. Idempotent.
 *
 * Needs the scope `imports:write`. Needs the role `editor`.
 */
undoImport(id: string, options?: ChangeOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<Import>;
undoImport(id: string, options: DryRunOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<Import>>;

/**
 * Get spending or income by group.
 *
 * Returns totals in the base currency. Each item links to its transactions. Live expenses and income, or their splits, count under the kind of their category, so a refund lowers spending. Transfers, adjustments and debts do not count. A transaction with two tags counts under both. Merchants and tags are paginated. Without `limit`, a CSV file has up to 10,000 merchants or tags. Its last column is the number of transactions excluded because they have no exchange rate. If the file is incomplete, its name ends in `-incompleto`.
 *
 * Needs the scope `reports:read`.
 */
getSpendingReport(query?: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
/** First day of the period, at most 20 years before `to`. Defaults to the first day of the current month in Mexico. */
from?: string | undefined;
/** Last day of the period. Defaults to today in Mexico. */
to?: string | undefined;
/** `expense` for spending minus refunds, `income` for income minus reversals. */
type?: 'expense' | 'income' | undefined;
/**
 * Grouping of the items. A week starts on Monday. A quincena is the 1st to the 15th of a month, or the rest of the
 * month.
 */
groupBy?: 'account' | 'category' | 'day' | 'merchant' | 'month' | 'quincena' | 'tag' | 'week' | 'year' | undefined;
/** Counts only transactions in this category and its subcategories. */
categoryId?: string | undefined;
/** Counts only transactions in this account. */
accountId?: string | undefined;
/** Counts only transactions with this merchant. Ignores case, accents and spaces. */
merchant?: string | undefined;
/** Counts only transactions with this tag. Ignores case and accents. */
tag?: string | undefined;
/**
 * Period to compare with: `previous` for the same number of days or months immediately before, `year` for the same
 * dates one year earlier, or `none`.
 */
compare?: 'none' | 'previous' | 'year' | undefined;
format?: 'json' | undefined;
}, options?: RequestOptions): Pages<SpendingReport>;
getSpendingReport(query: {
/** Maximum number of items on the page. */
limit?: number | undefined;
/** `nextCursor` of the previous page. */
cursor?: string | undefined;
/** First day of the period, at most 20 years before `to`. Defaults to the first day of the current month in Mexico. */
from?: string | undefined;
/** Last day of the period. Defaults to today in Mexico. */
to?: string | undefined;
/** `expense` for spending minus refunds, `income` for income minus reversals. */
type?: 'expense' | 'income' | undefined;
/**
 * Grouping of the items. A week starts on Monday. A quincena is the 1st to the 15th of a month, or the rest of the
 * month.
 */
groupBy?: 'account' | 'category' | 'day' | 'merchant' | 'month' | 'quincena' | 'tag' | 'week' | 'year' | undefined;
/** Counts only transactions in this category and its subcategories. */
categoryId?: string | undefined;
/** Counts only transactions in this account. */
accountId?: string | undefined;
/** Counts only transactions with this merchant. Ignores case, accents and spaces. */
merchant?: string | undefined;
/** Counts only transactions with this tag. Ignores case and accents. */
tag?: string | undefined;
/**
 * Period to compare with: `previous` for the same number of days or months immediately before, `year` for the same
 * dates one year earlier, or `none`.
 */
compare?: 'none' | 'previous' | 'year' | undefined;
format: 'csv' | 'svg';
}, options?: RequestOptions): Promise<string>;

/**
 * Get income and expenses by interval.
 *
 * Counts the same transactions as the spending report: refunds lower expenses, and reversals lower income. Transactions without an exchange rate are excluded. The last column of a CSV file is their number. If any are excluded, the file name ends in `-incompleto`.
 *
 * Needs the scope `reports:read`.
 */
getCashFlowReport(query?: {
/** First day of the period, at most 20 years before `to`. Defaults to the first day of the current month in Mexico. */
from?: string | undefined;
/** Last day of the period. Defaults to today in Mexico. */
to?: string | undefined;
/**
 * Length of the intervals. A week starts on Monday. A quincena is the 1st to the 15th of a month, or the rest of the
 * month.
 */
interval?: 'day' | 'month' | 'quincena' | 'week' | 'year' | undefined;
/** Counts only transactions in this account. */
accountId?: string | undefined;
format?: 'json' | undefined;
}, options?: RequestOptions): Promise<CashFlowReport>;
getCashFlowReport(query: {
/** First day of the period, at most 20 years before `to`. Defaults to the first day of the current month in Mexico. */
from?: string | undefined;
/** Last day of the period. Defaults to today in Mexico. */
to?: string | undefined;
/**
 * Length of the intervals. A week starts on Monday. A quincena is the 1st to the 15th of a month, or the rest of the
 * month.
 */
interval?: 'day' | 'month' | 'quincena' | 'week' | 'year' | undefined;
/** Counts only transactions in this account. */
accountId?: string | undefined;
format: 'csv' | 'svg';
}, options?: RequestOptions): Promise<string>;

/**
 * List recurring payments that have no schedule yet.
 *
 * Returns suggestions, most regular first. Each suggestion lists its transactions: at least three with the same merchant, account and type, or two for yearly payments. Payments that a schedule covers are omitted.
 *
 * Needs the scope `budgets:read`.
 */
listScheduleSuggestions(query?: Record<string, never>, options?: RequestOptions): Promise<SuggestionList>;

/**
 * Dismiss a suggestion.
 *
 * A dismissed suggestion does not appear again.
 *
 * Needs the scope `budgets:write`. Needs the role `editor`.
 */
dismissScheduleSuggestion(id: string, options?: ChangeOptions): Promise<Suggestion>;
dismissScheduleSuggestion(id: string, options: DryRunOptions): Promise<DryRun<Suggestion>>;

/**
 * List schedules.
 *
 * Returns schedules sorted by next date, with ended schedules last.
 *
 * Needs the scope `budgets:read`.
 */
listSchedules(query?: {
/** Returns only schedules with this status. By default, returns all schedules. */
status?: 'active' | 'ended' | 'paused' | undefined;
}, options?: RequestOptions): Promise<Schedule[]>;

/**
 * Create a schedule.
 *
 * A schedule is a recurring expected transaction, such as a salary, rent or a subscription. New transactions of the account are matched to the occurrences of the schedule automatically. Link existing transactions with `linkOccurrence`.
 *
 * Needs the scope `budgets:write`. Needs the role `editor`.
 */
createSchedule(body: CreateScheduleRequest, options?: ChangeOptions): Promise<Schedule>;
createSchedule(body: CreateScheduleRequest, options: DryRunOptions): Promise<DryRun<Schedule>>;

/**
 * Get a schedule.
 *
 * Includes the date of its next open occurrence.
 *
 * Needs the scope `budgets:read`.
 */
getSchedule(id: string, query?: Record<string, never>, options?: RequestOptions): Promise<Schedule>;

/**
 * Edit a schedule.
 *
 * Changes only the fields that are sent. Matched transactions stay matched.
 *
 * Needs the scope `budgets:write`. Needs the role `editor`.
 */
updateSchedule(id: string, body: EditScheduleRequest, options?: ChangeOptions): Promise<Schedule>;
updateSchedule(id: string, body: EditScheduleRequest, options: DryRunOptions): Promise<DryRun<Schedule>>;

/**
 * Delete a schedule.
 *
 * The transactions of the schedule are not deleted.
 *
 * Needs the scope `budgets:write`. Needs the role `editor`.
 */
deleteSchedule(id: string, options?: ChangeOptions): Promise<Schedule>;
deleteSchedule(id: string, options: DryRunOptions): Promise<DryRun<Schedule>>;

/**
 * List the occurrences of a schedule.
 *
 * Returns occurrences sorted by nominal date, oldest first, each with its status and its matched transaction.
 *
 * Needs the scope `budgets:read`.
 */
listOccurrences(id: string, query?: {
/** First day to include. Defaults to today in Mexico. */
from?: string | undefined;
/** Last day to include, at most one year after `from`. Defaults to one year after `from`. */
to?: string | undefined;
}, options?: RequestOptions): Promise<OccurrenceList>;

/**
 * Post an occurrence.
 *
 * Creates the expected transaction with the fields of the schedule.
 *
 * Needs the scope `budgets:write`. Needs the role `editor`.
 */
postOccurrence(id: string, nominalDate: string, body?: PostOccurrenceRequest, options?: ChangeOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<Occurrence>;
postOccurrence(id: string, nominalDate: string, body: PostOccurrenceRequest, options: DryRunOptions<{
/** If true, the call may change days that the books have closed. Also needs the scope `books:write` and the role `owner`. `GET /v1/books/exceptions` lists such calls. */
intoClosed?: boolean | undefined;
}>): Promise<DryRun<Occurrence>>;

/**
 * Skip an occurrence.
 *
 * The occurrence is no longer expected and matches no transaction.
 *
 * Needs the scope `budgets:write`. Needs the role `editor`.
 */
skipOccurrence(id: string, nominalDate: string, options?: ChangeOptions): Promise<Occurrence>;
skipOccurrence(id: string, nominalDate: string, options: DryRunOptions): Promise<DryRun<Occurrence>>;

/**
 * Unskip an occurrence.
 *
 * The skipped occurrence is expected again.
 *
 * Needs the scope `budgets:write`. Needs the role `editor`.
 */
unskipOccurrence(id: string, nominalDate: string, options?: ChangeOptions): Promise<Occurrence>;
unskipOccurrence(id: string, nominalDate: string, options: DryRunOptions): Promise<DryRun<Occurrence>>;

/**
 * Link a transaction to an occurrence.
 *
 * Links an existing transaction to the occurrence, regardless of its date and amount.
 *
 * Needs the scope `budgets:write`. Needs the role `editor`.
 */
linkOccurrence(id: string, nominalDate: string, body: LinkOccurrenceRequest, options?: ChangeOptions): Promise<Occurrence>;
linkOccurrence(id: string, nominalDate: string, body: LinkOccurrenceRequest, options: DryRunOptions): Promise<DryRun<Occurrence>>;

/**
 * Forecast account balances day by day.
 *
 * Projects each active account from its balance today, future-dated transactions, schedules, card payments on their due dates and rounds of tandas. The remaining amount of each budget is spread over the days left in its cycle. It is taken from the budget's account, or from the account that its category uses most.
 *
 * Needs the scope `reports:read`.
 */
getForecast(query?: {
/** Last day of the forecast, at most 12 months from today in Mexico. Defaults to 30 days from today. */
until?: string | undefined;
format?: 'json' | undefined;
}, options?: RequestOptions): Promise<Forecast>;
getForecast(query: {
/** Last day of the forecast, at most 12 months from today in Mexico. Defaults to 30 days from today. */
until?: string | undefined;
format: 'csv' | 'svg';
}, options?: RequestOptions): Promise<string>;

/**
 * Export all data of the workspace.
 *
 * Streams a consistent snapshot. `json` contains all entered data, including the trash and committed imports, and can be restored with `workspace import`. It omits derived figures, keys and passwords. `zip` contains this document as `workspace.json`, and the bytes of each file as `files/<sha256>`. `csv` has one row for each split and side of a transaction, with Spanish headings. `hledger` is a journal for hledger. An interrupted download is incomplete and cannot be restored.
 *
 * Needs the scope `read_only` or all read scopes.
 */
exportWorkspace(query?: {
format?: 'json' | undefined;
}, options?: RequestOptions): Promise<Export>;
exportWorkspace(query: {
format: 'csv' | 'hledger';
}, options?: RequestOptions): Promise<string>;
exportWorkspace(query: {
format: 'zip';
}, options?: RequestOptions): Promise<Blob>;
}

/** Method and path of each operation; `b` takes a body, `m` a form, `p` returns pages, `f` a file. */
export const OPERATIONS = {
  listEvents: 'GET /v1/events p',
  listWebhooks: 'GET /v1/webhooks',
  createWebhook: 'POST /v1/webhooks b',
  getWebhook: 'GET /v1/webhooks/{id}',
  updateWebhook: 'PATCH /v1/webhooks/{id} b',
  deleteWebhook: 'DELETE /v1/webhooks/{id}',
  rotateWebhookSecret: 'POST /v1/webhooks/{id}/rotate-secret b',
  testWebhook: 'POST /v1/webhooks/{id}/test',
  listWebhookDeliveries: 'GET /v1/webhooks/{id}/deliveries p',
  retryWebhookDelivery: 'POST /v1/webhooks/{id}/deliveries/{deliveryId}/retry',
  replayWebhookEvents: 'POST /v1/webhooks/{id}/replay b',
  getWorkspace: 'GET /v1/workspace',
  updateWorkspace: 'PATCH /v1/workspace b',
  getLatestExchangeRate: 'GET /v1/exchange-rates/latest',
  listExchangeRates: 'GET /v1/exchange-rates p',
  setExchangeRate: 'PUT /v1/exchange-rates/{quote}/{base}/{date} b',
  deleteExchangeRate: 'DELETE /v1/exchange-rates/{quote}/{base}/{date}',
  listAuditLog: 'GET /v1/audit-log p',
  listMembers: 'GET /v1/members',
  getMember: 'GET /v1/members/{id}',
  updateMember: 'PATCH /v1/members/{id} b',
  deleteMember: 'DELETE /v1/members/{id}',
  createInvitation: 'POST /v1/invitations b',
  listInvitations: 'GET /v1/invitations',
  getInvitation: 'GET /v1/invitations/{id}',
  deleteInvitation: 'DELETE /v1/invitations/{id}',
  listAccountTypes: 'GET /v1/account-types',
  listAccounts: 'GET /v1/accounts',
  createAccount: 'POST /v1/accounts b',
  getAccount: 'GET /v1/accounts/{id}',
  updateAccount: 'PATCH /v1/accounts/{id} b',
  deleteAccount: 'DELETE /v1/accounts/{id}',
  archiveAccount: 'POST /v1/accounts/{id}/archive',
  restoreAccount: 'POST /v1/accounts/{id}/restore',
  closeAccount: 'POST /v1/accounts/{id}/close',
  reopenAccount: 'POST /v1/accounts/{id}/reopen',
  createAssertion: 'POST /v1/accounts/{id}/assertions b',
  listAccountAssertions: 'GET /v1/accounts/{id}/assertions p',
  listAssertions: 'GET /v1/assertions p',
  getAssertion: 'GET /v1/assertions/{id}',
  updateAssertion: 'PATCH /v1/assertions/{id} b',
  deleteAssertion: 'DELETE /v1/assertions/{id}',
  explainAssertion: 'GET /v1/assertions/{id}/explain',
  getBooks: 'GET /v1/books',
  setBooks: 'PUT /v1/books b',
  listBookExceptions: 'GET /v1/books/exceptions p',
  listCategories: 'GET /v1/categories',
  createCategory: 'POST /v1/categories b',
  getCategory: 'GET /v1/categories/{id}',
  updateCategory: 'PATCH /v1/categories/{id} b',
  deleteCategory: 'DELETE /v1/categories/{id}',
  listTags: 'GET /v1/tags',
  getTag: 'GET /v1/tags/{name}',
  renameTag: 'PATCH /v1/tags/{name} b',
  deleteTag: 'DELETE /v1/tags/{name}',
  listTransactions: 'GET /v1/transactions p',
  createTransaction: 'POST /v1/transactions b',
  changeTransactions: 'POST /v1/transactions/batch b',
  listTrashedTransactions: 'GET /v1/transactions/trash p',
  emptyTrash: 'DELETE /v1/transactions/trash',
  getTransaction: 'GET /v1/transactions/{id}',
  updateTransaction: 'PATCH /v1/transactions/{id} b',
  deleteTransaction: 'DELETE /v1/transactions/{id}',
  restoreTransaction: 'POST /v1/transactions/{id}/restore',
  deleteTransactionPermanently: 'DELETE /v1/transactions/{id}/permanently',
  getNetWorth: 'GET /v1/net-worth',
  getNetWorthHistory: 'GET /v1/net-worth/history',
  listContacts: 'GET /v1/contacts',
  createContact: 'POST /v1/contacts b',
  getContact: 'GET /v1/contacts/{id}',
  updateContact: 'PATCH /v1/contacts/{id} b',
  deleteContact: 'DELETE /v1/contacts/{id}',
  listContactIouHistory: 'GET /v1/contacts/{id}/iou-history p',
  getContactStatement: 'GET /v1/contacts/{id}/statement',
  listBudgets: 'GET /v1/budgets',
  createBudget: 'POST /v1/budgets b',
  getBudget: 'GET /v1/budgets/{id}',
  updateBudget: 'PATCH /v1/budgets/{id} b',
  deleteBudget: 'DELETE /v1/budgets/{id}',
  listBudgetHistory: 'GET /v1/budgets/{id}/history p',
  explainBudget: 'GET /v1/budgets/{id}/explain p',
  listRules: 'GET /v1/rules',
  createRule: 'POST /v1/rules b',
  previewRule: 'POST /v1/rules/preview b',
  getRule: 'GET /v1/rules/{id}',
  updateRule: 'PATCH /v1/rules/{id} b',
  deleteRule: 'DELETE /v1/rules/{id}',
  listRuleMatches: 'GET /v1/rules/{id}/matches p',
  applyRule: 'POST /v1/rules/{id}/apply b',
  listRuleRuns: 'GET /v1/rules/{id}/runs p',
  undoRuleRun: 'POST /v1/rules/{id}/runs/{runId}/undo',
  explainTransaction: 'GET /v1/transactions/{id}/explain',
  listCardStatements: 'GET /v1/accounts/{id}/card-statements p',
  recordCardStatement: 'PUT /v1/accounts/{id}/card-statements/{cutOff} b',
  payCardStatement: 'POST /v1/accounts/{id}/card-statements/{cutOff}/pay b',
  listInstallments: 'GET /v1/installments p',
  createInstallments: 'POST /v1/installments b',
  getInstallments: 'GET /v1/installments/{id}',
  deleteInstallments: 'DELETE /v1/installments/{id}',
  listFiles: 'GET /v1/files p',
  uploadFile: 'POST /v1/files m',
  getFile: 'GET /v1/files/{id}',
  updateFile: 'PATCH /v1/files/{id} b',
  deleteFile: 'DELETE /v1/files/{id}',
  downloadFile: 'GET /v1/files/{id}/content f',
  restoreFile: 'POST /v1/files/{id}/restore',
  deleteFilePermanently: 'DELETE /v1/files/{id}/permanently',
  linkFile: 'POST /v1/transactions/{id}/files b',
  unlinkFile: 'DELETE /v1/transactions/{id}/files/{fileId}',
  listGoals: 'GET /v1/goals',
  createGoal: 'POST /v1/goals b',
  getGoal: 'GET /v1/goals/{id}',
  updateGoal: 'PATCH /v1/goals/{id} b',
  deleteGoal: 'DELETE /v1/goals/{id}',
  moveGoal: 'POST /v1/goals/{id}/moves b',
  listGoalMoves: 'GET /v1/goals/{id}/moves p',
  undoGoalMove: 'DELETE /v1/goals/{id}/moves/{moveId}',
  listTandas: 'GET /v1/tandas',
  createTanda: 'POST /v1/tandas b',
  getTanda: 'GET /v1/tandas/{id}',
  updateTanda: 'PATCH /v1/tandas/{id} b',
  deleteTanda: 'DELETE /v1/tandas/{id}',
  recordRound: 'POST /v1/tandas/{id}/rounds/{number}/record b',
  listTaxpayers: 'GET /v1/taxpayers',
  setTaxpayer: 'PUT /v1/taxpayers/{rfc} b',
  deleteTaxpayer: 'DELETE /v1/taxpayers/{rfc}',
  listInvoices: 'GET /v1/invoices p',
  uploadInvoices: 'POST /v1/invoices m',
  getInvoice: 'GET /v1/invoices/{id}',
  deleteInvoice: 'DELETE /v1/invoices/{id}',
  restoreInvoice: 'POST /v1/invoices/{id}/restore',
  listInvoiceCandidates: 'GET /v1/invoices/{id}/candidates',
  linkInvoice: 'POST /v1/invoices/{id}/link b',
  unlinkInvoice: 'POST /v1/invoices/{id}/unlink',
  recordInvoice: 'POST /v1/invoices/{id}/record b',
  reportDeductions: 'GET /v1/reports/deductions',
  getHouseholdSettlement: 'GET /v1/household/settlement',
  listSettlements: 'GET /v1/household/settlements p',
  recordSettlement: 'POST /v1/household/settlements b',
  getSettlement: 'GET /v1/household/settlements/{id}',
  undoSettlement: 'DELETE /v1/household/settlements/{id}',
  listImports: 'GET /v1/imports',
  createImport: 'POST /v1/imports m',
  getImport: 'GET /v1/imports/{id}',
  updateImport: 'PATCH /v1/imports/{id} b',
  deleteImport: 'DELETE /v1/imports/{id}',
  listImportRows: 'GET /v1/imports/{id}/rows p',
  updateImportRow: 'PATCH /v1/imports/{id}/rows/{index} b',
  commitImport: 'POST /v1/imports/{id}/commit b',
  undoImport: 'POST /v1/imports/{id}/undo',
  getSpendingReport: 'GET /v1/reports/spending p',
  getCashFlowReport: 'GET /v1/reports/cash-flow',
  listScheduleSuggestions: 'GET /v1/schedules/suggestions',
  dismissScheduleSuggestion: 'DELETE /v1/schedules/suggestions/{id}',
  listSchedules: 'GET /v1/schedules',
  createSchedule: 'POST /v1/schedules b',
  getSchedule: 'GET /v1/schedules/{id}',
  updateSchedule: 'PATCH /v1/schedules/{id} b',
  deleteSchedule: 'DELETE /v1/schedules/{id}',
  listOccurrences: 'GET /v1/schedules/{id}/occurrences',
  postOccurrence: 'POST /v1/schedules/{id}/occurrences/{nominalDate}/post b',
  skipOccurrence: 'POST /v1/schedules/{id}/occurrences/{nominalDate}/skip',
  unskipOccurrence: 'POST /v1/schedules/{id}/occurrences/{nominalDate}/unskip',
  linkOccurrence: 'POST /v1/schedules/{id}/occurrences/{nominalDate}/link b',
  getForecast: 'GET /v1/forecast',
  exportWorkspace: 'GET /v1/export',
} as const satisfies Record<keyof Operations, string>;
