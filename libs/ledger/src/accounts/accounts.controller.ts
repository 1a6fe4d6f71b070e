import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { AmountOutOfRange, Caller, Operation, operationsOn, ReferenceNotFound, Scoped } from '@app/kernel';
import {
  AccountBalanceNotZero,
  AccountInUse,
  AccountLimitReached,
  AccountNotActive,
  AccountNotArchived,
  AccountNotClosed,
  AccountNotFound,
} from '../ledger.problems.js';
import { CreateAccountRequest, EditAccountRequest, ListAccountsRequest } from './account.request.js';
import { accountTypeView, AccountTypeView, accountView, AccountView } from './account.view.js';
import { ACCOUNT_TYPES } from './account-type.js';
import { Accounts } from './accounts.service.js';

const OnAccount = operationsOn({ answer: AccountView, pathIds: { id: AccountNotFound } });

@Controller('v1/account-types')
export class AccountTypesController {
  @Operation({
    summary: 'List account types',
    description: 'Every account has one of these types, which makes it an asset or a liability.',
    answer: [AccountTypeView],
    scopes: [],
  })
  @Get()
  list(): AccountTypeView[] {
    return ACCOUNT_TYPES.map(accountTypeView);
  }
}

@Scoped('accounts')
@Controller('v1/accounts')
export class AccountsController {
  constructor(private readonly accounts: Accounts) {}

  @Operation({
    summary: 'List accounts',
    description:
      'Returns active accounts by default. Balances are in the currency of the account. With `date`, returns the balances at the end of that day; before its opening date, an opening balance does not count. `setAside` is always the current amount.',
    answer: [AccountView],
  })
  @Get()
  async list(@Caller() caller: Principal, @Query() request: ListAccountsRequest): Promise<AccountView[]> {
    return (await this.accounts.list(caller.workspaceId, request.status, request.date)).map(accountView);
  }

  @Operation({
    summary: 'Create an account',
    description: 'The opening balance counts in net worth from the opening date.',
    answer: AccountView,
    touchesBooks: true,
    problems: [AccountLimitReached, ReferenceNotFound],
  })
  @Post()
  async create(@Caller() caller: Principal, @Body() request: CreateAccountRequest): Promise<AccountView> {
    return accountView(await this.accounts.create(caller.workspaceId, request));
  }

  @OnAccount('Get an account', {
    description: 'The balance is in the currency of the account.',
    resource: true,
  })
  @Get(':id')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<AccountView> {
    return accountView(await this.accounts.get(caller.workspaceId, id));
  }

  @OnAccount('Edit an account', {
    bulk: ['fxMode', 'fixedRate', 'currency'],
    description:
      'Changes only the fields that are sent. Changing the opening balance changes the balance by the same difference.',
    touchesBooks: true,
    problems: [AccountInUse, AccountNotActive, ReferenceNotFound, AmountOutOfRange],
  })
  @Patch(':id')
  async edit(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: EditAccountRequest,
  ): Promise<AccountView> {
    return accountView(await this.accounts.edit(caller.workspaceId, id, request));
  }

  @OnAccount('Delete an account without transactions', {
    description:
      'An account that has transactions, including trashed ones, or that a goal, tanda, schedule or card uses cannot be deleted. Archive or close it instead.',
    touchesBooks: true,
    problems: [AccountInUse],
  })
  @Delete(':id')
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<AccountView> {
    return accountView(await this.accounts.delete(caller.workspaceId, id));
  }

  @OnAccount('Archive an account', {
    description:
      'An archived account is not in the default list and accepts no transactions. Its balance still counts in net worth.',
    example: { status: 'archived' },
    problems: [AccountNotActive],
  })
  @Post(':id/archive')
  async archive(@Caller() caller: Principal, @Param('id') id: string): Promise<AccountView> {
    return accountView(await this.accounts.changeStatus(caller.workspaceId, id, 'archive'));
  }

  @OnAccount('Restore an archived account', {
    collection: { after: ['archiveAccount'] },
    description: 'The account becomes active and accepts transactions again.',
    problems: [AccountNotArchived],
  })
  @Post(':id/restore')
  async restore(@Caller() caller: Principal, @Param('id') id: string): Promise<AccountView> {
    return accountView(await this.accounts.changeStatus(caller.workspaceId, id, 'restore'));
  }

  @OnAccount('Close an account', {
    description: 'Requires a zero balance. The account remains in reports and histories.',
    example: { status: 'closed', balance: '0.00' },
    problems: [AccountNotActive, AccountBalanceNotZero],
  })
  @Post(':id/close')
  async close(@Caller() caller: Principal, @Param('id') id: string): Promise<AccountView> {
    return accountView(await this.accounts.changeStatus(caller.workspaceId, id, 'close'));
  }

  @OnAccount('Reopen a closed account', {
    collection: { after: ['closeAccount'] },
    description: 'The account becomes active and accepts transactions again.',
    problems: [AccountNotClosed],
  })
  @Post(':id/reopen')
  async reopen(@Caller() caller: Principal, @Param('id') id: string): Promise<AccountView> {
    return accountView(await this.accounts.changeStatus(caller.workspaceId, id, 'reopen'));
  }
}
