import type { EffectsView } from '../../../libs/kernel/src/dry-run/effects.view.js';
import type { ProblemError } from '../../../libs/kernel/src/problem/problem.js';
import type { AccountTypeView, AccountView } from '../../../libs/ledger/src/accounts/account.view.js';
import type { AuditLogPageView } from '../../../libs/identity/src/audit/audit-log.view.js';
import type {
  AppliedRuleView,
  RuleRunPageView,
  UndoneRunView,
} from '../../../libs/categorising/src/running/run.view.js';
import type {
  BudgetCycleView,
  BudgetExplanationView,
  BudgetHistoryView,
  BudgetView,
} from '../../../libs/budgeting/src/budgets/budget.view.js';
import type { CategoryView } from '../../../libs/ledger/src/categories/category.view.js';
import type { ContactView } from '../../../libs/contacts/src/contacts/contact.view.js';
import type {
  ExchangeRateView,
  RateSeriesView,
  SeriesRateView,
} from '../../../libs/fx/src/rates/exchange-rate.view.js';
import type { EventPageView } from '../../../libs/notifying/src/feed/event.view.js';
import type { DeliveryPageView, DeliveryView } from '../../../libs/notifying/src/deliveries/delivery.view.js';
import type {
  ReplayView,
  WebhookView,
  WebhookWithSecretView,
} from '../../../libs/notifying/src/webhooks/webhook.view.js';
import type {
  CardStatementPageView,
  CardStatementView,
} from '../../../libs/cards/src/statements/card-statement.view.js';
import type { InstallmentsPageView, InstallmentsView } from '../../../libs/cards/src/installments/installments.view.js';
import type { ExportView } from '../../../libs/exporting/src/export.view.js';
import type { ForecastView } from '../../../libs/planning/src/forecast/forecast.view.js';
import type { ImportRowPageView, ImportRowView } from '../../../libs/importing/src/rows/import-row.view.js';
import type { ImportSummaryView, ImportView } from '../../../libs/importing/src/imports/import.view.js';
import type { IouHistoryPageView } from '../../../libs/contacts/src/histories/iou-history.view.js';
import type { NetWorthHistoryView } from '../../../libs/ledger/src/net-worth/net-worth-history.view.js';
import type { NetWorthView } from '../../../libs/ledger/src/net-worth/net-worth.view.js';
import type {
  PurgedView,
  TransactionBatchView,
  TransactionPageView,
  TransactionView,
} from '../../../libs/ledger/src/transactions/transaction.view.js';
import type { OccurrenceListView, OccurrenceView } from '../../../libs/planning/src/occurrences/occurrence.view.js';
import type { ScheduleView } from '../../../libs/planning/src/schedules/schedule.view.js';
import type { SuggestionListView, SuggestionView } from '../../../libs/planning/src/suggestions/suggestion.view.js';
import type { CashFlowReportView } from '../../../libs/reporting/src/cash-flow/cash-flow.view.js';
import type { SpendingReportView } from '../../../libs/reporting/src/spending/spending.view.js';
import type { TagView } from '../../../libs/ledger/src/tags/tag.view.js';
import type { RuleMatchPageView } from '../../../libs/categorising/src/matches/match.view.js';
import type { RuleView } from '../../../libs/categorising/src/rules/rule.view.js';
import type { TransactionExplanationView } from '../../../libs/categorising/src/running/explanation.view.js';
import type { WorkspaceView } from '../../../libs/workspace/src/workspace.view.js';

/** What each operation answers when it succeeds: the classes that the OpenAPI document is made of. */
interface Successes {
  'GET /v1/account-types': AccountTypeView[];
  'GET /v1/accounts': AccountView[];
  'POST /v1/accounts': AccountView;
  'GET /v1/accounts/{id}': AccountView;
  'PATCH /v1/accounts/{id}': AccountView;
  'DELETE /v1/accounts/{id}': AccountView;
  'GET /v1/accounts/{id}/card-statements': CardStatementPageView;
  'PUT /v1/accounts/{id}/card-statements/{cutOff}': CardStatementView;
  'POST /v1/accounts/{id}/card-statements/{cutOff}/pay': TransactionView;
  'POST /v1/accounts/{id}/archive': AccountView;
  'POST /v1/accounts/{id}/restore': AccountView;
  'POST /v1/accounts/{id}/close': AccountView;
  'POST /v1/accounts/{id}/reopen': AccountView;
  'GET /v1/audit-log': AuditLogPageView;
  'GET /v1/budgets': BudgetView[];
  'POST /v1/budgets': BudgetView;
  'GET /v1/budgets/{id}': BudgetView;
  'PATCH /v1/budgets/{id}': BudgetView;
  'DELETE /v1/budgets/{id}': BudgetView;
  'GET /v1/budgets/{id}/history': BudgetHistoryView;
  'GET /v1/budgets/{id}/explain': BudgetExplanationView;
  'GET /v1/categories': CategoryView[];
  'POST /v1/categories': CategoryView;
  'GET /v1/categories/{id}': CategoryView;
  'PATCH /v1/categories/{id}': CategoryView;
  'DELETE /v1/categories/{id}': CategoryView;
  'GET /v1/contacts': ContactView[];
  'POST /v1/contacts': ContactView;
  'GET /v1/contacts/{id}': ContactView;
  'PATCH /v1/contacts/{id}': ContactView;
  'DELETE /v1/contacts/{id}': ContactView;
  'GET /v1/contacts/{id}/iou-history': IouHistoryPageView;
  'GET /v1/events': EventPageView;
  'GET /v1/exchange-rates': RateSeriesView;
  'GET /v1/exchange-rates/latest': ExchangeRateView;
  'PUT /v1/exchange-rates/{quote}/{base}/{date}': SeriesRateView;
  'DELETE /v1/exchange-rates/{quote}/{base}/{date}': SeriesRateView;
  'GET /v1/export': ExportView;
  'GET /v1/forecast': ForecastView;
  'GET /v1/imports': ImportSummaryView[];
  'POST /v1/imports': ImportView;
  'GET /v1/imports/{id}': ImportView;
  'PATCH /v1/imports/{id}': ImportView;
  'DELETE /v1/imports/{id}': ImportView;
  'GET /v1/imports/{id}/rows': ImportRowPageView;
  'PATCH /v1/imports/{id}/rows/{index}': ImportView;
  'POST /v1/imports/{id}/commit': ImportView;
  'POST /v1/imports/{id}/undo': ImportView;
  'GET /v1/installments': InstallmentsPageView;
  'POST /v1/installments': InstallmentsView;
  'GET /v1/installments/{id}': InstallmentsView;
  'DELETE /v1/installments/{id}': InstallmentsView;
  'GET /v1/net-worth': NetWorthView;
  'GET /v1/net-worth/history': NetWorthHistoryView;
  'GET /v1/reports/cash-flow': CashFlowReportView;
  'GET /v1/reports/spending': SpendingReportView;
  'GET /v1/rules': RuleView[];
  'POST /v1/rules': RuleView;
  'POST /v1/rules/preview': RuleMatchPageView;
  'GET /v1/rules/{id}': RuleView;
  'PATCH /v1/rules/{id}': RuleView;
  'DELETE /v1/rules/{id}': RuleView;
  'GET /v1/rules/{id}/matches': RuleMatchPageView;
  'POST /v1/rules/{id}/apply': AppliedRuleView;
  'GET /v1/rules/{id}/runs': RuleRunPageView;
  'POST /v1/rules/{id}/runs/{runId}/undo': UndoneRunView;
  'GET /v1/schedules': ScheduleView[];
  'POST /v1/schedules': ScheduleView;
  'GET /v1/schedules/suggestions': SuggestionListView;
  'DELETE /v1/schedules/suggestions/{id}': SuggestionView;
  'GET /v1/schedules/{id}': ScheduleView;
  'PATCH /v1/schedules/{id}': ScheduleView;
  'DELETE /v1/schedules/{id}': ScheduleView;
  'GET /v1/schedules/{id}/occurrences': OccurrenceListView;
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/post': OccurrenceView;
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/skip': OccurrenceView;
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/unskip': OccurrenceView;
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/link': OccurrenceView;
  'GET /v1/tags': TagView[];
  'GET /v1/tags/{name}': TagView;
  'PATCH /v1/tags/{name}': TagView;
  'DELETE /v1/tags/{name}': TagView;
  'GET /v1/transactions': TransactionPageView;
  'POST /v1/transactions': TransactionView;
  'POST /v1/transactions/batch': TransactionBatchView;
  'GET /v1/transactions/trash': TransactionPageView;
  'DELETE /v1/transactions/trash': PurgedView;
  'GET /v1/transactions/{id}': TransactionView;
  'PATCH /v1/transactions/{id}': TransactionView;
  'DELETE /v1/transactions/{id}': TransactionView;
  'POST /v1/transactions/{id}/restore': TransactionView;
  'DELETE /v1/transactions/{id}/permanently': TransactionView;
  'GET /v1/transactions/{id}/explain': TransactionExplanationView;
  'GET /v1/webhooks': WebhookView[];
  'POST /v1/webhooks': WebhookWithSecretView;
  'GET /v1/webhooks/{id}': WebhookView;
  'PATCH /v1/webhooks/{id}': WebhookView;
  'DELETE /v1/webhooks/{id}': WebhookView;
  'POST /v1/webhooks/{id}/rotate-secret': WebhookWithSecretView;
  'POST /v1/webhooks/{id}/test': DeliveryView;
  'GET /v1/webhooks/{id}/deliveries': DeliveryPageView;
  'POST /v1/webhooks/{id}/deliveries/{id}/retry': DeliveryView;
  'POST /v1/webhooks/{id}/replay': ReplayView;
  'GET /v1/workspace': WorkspaceView;
  'PATCH /v1/workspace': WorkspaceView;
}

/**
 * What an operation answers when it succeeds, found by its method and the address that a spec writes:
 * `` Success<'GET', `/v1/accounts/${string}`> `` is AccountView. Unknown where the address is of no operation, or any text.
 */
export type Success<Method extends string, Path extends string> = Path extends `${string}dryRun=true${string}`
  ? DryRunAnswer<Done<Method, Path>>
  : Done<Method, Path>;

/** What a call answers that is asked what it would do. */
export interface DryRunAnswer<Result> {
  readonly dryRun: true;
  readonly result: Result;
  readonly effects: EffectsView;
}

type Done<Method extends string, Path extends string> = `${Method} ${WithoutQuery<Path>}` extends infer Exact extends
  keyof Successes
  ? Successes[Exact]
  : {
        [Key in keyof Successes]: Segments<`${Method} ${WithoutQuery<Path>}`> extends Pattern<Segments<Key>>
          ? Successes[Key]
          : never;
      }[keyof Successes] extends infer Found
    ? [Found] extends [never]
      ? unknown
      : Found
    : never;

/** An item of a list, whether it is paged or not. */
export type ItemOf<List> = List extends readonly (infer Item)[]
  ? Item
  : List extends { items: readonly (infer Item)[] }
    ? Item
    : unknown;

type WithoutQuery<Path extends string> = Path extends `${infer Address}?${string}` ? Address : Path;
type Segments<Path extends string> = Path extends `${infer First}/${infer Rest}` ? [First, ...Segments<Rest>] : [Path];
type Pattern<Names extends readonly string[]> = {
  [At in keyof Names]: Names[At] extends `{${string}}` ? string : Names[At];
};

/** What every answer may hold besides: a problem has these members, a success none of them but its own. */
export interface Problem {
  readonly type?: unknown;
  readonly title?: unknown;
  readonly status?: unknown;
  readonly code?: string;
  readonly detail?: string;
  readonly requestId?: string;
  readonly operation?: number;
  readonly errors?: readonly ProblemError[];
}

export type {
  CardStatementView,
  InstallmentsView,
  OccurrenceView,
  ScheduleView,
  BudgetCycleView,
  AccountTypeView,
  AccountView,
  AppliedRuleView,
  AuditLogPageView,
  BudgetExplanationView,
  BudgetHistoryView,
  BudgetView,
  CategoryView,
  ContactView,
  ExchangeRateView,
  ExportView,
  ForecastView,
  ImportRowPageView,
  ImportRowView,
  ImportSummaryView,
  ImportView,
  IouHistoryPageView,
  NetWorthHistoryView,
  NetWorthView,
  PurgedView,
  RateSeriesView,
  RuleMatchPageView,
  RuleRunPageView,
  RuleView,
  SeriesRateView,
  SpendingReportView,
  TransactionExplanationView,
  TransactionPageView,
  TransactionView,
  UndoneRunView,
  WorkspaceView,
};
