import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { AmountOutOfRange, Caller, Operation, ReferenceNotFound } from '@app/kernel';
import {
  AccountBalanceNotZero,
  AccountInUse,
  AccountNotActive,
  AccountNotArchived,
  AccountNotClosed,
  AccountNotFound,
} from '../ledger.problems.js';
import { CreateAccountRequest, EditAccountRequest, ListAccountsRequest } from './account.request.js';
import { accountTypeView, AccountTypeView, accountView, AccountView } from './account.view.js';
import { ACCOUNT_TYPES } from './account-type.js';
import { Accounts } from './accounts.service.js';

const pathIds = { id: AccountNotFound };

@Controller('v1/account-types')
export class AccountTypesController {
  @Operation({ summary: 'The catalogue of account types', answer: [AccountTypeView] })
  @Get()
  list(): AccountTypeView[] {
    return ACCOUNT_TYPES.map(accountTypeView);
  }
}

@Controller('v1/accounts')
export class AccountsController {
  constructor(private readonly accounts: Accounts) {}

  @Operation({ summary: 'List accounts', answer: [AccountView] })
  @Get()
  async list(@Caller() caller: Principal, @Query() request: ListAccountsRequest): Promise<AccountView[]> {
    return (await this.accounts.list(caller.workspaceId, request.status)).map(accountView);
  }

  @Operation({ summary: 'Open an account', answer: AccountView, problems: [ReferenceNotFound] })
  @Post()
  async create(@Caller() caller: Principal, @Body() request: CreateAccountRequest): Promise<AccountView> {
    return accountView(await this.accounts.create(caller.workspaceId, request));
  }

  @Operation({ summary: 'One account', answer: AccountView, pathIds, resource: true })
  @Get(':id')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<AccountView> {
    return accountView(await this.accounts.get(caller.workspaceId, id));
  }

  @Operation({
    summary: 'Edit an account',
    answer: AccountView,
    pathIds,
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

  @Operation({
    summary: 'Delete an account without transactions',
    answer: AccountView,
    pathIds,
    problems: [AccountInUse],
  })
  @Delete(':id')
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<AccountView> {
    return accountView(await this.accounts.delete(caller.workspaceId, id));
  }

  @Operation({
    summary: 'Archive an account',
    answer: AccountView,
    example: { status: 'archived' },
    pathIds,
    problems: [AccountNotActive],
  })
  @Post(':id/archive')
  async archive(@Caller() caller: Principal, @Param('id') id: string): Promise<AccountView> {
    return accountView(await this.accounts.archive(caller.workspaceId, id));
  }

  @Operation({ summary: 'Restore an archived account', answer: AccountView, pathIds, problems: [AccountNotArchived] })
  @Post(':id/restore')
  async restore(@Caller() caller: Principal, @Param('id') id: string): Promise<AccountView> {
    return accountView(await this.accounts.restore(caller.workspaceId, id));
  }

  @Operation({
    summary: 'Close an account',
    answer: AccountView,
    example: { status: 'closed', balance: '0.00' },
    pathIds,
    problems: [AccountNotActive, AccountBalanceNotZero],
  })
  @Post(':id/close')
  async close(@Caller() caller: Principal, @Param('id') id: string): Promise<AccountView> {
    return accountView(await this.accounts.close(caller.workspaceId, id));
  }

  @Operation({ summary: 'Reopen a closed account', answer: AccountView, pathIds, problems: [AccountNotClosed] })
  @Post(':id/reopen')
  async reopen(@Caller() caller: Principal, @Param('id') id: string): Promise<AccountView> {
    return accountView(await this.accounts.reopen(caller.workspaceId, id));
  }
}
