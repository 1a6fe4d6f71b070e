import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import {
  canonicalDecimal,
  changedFields,
  Clock,
  Database,
  Money,
  newId,
  parseAmount,
  parseRate,
  ReferenceNotFound,
} from '@app/kernel';
import { Workspaces } from '@app/workspace';
import {
  AccountCurrencyChanged,
  AccountDeleted,
  accountEvents,
  AccountKindChanged,
  AccountRevalued,
} from '../ledger.events.js';
import { AccountLimitReached, AccountInUse, AccountNotFound } from '../ledger.problems.js';
import { MAX_ACCOUNTS } from '../limits.js';
import type { AccountStatus } from './account-status.js';
import { Account, cardColumns } from './account.entity.js';
import { conversionOf } from './account-conversion.js';
import type { CreateAccountRequest, EditAccountRequest } from './account.request.js';
import type { AccountKind, AccountType } from './account-type.js';
import { accountTypeOf, shownBalance } from './account-type.js';
import { recordOpening } from '../balances/balance-changes.query.js';
import { positionOn } from '../balances/balance-on.query.js';
import type { CardTerms } from './card-terms.js';
import { cardTerms } from './card-terms.js';
import { accountNames, selectAccountNames } from './account-names.query.js';
import { deleteExpired } from '../trash-retention.query.js';

export interface AccountSummary {
  readonly id: string;
  readonly name: string;
  readonly bank: string | null;
  readonly currency: string;
  readonly kind: AccountKind;
  readonly typeKey: string;
  readonly status: AccountStatus;
  readonly balance: Money;
  /** Sum of the amounts that goals have set aside in the account. */
  readonly setAside: Money;
}

@Injectable()
export class Accounts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly workspaces: Workspaces,
  ) {}

  create(workspaceId: string, request: CreateAccountRequest): Promise<Account> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const account = await this.open(work, request);
      work.audit(account.id);
      work.announce(accountEvents.created(account.id));
      return account;
    });
  }

  async open(work: UnitOfWork, request: CreateAccountRequest): Promise<Account> {
    const { workspaceId } = work;
    if ((await work.em.count(Account, { workspaceId })) >= MAX_ACCOUNTS) throw AccountLimitReached(MAX_ACCOUNTS);
    const conversion = conversionOf(request.fxMode ?? 'auto', rateOf(request.fixedRate) ?? null);
    const type = requireType(request.typeId);
    const currency = request.currency ?? (await this.workspaces.baseCurrency(work));
    const opening = shownBalance(type.kind, Money.parse(request.openingBalance ?? '0', currency)).minor;
    const now = this.clock.now();
    const id = newId();
    const terms = cardTerms({ id, typeKey: type.systemKey, currency, terms: null }, request.card);
    await this.holdPayer(work, terms, null);
    return work.em.create(Account, {
      ...conversion,
      ...cardColumns(terms),
      workspaceId,
      id,
      name: request.name,
      typeKey: type.systemKey,
      kind: type.kind,
      bank: request.bank ?? null,
      currency,
      openingPosition: opening,
      openingDate: request.openingDate ?? this.clock.today(),
      position: opening,
      setAside: 0n,
      apy: request.apy == null ? null : canonicalDecimal(request.apy),
      alertThreshold: request.alertThreshold == null ? null : parseAmount(request.alertThreshold),
      status: 'active',
      createdAt: now,
      updatedAt: now,
    });
  }

  /** @param date day at whose end to return the positions of the accounts; by default, they include all transactions */
  list(workspaceId: string, status: AccountStatus | 'all', date?: Day): Promise<Account[]> {
    return this.database.transaction({ workspaceId, snapshot: date !== undefined }, async (work) => {
      const ofStatus = status === 'all' ? {} : { status };
      const accounts = await work.em.find(Account, { workspaceId, ...ofStatus }, { orderBy: { id: 'asc' } });
      if (date === undefined) return accounts;
      const text = `select a.id, ${positionOn('a', '$2::date')} as position from ledger_accounts a where a.workspace_id = $1`;
      const rows = await work.query<{ id: string; position: string }>({ text, values: [workspaceId, date] });
      const positions = new Map(rows.map(({ id, position }) => [id, BigInt(position)]));
      // Otherwise, the entity manager would try to save the past positions.
      work.em.clear();
      return accounts.map((account) => Object.assign(account, { position: positions.get(account.id)! }));
    });
  }

  /** Returns the names of all accounts by ID, including archived and closed accounts. */
  async names(workspaceId: string): Promise<ReadonlyMap<string, string>> {
    return accountNames(await this.database.read(workspaceId, selectAccountNames(workspaceId)));
  }

  get(workspaceId: string, id: string): Promise<Account> {
    return this.database.transaction({ workspaceId }, (work) => this.find(work, id));
  }

  /**
   * Edits an account. If the conversion changes, blocks all other work in the workspace, so that concurrent
   * transactions are revalued as well (decision 0010).
   * @throws AccountInUse if the kind or currency changes and the account has transactions (including trashed ones) or
   * goals, or if the currency changes and a tanda uses the account
   */
  edit(workspaceId: string, id: string, request: EditAccountRequest): Promise<Account> {
    const type = request.typeId === undefined ? undefined : requireType(request.typeId);
    const exclusive = request.fxMode !== undefined || request.fixedRate !== undefined;
    return this.database.transaction({ workspaceId, exclusive }, async (work) => {
      const account = await this.lock(work, id);
      const before = editableFields(account);
      const currencyBefore = account.currency;
      const kindBefore = account.kind;
      await this.redefine(work, account, type ?? accountTypeOf(account.typeKey)!, request.currency ?? currencyBefore);
      const { typeKey, currency } = account;
      const terms = cardTerms({ id, typeKey, currency, terms: account.card }, request.card);
      await this.holdPayer(work, terms, account.card);
      Object.assign(account, cardColumns(terms));
      if (request.openingBalance !== undefined) {
        account.changeOpeningBalance(Money.parse(request.openingBalance, currency));
      }
      const isRevalued = account.changeConversion(request.fxMode, rateOf(request.fixedRate));
      account.name = request.name ?? account.name;
      account.openingDate = request.openingDate ?? account.openingDate;
      if (request.bank !== undefined) account.bank = request.bank;
      if (request.apy !== undefined) account.apy = request.apy === null ? null : canonicalDecimal(request.apy);
      if (request.alertThreshold !== undefined) {
        account.alertThreshold = request.alertThreshold === null ? null : parseAmount(request.alertThreshold);
      }
      if (account.openingDate !== before.openingDate || account.openingBalance().minor !== before.openingBalance) {
        const was = shownBalance(account.kind, Money.ofMinor(before.openingBalance, currency)).minor;
        const [from, to] = [before.openingDate, account.openingDate];
        await work.query(recordOpening(workspaceId, id, [from, was], [to, account.openingPosition]));
      }
      if (isRevalued) await work.publish(new AccountRevalued(id));
      if (account.kind !== kindBefore) await work.publish(new AccountKindChanged(id));
      if (account.currency !== currencyBefore) {
        await work.publish(new AccountCurrencyChanged(id, currencyBefore, account.currency));
      }
      const fields = changedFields(before, editableFields(account));
      if (fields.length > 0) {
        account.updatedAt = this.clock.now();
        work.announce(accountEvents.updated(id, { changed: fields }));
      }
      return account;
    });
  }

  /**
   * Deletes an account and returns it.
   * @throws AccountInUse if the account has transactions or goals, or if a card, schedule or tanda uses the account
   */
  delete(workspaceId: string, id: string): Promise<Account> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const account = await this.lock(work, id);
      if ((await this.hasTransactions(work, id)) || (await this.paysCards(work, id))) throw AccountInUse();
      work.em.remove(account);
      await work.publish(new AccountDeleted(id));
      work.announce(accountEvents.deleted(id));
      return account;
    });
  }

  changeStatus(workspaceId: string, id: string, change: 'archive' | 'restore' | 'close' | 'reopen'): Promise<Account> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const account = await this.lock(work, id);
      account[change](this.clock.now());
      work.announce(accountEvents[change](id));
      return account;
    });
  }

  summary(work: UnitOfWork, id: string): Promise<AccountSummary | undefined> {
    return this.summarise(work, id, '');
  }

  /** Locks the account, so that it cannot be deleted until the unit of work ends. */
  lockForKeyShare(work: UnitOfWork, id: string): Promise<AccountSummary | undefined> {
    return this.summarise(work, id, 'for key share');
  }

  /** Locks the account, so that no transaction can change its balance. */
  lockForUpdate(work: UnitOfWork, id: string): Promise<AccountSummary | undefined> {
    return this.summarise(work, id, 'for no key update');
  }

  private async summarise(work: UnitOfWork, id: string, lock: string): Promise<AccountSummary | undefined> {
    const [account] = await work.query<
      Omit<AccountSummary, 'balance' | 'setAside'> & { position: string; aside: string }
    >({
      text: `select id, name, bank, currency, kind, type_key as "typeKey", status, position, set_aside as aside from ledger_accounts where workspace_id = $1 and id = $2 ${lock}`,
      values: [work.workspaceId, id],
    });
    if (account === undefined) return undefined;
    const { position, aside, ...summary } = account;
    const money = (minor: string) => Money.ofMinor(BigInt(minor), account.currency);
    return { ...summary, balance: shownBalance(account.kind, money(position)), setAside: money(aside) };
  }

  private find(work: UnitOfWork, id: string, lockMode?: LockMode.PESSIMISTIC_WRITE): Promise<Account> {
    const failHandler = () => AccountNotFound(id);
    return work.em.findOneOrFail(Account, { workspaceId: work.workspaceId, id }, { lockMode, failHandler });
  }

  private lock(work: UnitOfWork, id: string): Promise<Account> {
    return this.find(work, id, LockMode.PESSIMISTIC_WRITE);
  }

  private async redefine(work: UnitOfWork, account: Account, type: AccountType, currency: string): Promise<void> {
    if (account.isRedefinedBy(type, currency) && (await this.hasTransactions(work, account.id))) throw AccountInUse();
    account.redefine(type, currency);
  }

  /**
   * Locks the account that pays the card, so that it cannot be deleted.
   * @throws ReferenceNotFound if the account does not exist
   */
  private async holdPayer(work: UnitOfWork, terms: CardTerms | null, before: CardTerms | null): Promise<void> {
    const payer = terms?.payFromAccountId ?? null;
    if (payer === null || payer === before?.payFromAccountId) return;
    if (!(await this.lockForKeyShare(work, payer))) throw ReferenceNotFound(['#/card/payFromAccountId']);
  }

  private async paysCards(work: UnitOfWork, id: string): Promise<boolean> {
    const cards = await work.query({
      text: `select from ledger_accounts where workspace_id = $1 and card_pay_from_id = $2 limit 1`,
      values: [work.workspaceId, id],
    });
    return cards.length > 0;
  }

  private async hasTransactions(work: UnitOfWork, id: string): Promise<boolean> {
    const ofAccount = 't.account_id = $3 or t.to_account_id = $3';
    await deleteExpired(work, ofAccount, id, this.clock.now());
    const [usage] = await work.query<{ used: boolean }>({
      text: `
        select exists (select from ledger_transactions where workspace_id = $1 and account_id = $2)
          or exists (select from ledger_transactions where workspace_id = $1 and to_account_id = $2) as used`,
      values: [work.workspaceId, id],
    });
    return usage!.used;
  }
}

function editableFields(account: Account) {
  const { name, typeKey: typeId, currency, bank, openingDate, fxMode, fixedRate, apy, alertThreshold } = account;
  const openingBalance = account.openingBalance().minor;
  const card = account.card && cardColumns(account.card);
  return { name, typeId, currency, bank, openingBalance, openingDate, fxMode, fixedRate, apy, alertThreshold, card };
}

function requireType(idOrKey: string): AccountType {
  const type = accountTypeOf(idOrKey);
  if (!type) throw ReferenceNotFound(['#/typeId']);
  return type;
}

function rateOf(text: string | null | undefined): bigint | null | undefined {
  return text == null ? text : parseRate(text);
}
