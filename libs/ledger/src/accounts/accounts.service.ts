import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import {
  Clock,
  Database,
  formatAmount,
  invalidField,
  newId,
  parseAmount,
  parseRate,
  ReferenceNotFound,
} from '@app/kernel';
import { Workspaces } from '@app/workspace';
import { AccountCurrencyChanged, AccountDeleted, AccountRevalued } from '../ledger.events.js';
import {
  AccountBalanceNotZero,
  AccountInUse,
  AccountNotActive,
  AccountNotArchived,
  AccountNotClosed,
  AccountNotFound,
} from '../ledger.problems.js';
import type { AccountStatus } from './account.entity.js';
import { Account } from './account.entity.js';
import type { CreateAccountRequest, EditAccountRequest } from './account.request.js';
import type { AccountKind, AccountType } from './account-type.js';
import { accountTypeOf, shownBalance } from './account-type.js';
import { deleteExpired } from '../trash-retention.query.js';

/** An account as other contexts see it; the balance in minor units, as it is shown. */
export interface AccountSummary {
  readonly id: string;
  readonly currency: string;
  readonly kind: AccountKind;
  readonly status: AccountStatus;
  readonly balance: bigint;
}

/** Accounts and what may happen to them. Source: contract section 5. */
@Injectable()
export class Accounts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly workspaces: Workspaces,
  ) {}

  create(workspaceId: string, request: CreateAccountRequest): Promise<Account> {
    return this.database.transaction({ workspaceId }, (work) => this.open(work, request));
  }

  /** Makes an account within a unit of work. */
  async open(work: UnitOfWork, request: CreateAccountRequest): Promise<Account> {
    checkFixedRate(request.fxMode ?? 'auto', request.fixedRate);
    const type = requireType(request.typeId);
    const opening = shownBalance(type.kind, parseAmount(request.openingBalance ?? '0'));
    const now = this.clock.now();
    return work.em.create(Account, {
      workspaceId: work.workspaceId,
      id: newId(),
      name: request.name,
      typeKey: type.systemKey,
      kind: type.kind,
      bank: request.bank ?? null,
      currency: request.currency ?? (await this.workspaces.baseCurrency(work)),
      openingPosition: opening,
      openingDate: request.openingDate ?? this.clock.today(),
      position: opening,
      fxMode: request.fxMode ?? 'auto',
      fixedRate: request.fixedRate == null ? null : parseRate(request.fixedRate),
      apy: request.apy ?? null,
      alertThreshold: request.alertThreshold == null ? null : parseAmount(request.alertThreshold),
      status: 'active',
      createdAt: now,
      updatedAt: now,
    });
  }

  /** The accounts with a status, oldest first. */
  list(workspaceId: string, status: AccountStatus | 'all'): Promise<Account[]> {
    return this.database.transaction({ workspaceId }, (work) =>
      work.em.find(Account, { workspaceId, ...(status === 'all' ? {} : { status }) }, { orderBy: { id: 'asc' } }),
    );
  }

  get(workspaceId: string, id: string): Promise<Account> {
    return this.database.transaction({ workspaceId }, (work) => this.find(work, id));
  }

  /** Changes what is given. Currency and kind stay as they are once a transaction exists, be it in the trash. */
  edit(workspaceId: string, id: string, request: EditAccountRequest): Promise<Account> {
    const type = request.typeId === undefined ? undefined : requireType(request.typeId);
    const edit = async (work: UnitOfWork): Promise<Account> => {
      const account = await this.lock(work, id);
      const valued = `${account.fxMode} ${account.fixedRate}`;
      const { currency } = account;
      await this.changeKind(work, account, type, request.currency);
      changeOpening(account, request);
      changeConversion(account, request);
      if (request.name !== undefined) account.name = request.name;
      if (request.bank !== undefined) account.bank = request.bank;
      if (request.apy !== undefined) account.apy = request.apy;
      if (request.alertThreshold !== undefined) {
        account.alertThreshold = request.alertThreshold === null ? null : parseAmount(request.alertThreshold);
      }
      account.updatedAt = this.clock.now();
      if (`${account.fxMode} ${account.fixedRate}` !== valued) await work.publish(new AccountRevalued(id));
      if (account.currency !== currency) {
        await work.publish(new AccountCurrencyChanged(id, currency, account.currency));
      }
      return account;
    };
    return request.fxMode === undefined && request.fixedRate === undefined
      ? this.database.transaction({ workspaceId }, edit)
      : this.database.transaction({ workspaceId, exclusive: true }, edit);
  }

  /** Deletes an account that never had a transaction; answers what it was. */
  delete(workspaceId: string, id: string): Promise<Account> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const account = await this.lock(work, id);
      if (await this.hasTransactions(work, id)) throw AccountInUse();
      work.em.remove(account);
      await work.publish(new AccountDeleted(id));
      return account;
    });
  }

  archive(workspaceId: string, id: string): Promise<Account> {
    return this.turn(workspaceId, id, 'archived', (account) => {
      if (account.status !== 'active') throw AccountNotActive();
    });
  }

  restore(workspaceId: string, id: string): Promise<Account> {
    return this.turn(workspaceId, id, 'active', (account) => {
      if (account.status !== 'archived') throw AccountNotArchived();
    });
  }

  close(workspaceId: string, id: string): Promise<Account> {
    return this.turn(workspaceId, id, 'closed', (account) => {
      if (account.status !== 'active') throw AccountNotActive();
      if (account.position !== 0n) {
        throw AccountBalanceNotZero(formatAmount(shownBalance(account.kind, account.position)));
      }
    });
  }

  reopen(workspaceId: string, id: string): Promise<Account> {
    return this.turn(workspaceId, id, 'active', (account) => {
      if (account.status !== 'closed') throw AccountNotClosed();
    });
  }

  /** What other contexts may know of an account; undefined where the workspace has none with the id. */
  summary(work: UnitOfWork, id: string): Promise<AccountSummary | undefined> {
    return this.summarise(work, id, '');
  }

  /** Whether the workspace has an account with the id; it is held against deletion then. */
  async keep(work: UnitOfWork, id: string): Promise<boolean> {
    return (await this.summarise(work, id, 'for key share')) !== undefined;
  }

  /** The same, with the account held against every transaction that would enter it meanwhile. */
  hold(work: UnitOfWork, id: string): Promise<AccountSummary | undefined> {
    return this.summarise(work, id, 'for no key update');
  }

  private async summarise(work: UnitOfWork, id: string, lock: string): Promise<AccountSummary | undefined> {
    const [found] = await work.query<Omit<AccountSummary, 'balance'> & { position: string }>({
      text: `select id, currency, kind, status, position from ledger_accounts where workspace_id = $1 and id = $2 ${lock}`,
      values: [work.workspaceId, id],
    });
    return found && { ...found, balance: shownBalance(found.kind, BigInt(found.position)) };
  }

  private turn(workspaceId: string, id: string, status: AccountStatus, check: (account: Account) => void) {
    return this.database.transaction({ workspaceId }, async (work) => {
      const account = await this.lock(work, id);
      check(account);
      account.status = status;
      account.updatedAt = this.clock.now();
      return account;
    });
  }

  private async find(work: UnitOfWork, id: string): Promise<Account> {
    const account = await work.em.findOne(Account, { workspaceId: work.workspaceId, id });
    if (!account) throw AccountNotFound(id);
    return account;
  }

  /** Holds the account against every transaction that would enter it meanwhile. */
  private async lock(work: UnitOfWork, id: string): Promise<Account> {
    const account = await work.em.findOne(
      Account,
      { workspaceId: work.workspaceId, id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!account) throw AccountNotFound(id);
    return account;
  }

  private async changeKind(work: UnitOfWork, account: Account, type: AccountType | undefined, currency?: string) {
    const kind = type?.kind ?? account.kind;
    const changes = kind !== account.kind || (currency ?? account.currency) !== account.currency;
    if (changes && (await this.hasTransactions(work, account.id))) throw AccountInUse();
    if (changes && account.status !== 'active') throw AccountNotActive();
    if (kind !== account.kind) {
      // The balance that was given keeps its figure: what was owned is owed now.
      account.openingPosition = -account.openingPosition;
      account.position = -account.position;
      account.kind = kind;
    }
    account.typeKey = type?.systemKey ?? account.typeKey;
    account.currency = currency ?? account.currency;
  }

  private async hasTransactions(work: UnitOfWork, id: string): Promise<boolean> {
    const ofAccount = 't.account_id = $3 or t.to_account_id = $3';
    await deleteExpired(work, ofAccount, id, this.clock.now());
    const [found] = await work.query<{ used: boolean }>({
      text: `
        select exists (select from ledger_transactions where workspace_id = $1 and account_id = $2)
          or exists (select from ledger_transactions where workspace_id = $1 and to_account_id = $2) as used`,
      values: [work.workspaceId, id],
    });
    return found!.used;
  }
}

function requireType(idOrKey: string): AccountType {
  const type = accountTypeOf(idOrKey);
  if (!type) throw ReferenceNotFound(['#/typeId']);
  return type;
}

function changeOpening(account: Account, request: EditAccountRequest): void {
  if (request.openingBalance !== undefined) {
    const opening = shownBalance(account.kind, parseAmount(request.openingBalance));
    if (opening !== account.openingPosition && account.status !== 'active') throw AccountNotActive();
    account.position += opening - account.openingPosition;
    account.openingPosition = opening;
  }
  if (request.openingDate !== undefined) account.openingDate = request.openingDate;
}

function changeConversion(account: Account, request: EditAccountRequest): void {
  const mode = request.fxMode ?? account.fxMode;
  const kept = account.fxMode === 'fixed' && mode === 'fixed' && request.fixedRate === undefined;
  if (!kept) checkFixedRate(mode, request.fixedRate);
  account.fxMode = mode;
  if (mode === 'auto') account.fixedRate = null;
  else if (request.fixedRate != null) account.fixedRate = parseRate(request.fixedRate);
}

function checkFixedRate(mode: 'auto' | 'fixed', rate: string | null | undefined): void {
  if (mode === 'fixed' && rate == null)
    throw invalidField(['fixedRate'], 'REQUIRED', 'is required where fxMode is fixed');
  if (mode === 'auto' && rate != null) {
    throw invalidField(['fixedRate'], 'NOT_ALLOWED', 'has no place where fxMode is auto');
  }
}
