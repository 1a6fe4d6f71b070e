// Generated from the OpenAPI document by packages/sdk/generator. Do not edit: UPDATE_GOLDEN=1 npm test -- packages/sdk

import { ApiError } from '../errors.js';
import type { Problem } from './schemas/schemas.js';

/** Only an account with a balance of zero can be closed. */
export class AccountBalanceNotZeroError extends ApiError<'ACCOUNT_BALANCE_NOT_ZERO'> {}

/** An account with transactions, including trashed ones, or with goals cannot be deleted, and its currency and kind cannot change. The currency of an account with a tanda cannot change either. An account that a tanda or schedule uses, or that a card is paid from, cannot be deleted. Archive the account instead. */
export class AccountInUseError extends ApiError<'ACCOUNT_IN_USE'> {}

/** A workspace can have at most 1,000 accounts, because net worth and forecasts compute every account day by day. Delete an unused account first. */
export class AccountLimitReachedError extends ApiError<'ACCOUNT_LIMIT_REACHED'> {}

/** The account is archived or closed, so its balance cannot change. Restore or reopen it first. */
export class AccountNotActiveError extends ApiError<'ACCOUNT_NOT_ACTIVE'> {}

/** Only an archived account can be restored. */
export class AccountNotArchivedError extends ApiError<'ACCOUNT_NOT_ARCHIVED'> {}

/** Only a closed account can be reopened. */
export class AccountNotClosedError extends ApiError<'ACCOUNT_NOT_CLOSED'> {}

/** The workspace has no account with this ID. */
export class AccountNotFoundError extends ApiError<'ACCOUNT_NOT_FOUND'> {}

/** The email address belongs to a member of the workspace. Change the role of the member instead. */
export class AlreadyMemberError extends ApiError<'ALREADY_MEMBER'> {}

/** A balance would exceed fifteen integer digits, the amount received by a transfer would be below 0.01 or exceed thirteen integer digits, or the fixed rate of an account would be out of range in the new base currency. Nothing was changed. */
export class AmountOutOfRangeError extends ApiError<'AMOUNT_OUT_OF_RANGE'> {}

/** The account already has an assertion for this day. Edit that one instead. */
export class AssertionExistsError extends ApiError<'ASSERTION_EXISTS'> {}

/** The workspace has no assertion with this ID. */
export class AssertionNotFoundError extends ApiError<'ASSERTION_NOT_FOUND'> {}

/** The token lacks the scope in `WWW-Authenticate`, or its creator’s role in the workspace does not allow the operation. Use a key with `read_write`, let the user grant the scope to the app, or ask an owner for a higher role. */
export class AuthInsufficientScopeError extends ApiError<'AUTH_INSUFFICIENT_SCOPE'> {}

/** No token was sent, or it is malformed, unknown, expired or revoked. The response does not reveal which. */
export class AuthInvalidTokenError extends ApiError<'AUTH_INVALID_TOKEN'> {}

/** An amount cannot be converted into the new base currency because a rate is missing. Nothing was changed. Set the rate and retry. */
export class BaseRateRequiredError extends ApiError<'BASE_RATE_REQUIRED'> {}

/** The change would affect figures of closed days. `closedThrough` is the last closed day. `transactionIds` lists up to 20 of the affected transactions. Reopen the books, or repeat the call of the REST API with `intoClosed=true` and the scope `books:write`. */
export class BooksClosedError extends ApiError<'BOOKS_CLOSED'> {
declare readonly problem: Problem & { readonly closedThrough: string; readonly transactionIds: object; };
}

/** A workspace can have at most 1,000 budgets, because forecasts compute every budget day by day. Delete an unused budget first. */
export class BudgetLimitReachedError extends ApiError<'BUDGET_LIMIT_REACHED'> {}

/** The workspace has no budget with this ID. */
export class BudgetNotFoundError extends ApiError<'BUDGET_NOT_FOUND'> {}

/** A category cannot be moved under itself or one of its subcategories. */
export class CategoryCycleError extends ApiError<'CATEGORY_CYCLE'> {}

/** The category has subcategories, or transactions, budgets, rules or schedules use it. Pass `moveTo` to move them to another category. */
export class CategoryInUseError extends ApiError<'CATEGORY_IN_USE'> {}

/** A workspace can have at most 5,000 categories. Delete unused categories, or remove the categories from the statement file. */
export class CategoryLimitReachedError extends ApiError<'CATEGORY_LIMIT_REACHED'> {}

/** The workspace has no category with this ID. */
export class CategoryNotFoundError extends ApiError<'CATEGORY_NOT_FOUND'> {}

/** A transaction (live or trashed), a split, a schedule or a tanda uses the contact. Archive the contact instead. */
export class ContactInUseError extends ApiError<'CONTACT_IN_USE'> {}

/** A workspace can have at most 5,000 contacts, including archived ones. Delete unused contacts first. */
export class ContactLimitReachedError extends ApiError<'CONTACT_LIMIT_REACHED'> {}

/** The workspace has no contact with this ID. */
export class ContactNotFoundError extends ApiError<'CONTACT_NOT_FOUND'> {}

/** The cursor was not issued by this list with these filters. Start again without a cursor. */
export class CursorInvalidError extends ApiError<'CURSOR_INVALID'> {}

/** Credit notes and payment receipts have more than 50,000 relations to the invoices of the report. Delete some of them first. */
export class DeductionsTooLargeError extends ApiError<'DEDUCTIONS_TOO_LARGE'> {}

/** The webhook has no delivery with this ID. Deliveries are stored for 30 days. */
export class DeliveryNotFoundError extends ApiError<'DELIVERY_NOT_FOUND'> {}

/** The drafts of the workspace would exceed a quota of its plan, or the workspace would have too many imports. Commit or delete some drafts. `detail` states the quota, its limit and the current usage. */
export class DraftQuotaExceededError extends ApiError<'DRAFT_QUOTA_EXCEEDED'> {}

/** Too many exports are in progress, in total or for this workspace (at most two). Retry after the number of seconds in `Retry-After`. */
export class ExportsBusyError extends ApiError<'EXPORTS_BUSY'> {}

/** Another live transaction of the account already has this `externalId`. */
export class ExternalIdTakenError extends ApiError<'EXTERNAL_ID_TAKEN'> {}

/** A file in the trash cannot be renamed. Restore it first. */
export class FileInTrashError extends ApiError<'FILE_IN_TRASH'> {}

/** A transaction can have at most 10 files that are not in the trash, and a file can belong to at most 500 transactions. Unlink a file first. */
export class FileLimitReachedError extends ApiError<'FILE_LIMIT_REACHED'> {}

/** The workspace has no file with this ID. */
export class FileNotFoundError extends ApiError<'FILE_NOT_FOUND'> {}

/** Only a file in the trash can be restored or permanently deleted. */
export class FileNotInTrashError extends ApiError<'FILE_NOT_IN_TRASH'> {}

/** The files of the workspace, including those in the trash, would exceed the quota of its plan. Permanently delete some files. */
export class FileQuotaExceededError extends ApiError<'FILE_QUOTA_EXCEEDED'> {}

/** Too many files are being uploaded, in total or to this workspace. Retry after the number of seconds in `Retry-After`. */
export class FilesBusyError extends ApiError<'FILES_BUSY'> {}

/** The move would set aside more than the free amount of the account. `free` contains that amount: the balance minus the money that goals have set aside. */
export class GoalAccountShortError extends ApiError<'GOAL_ACCOUNT_SHORT'> {
declare readonly problem: Problem & { readonly free: string; };
}

/** An archived goal accepts no moves or expenses. Restore it with `archived: false` first. */
export class GoalArchivedError extends ApiError<'GOAL_ARCHIVED'> {}

/** The saved amount of the goal does not cover the negative move, the expense or the undoing of the move. */
export class GoalEmptyError extends ApiError<'GOAL_EMPTY'> {}

/** Only a goal with nothing saved can be deleted. Take the money back or archive the goal first. */
export class GoalInUseError extends ApiError<'GOAL_IN_USE'> {}

/** A workspace can have at most 500 goals, including archived ones. Delete an unused goal first. */
export class GoalLimitReachedError extends ApiError<'GOAL_LIMIT_REACHED'> {}

/** The workspace has no goal with this ID. */
export class GoalNotFoundError extends ApiError<'GOAL_NOT_FOUND'> {}

/** A request with the same `Idempotency-Key` is still in progress. Retry later to get its response. */
export class IdempotencyInProgressError extends ApiError<'IDEMPOTENCY_IN_PROGRESS'> {}

/** The `Idempotency-Key` was used for another request within the last 24 hours. Use a new key for each request. */
export class IdempotencyKeyReusedError extends ApiError<'IDEMPOTENCY_KEY_REUSED'> {}

/** Some rows have errors. Correct or exclude them, or commit with `skipErrors` to skip them. */
export class ImportHasErrorsError extends ApiError<'IMPORT_HAS_ERRORS'> {}

/** Only a committed import can be undone. */
export class ImportNotCommittedError extends ApiError<'IMPORT_NOT_COMMITTED'> {}

/** Only a draft can be edited, deleted or committed. */
export class ImportNotDraftError extends ApiError<'IMPORT_NOT_DRAFT'> {}

/** The workspace has no import with this ID. Drafts are deleted after 30 days. */
export class ImportNotFoundError extends ApiError<'IMPORT_NOT_FOUND'> {}

/** The file is encrypted, and `password` is missing or wrong. The password is used once and never stored. */
export class ImportPasswordRequiredError extends ApiError<'IMPORT_PASSWORD_REQUIRED'> {}

/** The import has no row with this index. */
export class ImportRowNotFoundError extends ApiError<'IMPORT_ROW_NOT_FOUND'> {}

/** The file has several accounts, and `section` is missing or unknown. Choose the ID of one in `sections`. */
export class ImportSectionRequiredError extends ApiError<'IMPORT_SECTION_REQUIRED'> {
declare readonly problem: Problem & { readonly sections: object; };
}

/** The rows do not match the totals or balances on the statement. `proof.failing` of the import lists the lines that disagree. Correct the rows, or commit with `acceptUnproven`. */
export class ImportUnprovenError extends ApiError<'IMPORT_UNPROVEN'> {}

/** The file is not a readable statement. `detail` describes the error and its position. */
export class ImportUnreadableError extends ApiError<'IMPORT_UNREADABLE'> {}

/** Too many statement files are waiting to be read, in total or for this workspace. Retry after the number of seconds in `Retry-After`. */
export class ImportsBusyError extends ApiError<'IMPORTS_BUSY'> {}

/** A purchase can have only one installment plan. Delete the existing one first. */
export class InstallmentsExistError extends ApiError<'INSTALLMENTS_EXIST'> {}

/** The workspace has no installment plan with this ID. A plan is hidden while its purchase is in the trash or not charged to a card. */
export class InstallmentsNotFoundError extends ApiError<'INSTALLMENTS_NOT_FOUND'> {}

/** An unexpected error occurred in the service. Retry later. If the error persists, report the `requestId` to the operator, who finds the error in the log. */
export class InternalError extends ApiError<'INTERNAL_ERROR'> {}

/** A workspace can have at most 20 open invitations. Revoke one first. */
export class InvitationLimitReachedError extends ApiError<'INVITATION_LIMIT_REACHED'> {}

/** The workspace has no invitation with this ID. */
export class InvitationNotFoundError extends ApiError<'INVITATION_NOT_FOUND'> {}

/** The transactions do not add up to the total of the invoice, in its currency and direction. Send `allowDifference` true to link them anyway. */
export class InvoiceAmountMismatchError extends ApiError<'INVOICE_AMOUNT_MISMATCH'> {}

/** An invoice in the trash cannot be linked or recorded. Restore it first. */
export class InvoiceInTrashError extends ApiError<'INVOICE_IN_TRASH'> {}

/** A workspace can have at most 20,000 invoices, including those in the trash, and a transaction can pay at most 100 invoices. */
export class InvoiceLimitReachedError extends ApiError<'INVOICE_LIMIT_REACHED'> {}

/** The invoice is already linked to transactions. Unlink it first. */
export class InvoiceLinkedError extends ApiError<'INVOICE_LINKED'> {}

/** The workspace has no invoice with this ID. */
export class InvoiceNotFoundError extends ApiError<'INVOICE_NOT_FOUND'> {}

/** Only an invoice in the trash can be restored. */
export class InvoiceNotInTrashError extends ApiError<'INVOICE_NOT_IN_TRASH'> {}

/** No transactions can be created from the invoice: it is a transfer or payment receipt, neither party is a taxpayer of the workspace, or its amount is not positive or has more than two decimals. */
export class InvoiceNotRecordableError extends ApiError<'INVOICE_NOT_RECORDABLE'> {}

/** The file is not a stamped CFDI 4.0 invoice of up to 5 MiB, or not a readable ZIP archive of such files. `detail` contains the reason. */
export class InvoiceUnreadableError extends ApiError<'INVOICE_UNREADABLE'> {}

/** The workspace has an invoice with this fiscal UUID but different bytes. A stamped XML never changes, so one of the files is not the original. */
export class InvoiceUuidTakenError extends ApiError<'INVOICE_UUID_TAKEN'> {}

/** Too many invoices are being uploaded, in total or to this workspace. Retry after the number of seconds in `Retry-After`. */
export class InvoicesBusyError extends ApiError<'INVOICES_BUSY'> {}

/** A workspace must have at least one owner. Make another member an owner first. */
export class LastOwnerError extends ApiError<'LAST_OWNER'> {}

/** The workspace has no current member with this ID. The member may have left. */
export class MemberNotFoundError extends ApiError<'MEMBER_NOT_FOUND'> {}

/** The goal has no move with this ID, or the move was undone. */
export class MoveNotFoundError extends ApiError<'MOVE_NOT_FOUND'> {}

/** A category with the same parent already has this name. Names ignore case and accents. Choose another name. */
export class NameTakenError extends ApiError<'NAME_TAKEN'> {}

/** The schedule has no occurrence with this nominal date: the date before any move to a banking day. */
export class OccurrenceNotFoundError extends ApiError<'OCCURRENCE_NOT_FOUND'> {}

/** Only a planned or overdue occurrence can be posted, skipped or linked. Only a skipped occurrence can be unskipped. */
export class OccurrenceNotOpenError extends ApiError<'OCCURRENCE_NOT_OPEN'> {}

/** The pattern search takes too long. Simplify the patterns, or add conditions that select fewer transactions. */
export class PatternSearchTooLongError extends ApiError<'PATTERN_SEARCH_TOO_LONG'> {}

/** Too many pattern searches of this workspace are waiting. Retry after the number of seconds in `Retry-After`. */
export class PatternSearchesBusyError extends ApiError<'PATTERN_SEARCHES_BUSY'> {}

/** The body is larger than this operation accepts: 1 MiB for JSON, 20 MiB for a statement file or invoices. */
export class PayloadTooLargeError extends ApiError<'PAYLOAD_TOO_LARGE'> {}

/** The resource changed after the ETag in `If-Match` was issued. Fetch it again and retry. */
export class PreconditionFailedError extends ApiError<'PRECONDITION_FAILED'> {}

/** The requested range begins after the end of the file. `Content-Range` contains the size of the file. */
export class RangeNotSatisfiableError extends ApiError<'RANGE_NOT_SATISFIABLE'> {}

/** Too many requests with this credential, or from this address without a valid credential; or too many stored responses to requests with an `Idempotency-Key` in this workspace. Retry after the number of seconds in `Retry-After`. */
export class RateLimitedError extends ApiError<'RATE_LIMITED'> {}

/** No direct, inverse or cross rate between the currencies is known on or before the day, or the workspace has no custom rate for the day. */
export class RateNotFoundError extends ApiError<'RATE_NOT_FOUND'> {}

/** An ID in the request does not exist in the workspace. `errors` lists the fields. */
export class ReferenceNotFoundError extends ApiError<'REFERENCE_NOT_FOUND'> {}

/** The body is not valid UTF-8 JSON or has duplicate keys, or the request is not valid HTTP. Nothing was changed. */
export class RequestMalformedError extends ApiError<'REQUEST_MALFORMED'> {}

/** The tanda has no round with this number and kind. For example, the turns of other members have no payout. */
export class RoundNotFoundError extends ApiError<'ROUND_NOT_FOUND'> {}

/** The round is already recorded, or the transaction belongs to a recorded round. The amount, type and account of such a transaction cannot change. To undo the round, move the transaction to the trash. */
export class RoundRecordedError extends ApiError<'ROUND_RECORDED'> {}

/** A workspace can have at most 500 rules with 1,000 conditions and 50,000 characters in these, because every rule is checked against every new transaction. Delete or shorten a rule first. */
export class RuleLimitReachedError extends ApiError<'RULE_LIMIT_REACHED'> {}

/** The workspace has no rule with this ID. */
export class RuleNotFoundError extends ApiError<'RULE_NOT_FOUND'> {}

/** The rule has no run with this ID. */
export class RuleRunNotFoundError extends ApiError<'RULE_RUN_NOT_FOUND'> {}

/** A workspace can have at most 500 schedules, because every schedule is checked against every new transaction of its account. Delete a schedule first. */
export class ScheduleLimitReachedError extends ApiError<'SCHEDULE_LIMIT_REACHED'> {}

/** The workspace has no schedule with this ID. */
export class ScheduleNotFoundError extends ApiError<'SCHEDULE_NOT_FOUND'> {}

/** The service cannot reach its database, the database has no free connections, or too many requests are waiting. Retry after the number of seconds in `Retry-After`. */
export class ServiceUnavailableError extends ApiError<'SERVICE_UNAVAILABLE'> {}

/** The workspace has no settlement with this ID. */
export class SettlementNotFoundError extends ApiError<'SETTLEMENT_NOT_FOUND'> {}

/** The amount exceeds the debt of `from` or the credit of `to` in the currency over all time. `maximum` contains the lesser of the two amounts. */
export class SettlementTooLargeError extends ApiError<'SETTLEMENT_TOO_LARGE'> {
declare readonly problem: Problem & { readonly maximum: string; };
}

/** The share amounts must add up to the amount of the transaction. If the amount changes, send new shares, or use weights. */
export class SharesNotBalancedError extends ApiError<'SHARES_NOT_BALANCED'> {}

/** The split amounts must add up to the amount of the transaction. */
export class SplitNotBalancedError extends ApiError<'SPLIT_NOT_BALANCED'> {}

/** The account is not a card, or the card has no statement with this cut-off. List the statements to see their cut-offs. */
export class StatementNotFoundError extends ApiError<'STATEMENT_NOT_FOUND'> {}

/** Nothing remains to be paid: the amount is zero after all payments since the cut-off. */
export class StatementPaidError extends ApiError<'STATEMENT_PAID'> {}

/** The workspace has no suggestion with this ID, the suggestion was dismissed, or a schedule covers it now. */
export class SuggestionNotFoundError extends ApiError<'SUGGESTION_NOT_FOUND'> {}

/** A workspace can have at most 5,000 tags. Delete or merge a tag first. */
export class TagLimitReachedError extends ApiError<'TAG_LIMIT_REACHED'> {}

/** No transaction of the workspace, live or in the trash, has the tag. */
export class TagNotFoundError extends ApiError<'TAG_NOT_FOUND'> {}

/** Only a tanda without recorded rounds can be deleted. Move the transactions of its rounds to the trash first. */
export class TandaInUseError extends ApiError<'TANDA_IN_USE'> {}

/** A workspace can have at most 500 tandas, because the list returns every tanda with all its rounds. Delete a tanda without recorded rounds first. */
export class TandaLimitReachedError extends ApiError<'TANDA_LIMIT_REACHED'> {}

/** The workspace has no tanda with this ID. */
export class TandaNotFoundError extends ApiError<'TANDA_NOT_FOUND'> {}

/** The service does not have the deduction limits of this year. `detail` lists the supported years. */
export class TaxYearUnknownError extends ApiError<'TAX_YEAR_UNKNOWN'> {}

/** A workspace can have at most 50 taxpayers. Delete one first. */
export class TaxpayerLimitReachedError extends ApiError<'TAXPAYER_LIMIT_REACHED'> {}

/** The workspace has no taxpayer with this RFC. */
export class TaxpayerNotFoundError extends ApiError<'TAXPAYER_NOT_FOUND'> {}

/** A transaction in the trash cannot be edited. Restore it first. */
export class TransactionInTrashError extends ApiError<'TRANSACTION_IN_TRASH'> {}

/** The workspace has no transaction with this ID, live or in the trash. */
export class TransactionNotFoundError extends ApiError<'TRANSACTION_NOT_FOUND'> {}

/** Only a transaction in the trash can be restored or permanently deleted. */
export class TransactionNotInTrashError extends ApiError<'TRANSACTION_NOT_IN_TRASH'> {}

/** The accounts have different currencies and there is no exchange rate for the date. Set a rate, or create the transfer with `toAmount`. */
export class TransferRateRequiredError extends ApiError<'TRANSFER_RATE_REQUIRED'> {}

/** The operation does not accept the media type of the body. */
export class UnsupportedMediaTypeError extends ApiError<'UNSUPPORTED_MEDIA_TYPE'> {}

/** A field of the body, a query parameter or a header is missing, unknown or invalid. `errors` lists each of them. */
export class ValidationFailedError extends ApiError<'VALIDATION_FAILED'> {}

/** A workspace can have at most 20 webhooks. Delete a webhook first, or add event types to an existing one. */
export class WebhookLimitReachedError extends ApiError<'WEBHOOK_LIMIT_REACHED'> {}

/** The workspace has no webhook with this ID. */
export class WebhookNotFoundError extends ApiError<'WEBHOOK_NOT_FOUND'> {}

/** The class of each kind of problem, by its code. */
export const PROBLEM_CLASSES = {
  ACCOUNT_BALANCE_NOT_ZERO: AccountBalanceNotZeroError,
  ACCOUNT_IN_USE: AccountInUseError,
  ACCOUNT_LIMIT_REACHED: AccountLimitReachedError,
  ACCOUNT_NOT_ACTIVE: AccountNotActiveError,
  ACCOUNT_NOT_ARCHIVED: AccountNotArchivedError,
  ACCOUNT_NOT_CLOSED: AccountNotClosedError,
  ACCOUNT_NOT_FOUND: AccountNotFoundError,
  ALREADY_MEMBER: AlreadyMemberError,
  AMOUNT_OUT_OF_RANGE: AmountOutOfRangeError,
  ASSERTION_EXISTS: AssertionExistsError,
  ASSERTION_NOT_FOUND: AssertionNotFoundError,
  AUTH_INSUFFICIENT_SCOPE: AuthInsufficientScopeError,
  AUTH_INVALID_TOKEN: AuthInvalidTokenError,
  BASE_RATE_REQUIRED: BaseRateRequiredError,
  BOOKS_CLOSED: BooksClosedError,
  BUDGET_LIMIT_REACHED: BudgetLimitReachedError,
  BUDGET_NOT_FOUND: BudgetNotFoundError,
  CATEGORY_CYCLE: CategoryCycleError,
  CATEGORY_IN_USE: CategoryInUseError,
  CATEGORY_LIMIT_REACHED: CategoryLimitReachedError,
  CATEGORY_NOT_FOUND: CategoryNotFoundError,
  CONTACT_IN_USE: ContactInUseError,
  CONTACT_LIMIT_REACHED: ContactLimitReachedError,
  CONTACT_NOT_FOUND: ContactNotFoundError,
  CURSOR_INVALID: CursorInvalidError,
  DEDUCTIONS_TOO_LARGE: DeductionsTooLargeError,
  DELIVERY_NOT_FOUND: DeliveryNotFoundError,
  DRAFT_QUOTA_EXCEEDED: DraftQuotaExceededError,
  EXPORTS_BUSY: ExportsBusyError,
  EXTERNAL_ID_TAKEN: ExternalIdTakenError,
  FILE_IN_TRASH: FileInTrashError,
  FILE_LIMIT_REACHED: FileLimitReachedError,
  FILE_NOT_FOUND: FileNotFoundError,
  FILE_NOT_IN_TRASH: FileNotInTrashError,
  FILE_QUOTA_EXCEEDED: FileQuotaExceededError,
  FILES_BUSY: FilesBusyError,
  GOAL_ACCOUNT_SHORT: GoalAccountShortError,
  GOAL_ARCHIVED: GoalArchivedError,
  GOAL_EMPTY: GoalEmptyError,
  GOAL_IN_USE: GoalInUseError,
  GOAL_LIMIT_REACHED: GoalLimitReachedError,
  GOAL_NOT_FOUND: GoalNotFoundError,
  IDEMPOTENCY_IN_PROGRESS: IdempotencyInProgressError,
  IDEMPOTENCY_KEY_REUSED: IdempotencyKeyReusedError,
  IMPORT_HAS_ERRORS: ImportHasErrorsError,
  IMPORT_NOT_COMMITTED: ImportNotCommittedError,
  IMPORT_NOT_DRAFT: ImportNotDraftError,
  IMPORT_NOT_FOUND: ImportNotFoundError,
  IMPORT_PASSWORD_REQUIRED: ImportPasswordRequiredError,
  IMPORT_ROW_NOT_FOUND: ImportRowNotFoundError,
  IMPORT_SECTION_REQUIRED: ImportSectionRequiredError,
  IMPORT_UNPROVEN: ImportUnprovenError,
  IMPORT_UNREADABLE: ImportUnreadableError,
  IMPORTS_BUSY: ImportsBusyError,
  INSTALLMENTS_EXIST: InstallmentsExistError,
  INSTALLMENTS_NOT_FOUND: InstallmentsNotFoundError,
  INTERNAL_ERROR: InternalError,
  INVITATION_LIMIT_REACHED: InvitationLimitReachedError,
  INVITATION_NOT_FOUND: InvitationNotFoundError,
  INVOICE_AMOUNT_MISMATCH: InvoiceAmountMismatchError,
  INVOICE_IN_TRASH: InvoiceInTrashError,
  INVOICE_LIMIT_REACHED: InvoiceLimitReachedError,
  INVOICE_LINKED: InvoiceLinkedError,
  INVOICE_NOT_FOUND: InvoiceNotFoundError,
  INVOICE_NOT_IN_TRASH: InvoiceNotInTrashError,
  INVOICE_NOT_RECORDABLE: InvoiceNotRecordableError,
  INVOICE_UNREADABLE: InvoiceUnreadableError,
  INVOICE_UUID_TAKEN: InvoiceUuidTakenError,
  INVOICES_BUSY: InvoicesBusyError,
  LAST_OWNER: LastOwnerError,
  MEMBER_NOT_FOUND: MemberNotFoundError,
  MOVE_NOT_FOUND: MoveNotFoundError,
  NAME_TAKEN: NameTakenError,
  OCCURRENCE_NOT_FOUND: OccurrenceNotFoundError,
  OCCURRENCE_NOT_OPEN: OccurrenceNotOpenError,
  PATTERN_SEARCH_TOO_LONG: PatternSearchTooLongError,
  PATTERN_SEARCHES_BUSY: PatternSearchesBusyError,
  PAYLOAD_TOO_LARGE: PayloadTooLargeError,
  PRECONDITION_FAILED: PreconditionFailedError,
  RANGE_NOT_SATISFIABLE: RangeNotSatisfiableError,
  RATE_LIMITED: RateLimitedError,
  RATE_NOT_FOUND: RateNotFoundError,
  REFERENCE_NOT_FOUND: ReferenceNotFoundError,
  REQUEST_MALFORMED: RequestMalformedError,
  ROUND_NOT_FOUND: RoundNotFoundError,
  ROUND_RECORDED: RoundRecordedError,
  RULE_LIMIT_REACHED: RuleLimitReachedError,
  RULE_NOT_FOUND: RuleNotFoundError,
  RULE_RUN_NOT_FOUND: RuleRunNotFoundError,
  SCHEDULE_LIMIT_REACHED: ScheduleLimitReachedError,
  SCHEDULE_NOT_FOUND: ScheduleNotFoundError,
  SERVICE_UNAVAILABLE: ServiceUnavailableError,
  SETTLEMENT_NOT_FOUND: SettlementNotFoundError,
  SETTLEMENT_TOO_LARGE: SettlementTooLargeError,
  SHARES_NOT_BALANCED: SharesNotBalancedError,
  SPLIT_NOT_BALANCED: SplitNotBalancedError,
  STATEMENT_NOT_FOUND: StatementNotFoundError,
  STATEMENT_PAID: StatementPaidError,
  SUGGESTION_NOT_FOUND: SuggestionNotFoundError,
  TAG_LIMIT_REACHED: TagLimitReachedError,
  TAG_NOT_FOUND: TagNotFoundError,
  TANDA_IN_USE: TandaInUseError,
  TANDA_LIMIT_REACHED: TandaLimitReachedError,
  TANDA_NOT_FOUND: TandaNotFoundError,
  TAX_YEAR_UNKNOWN: TaxYearUnknownError,
  TAXPAYER_LIMIT_REACHED: TaxpayerLimitReachedError,
  TAXPAYER_NOT_FOUND: TaxpayerNotFoundError,
  TRANSACTION_IN_TRASH: TransactionInTrashError,
  TRANSACTION_NOT_FOUND: TransactionNotFoundError,
  TRANSACTION_NOT_IN_TRASH: TransactionNotInTrashError,
  TRANSFER_RATE_REQUIRED: TransferRateRequiredError,
  UNSUPPORTED_MEDIA_TYPE: UnsupportedMediaTypeError,
  VALIDATION_FAILED: ValidationFailedError,
  WEBHOOK_LIMIT_REACHED: WebhookLimitReachedError,
  WEBHOOK_NOT_FOUND: WebhookNotFoundError,
} as const;
