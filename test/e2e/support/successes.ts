// Written by `npm run docs` from what each operation says that it answers.
import type { AccountTypeView } from '../../../libs/ledger/src/accounts/account.view.js';
import type { AccountView } from '../../../libs/ledger/src/accounts/account.view.js';
import type { AppliedRuleView } from '../../../libs/categorising/src/running/run.view.js';
import type { AuditLogPageView } from '../../../libs/identity/src/audit/audit-log.view.js';
import type { BudgetExplanationView } from '../../../libs/budgeting/src/budgets/budget.view.js';
import type { BudgetHistoryView } from '../../../libs/budgeting/src/budgets/budget.view.js';
import type { BudgetView } from '../../../libs/budgeting/src/budgets/budget.view.js';
import type { CardStatementPageView } from '../../../libs/cards/src/statements/card-statement.view.js';
import type { CardStatementView } from '../../../libs/cards/src/statements/card-statement.view.js';
import type { CashFlowReportView } from '../../../libs/reporting/src/cash-flow/cash-flow.view.js';
import type { CategoryView } from '../../../libs/ledger/src/categories/category.view.js';
import type { ContactView } from '../../../libs/contacts/src/contacts/contact.view.js';
import type { DeliveryPageView } from '../../../libs/notifying/src/deliveries/delivery.view.js';
import type { DeliveryView } from '../../../libs/notifying/src/deliveries/delivery.view.js';
import type { EventPageView } from '../../../libs/notifying/src/feed/event.view.js';
import type { ExchangeRateView } from '../../../libs/fx/src/rates/exchange-rate.view.js';
import type { ExportView } from '../../../libs/exporting/src/export.view.js';
import type { ForecastView } from '../../../libs/planning/src/forecast/forecast.view.js';
import type { ImportRowPageView } from '../../../libs/importing/src/rows/import-row.view.js';
import type { ImportSummaryView } from '../../../libs/importing/src/imports/import.view.js';
import type { ImportView } from '../../../libs/importing/src/imports/import.view.js';
import type { InstallmentsPageView } from '../../../libs/cards/src/installments/installments.view.js';
import type { InstallmentsView } from '../../../libs/cards/src/installments/installments.view.js';
import type { IouHistoryPageView } from '../../../libs/contacts/src/histories/iou-history.view.js';
import type { NetWorthHistoryView } from '../../../libs/ledger/src/net-worth/net-worth-history.view.js';
import type { NetWorthView } from '../../../libs/ledger/src/net-worth/net-worth.view.js';
import type { OccurrenceListView } from '../../../libs/planning/src/occurrences/occurrence.view.js';
import type { OccurrenceView } from '../../../libs/planning/src/occurrences/occurrence.view.js';
import type { PurgedView } from '../../../libs/ledger/src/transactions/transaction.view.js';
import type { RateSeriesView } from '../../../libs/fx/src/rates/exchange-rate.view.js';
import type { ReplayView } from '../../../libs/notifying/src/webhooks/webhook.view.js';
import type { RuleMatchPageView } from '../../../libs/categorising/src/matches/match.view.js';
import type { RuleRunPageView } from '../../../libs/categorising/src/running/run.view.js';
import type { RuleView } from '../../../libs/categorising/src/rules/rule.view.js';
import type { ScheduleView } from '../../../libs/planning/src/schedules/schedule.view.js';
import type { SeriesRateView } from '../../../libs/fx/src/rates/exchange-rate.view.js';
import type { SpendingReportView } from '../../../libs/reporting/src/spending/spending.view.js';
import type { SuggestionListView } from '../../../libs/planning/src/suggestions/suggestion.view.js';
import type { SuggestionView } from '../../../libs/planning/src/suggestions/suggestion.view.js';
import type { TagView } from '../../../libs/ledger/src/tags/tag.view.js';
import type { TransactionBatchView } from '../../../libs/ledger/src/transactions/transaction.view.js';
import type { TransactionExplanationView } from '../../../libs/categorising/src/running/explanation.view.js';
import type { TransactionPageView } from '../../../libs/ledger/src/transactions/transaction.view.js';
import type { TransactionView } from '../../../libs/ledger/src/transactions/transaction.view.js';
import type { UndoneRunView } from '../../../libs/categorising/src/running/run.view.js';
import type { WebhookView } from '../../../libs/notifying/src/webhooks/webhook.view.js';
import type { WebhookWithSecretView } from '../../../libs/notifying/src/webhooks/webhook.view.js';
import type { WorkspaceView } from '../../../libs/workspace/src/workspace.view.js';

/** What each operation answers when it succeeds: the classes that the OpenAPI document is made of. */
export interface Successes {
  'GET /v1/account-types': AccountTypeView[];
  'GET /v1/accounts': AccountView[];
  'POST /v1/accounts': AccountView;
  'DELETE /v1/accounts/{id}': AccountView;
  'GET /v1/accounts/{id}': AccountView;
  'PATCH /v1/accounts/{id}': AccountView;
  'POST /v1/accounts/{id}/archive': AccountView;
  'GET /v1/accounts/{id}/card-statements': CardStatementPageView;
  'PUT /v1/accounts/{id}/card-statements/{cutOff}': CardStatementView;
  'POST /v1/accounts/{id}/card-statements/{cutOff}/pay': TransactionView;
  'POST /v1/accounts/{id}/close': AccountView;
  'POST /v1/accounts/{id}/reopen': AccountView;
  'POST /v1/accounts/{id}/restore': AccountView;
  'GET /v1/audit-log': AuditLogPageView;
  'GET /v1/budgets': BudgetView[];
  'POST /v1/budgets': BudgetView;
  'DELETE /v1/budgets/{id}': BudgetView;
  'GET /v1/budgets/{id}': BudgetView;
  'PATCH /v1/budgets/{id}': BudgetView;
  'GET /v1/budgets/{id}/explain': BudgetExplanationView;
  'GET /v1/budgets/{id}/history': BudgetHistoryView;
  'GET /v1/categories': CategoryView[];
  'POST /v1/categories': CategoryView;
  'DELETE /v1/categories/{id}': CategoryView;
  'GET /v1/categories/{id}': CategoryView;
  'PATCH /v1/categories/{id}': CategoryView;
  'GET /v1/contacts': ContactView[];
  'POST /v1/contacts': ContactView;
  'DELETE /v1/contacts/{id}': ContactView;
  'GET /v1/contacts/{id}': ContactView;
  'PATCH /v1/contacts/{id}': ContactView;
  'GET /v1/contacts/{id}/iou-history': IouHistoryPageView;
  'GET /v1/events': EventPageView;
  'GET /v1/exchange-rates': RateSeriesView;
  'GET /v1/exchange-rates/latest': ExchangeRateView;
  'DELETE /v1/exchange-rates/{quote}/{base}/{date}': SeriesRateView;
  'PUT /v1/exchange-rates/{quote}/{base}/{date}': SeriesRateView;
  'GET /v1/export': ExportView;
  'GET /v1/forecast': ForecastView;
  'GET /v1/imports': ImportSummaryView[];
  'POST /v1/imports': ImportView;
  'DELETE /v1/imports/{id}': ImportView;
  'GET /v1/imports/{id}': ImportView;
  'PATCH /v1/imports/{id}': ImportView;
  'POST /v1/imports/{id}/commit': ImportView;
  'GET /v1/imports/{id}/rows': ImportRowPageView;
  'PATCH /v1/imports/{id}/rows/{index}': ImportView;
  'POST /v1/imports/{id}/undo': ImportView;
  'GET /v1/installments': InstallmentsPageView;
  'POST /v1/installments': InstallmentsView;
  'DELETE /v1/installments/{id}': InstallmentsView;
  'GET /v1/installments/{id}': InstallmentsView;
  'GET /v1/net-worth': NetWorthView;
  'GET /v1/net-worth/history': NetWorthHistoryView;
  'GET /v1/reports/cash-flow': CashFlowReportView;
  'GET /v1/reports/spending': SpendingReportView;
  'GET /v1/rules': RuleView[];
  'POST /v1/rules': RuleView;
  'POST /v1/rules/preview': RuleMatchPageView;
  'DELETE /v1/rules/{id}': RuleView;
  'GET /v1/rules/{id}': RuleView;
  'PATCH /v1/rules/{id}': RuleView;
  'POST /v1/rules/{id}/apply': AppliedRuleView;
  'GET /v1/rules/{id}/matches': RuleMatchPageView;
  'GET /v1/rules/{id}/runs': RuleRunPageView;
  'POST /v1/rules/{id}/runs/{runId}/undo': UndoneRunView;
  'GET /v1/schedules': ScheduleView[];
  'POST /v1/schedules': ScheduleView;
  'GET /v1/schedules/suggestions': SuggestionListView;
  'DELETE /v1/schedules/suggestions/{id}': SuggestionView;
  'DELETE /v1/schedules/{id}': ScheduleView;
  'GET /v1/schedules/{id}': ScheduleView;
  'PATCH /v1/schedules/{id}': ScheduleView;
  'GET /v1/schedules/{id}/occurrences': OccurrenceListView;
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/link': OccurrenceView;
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/post': OccurrenceView;
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/skip': OccurrenceView;
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/unskip': OccurrenceView;
  'GET /v1/tags': TagView[];
  'DELETE /v1/tags/{name}': TagView;
  'GET /v1/tags/{name}': TagView;
  'PATCH /v1/tags/{name}': TagView;
  'GET /v1/transactions': TransactionPageView;
  'POST /v1/transactions': TransactionView;
  'POST /v1/transactions/batch': TransactionBatchView;
  'DELETE /v1/transactions/trash': PurgedView;
  'GET /v1/transactions/trash': TransactionPageView;
  'DELETE /v1/transactions/{id}': TransactionView;
  'GET /v1/transactions/{id}': TransactionView;
  'PATCH /v1/transactions/{id}': TransactionView;
  'GET /v1/transactions/{id}/explain': TransactionExplanationView;
  'DELETE /v1/transactions/{id}/permanently': TransactionView;
  'POST /v1/transactions/{id}/restore': TransactionView;
  'GET /v1/webhooks': WebhookView[];
  'POST /v1/webhooks': WebhookWithSecretView;
  'DELETE /v1/webhooks/{id}': WebhookView;
  'GET /v1/webhooks/{id}': WebhookView;
  'PATCH /v1/webhooks/{id}': WebhookView;
  'GET /v1/webhooks/{id}/deliveries': DeliveryPageView;
  'POST /v1/webhooks/{id}/deliveries/{deliveryId}/retry': DeliveryView;
  'POST /v1/webhooks/{id}/replay': ReplayView;
  'POST /v1/webhooks/{id}/rotate-secret': WebhookWithSecretView;
  'POST /v1/webhooks/{id}/test': DeliveryView;
  'GET /v1/workspace': WorkspaceView;
  'PATCH /v1/workspace': WorkspaceView;
}

export type {
  AccountTypeView,
  AccountView,
  AppliedRuleView,
  AuditLogPageView,
  BudgetExplanationView,
  BudgetHistoryView,
  BudgetView,
  CardStatementPageView,
  CardStatementView,
  CashFlowReportView,
  CategoryView,
  ContactView,
  DeliveryPageView,
  DeliveryView,
  EventPageView,
  ExchangeRateView,
  ExportView,
  ForecastView,
  ImportRowPageView,
  ImportSummaryView,
  ImportView,
  InstallmentsPageView,
  InstallmentsView,
  IouHistoryPageView,
  NetWorthHistoryView,
  NetWorthView,
  OccurrenceListView,
  OccurrenceView,
  PurgedView,
  RateSeriesView,
  ReplayView,
  RuleMatchPageView,
  RuleRunPageView,
  RuleView,
  ScheduleView,
  SeriesRateView,
  SpendingReportView,
  SuggestionListView,
  SuggestionView,
  TagView,
  TransactionBatchView,
  TransactionExplanationView,
  TransactionPageView,
  TransactionView,
  UndoneRunView,
  WebhookView,
  WebhookWithSecretView,
  WorkspaceView,
};
