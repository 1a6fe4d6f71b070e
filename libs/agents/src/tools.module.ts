import { Module } from '@nestjs/common';
import { BudgetingModule } from '@app/budgeting';
import { CategorisingModule } from '@app/categorising';
import { ContactsModule } from '@app/contacts';
import { FilesModule } from '@app/files';
import { GoalsModule } from '@app/goals';
import { HouseholdModule } from '@app/household';
import { ImportingModule } from '@app/importing';
import { InvoicingModule } from '@app/invoicing';
import { Log } from '@app/kernel';
import { LedgerModule } from '@app/ledger';
import { IdentityModule } from '@app/identity';
import { PlanningModule } from '@app/planning';
import { ReportingModule } from '@app/reporting';
import { WorkspaceModule } from '@app/workspace';
import { Acts } from './acting/acts.service.js';
import { Confirmations } from './acting/confirmations.service.js';
import { ToolCalls } from './calls/tool-calls.service.js';
import type { ToolGroup } from './calls/tool.js';
import { Resources } from './guide/resources.service.js';
import { McpEndpoint } from './server/mcp-endpoint.service.js';
import { McpServers } from './server/mcp-servers.service.js';
import { NamesOfThings } from './tools/names.service.js';
import { AccountFigures } from './tools/account-figures.service.js';
import { OverviewTools } from './tools/overview-tools.service.js';
import { AccountTools } from './tools/account-tools.service.js';
import { TransactionTools } from './tools/transaction-tools.service.js';
import { CategoryTools } from './tools/category-tools.service.js';
import { BudgetTools } from './tools/budget-tools.service.js';
import { GoalTools } from './tools/goal-tools.service.js';
import { HouseholdTools } from './tools/household-tools.service.js';
import { ReportTools } from './tools/report-tools.service.js';
import { WorthTools } from './tools/worth-tools.service.js';
import { DebtTools } from './tools/debt-tools.service.js';
import { InvoiceTools } from './tools/invoice-tools.service.js';
import { ImportTools } from './tools/import-tools.service.js';
import { RuleTools } from './tools/rule-tools.service.js';
import { ChangeTools } from './tools/change-tools.service.js';
import { TransactionActs } from './tools/transaction-acts.service.js';
import { StatementTools } from './tools/statement-tools.service.js';
import { UndoTools } from './tools/undo-tools.service.js';

export { McpEndpoint };

/** Tool groups in the order of `tools/list`. */
const GROUPS = [
  OverviewTools,
  AccountTools,
  TransactionTools,
  CategoryTools,
  BudgetTools,
  GoalTools,
  ReportTools,
  WorthTools,
  DebtTools,
  HouseholdTools,
  ImportTools,
  InvoiceTools,
  RuleTools,
  ChangeTools,
  TransactionActs,
  StatementTools,
  UndoTools,
];

const TOOL_CALLS = {
  provide: ToolCalls,
  inject: [Acts, Log, ...GROUPS],
  useFactory: (acts: Acts, log: Log, ...groups: ToolGroup[]) => new ToolCalls(groups, acts, log),
};

/** Tools of the MCP endpoint, loaded on the first request to /mcp. */
@Module({
  imports: [
    ...[WorkspaceModule, IdentityModule, LedgerModule, ContactsModule, BudgetingModule, CategorisingModule],
    ...[FilesModule, GoalsModule, HouseholdModule, InvoicingModule, ImportingModule, ReportingModule],
    PlanningModule,
  ],
  providers: [
    ...GROUPS,
    TOOL_CALLS,
    Acts,
    Confirmations,
    NamesOfThings,
    AccountFigures,
    Resources,
    McpServers,
    McpEndpoint,
  ],
})
export class ToolsModule {}
