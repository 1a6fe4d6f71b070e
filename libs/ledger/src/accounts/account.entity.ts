import { Money } from '@app/kernel';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { AccountBalanceNotZero, AccountNotArchived, AccountNotClosed } from '../ledger.problems.js';
import type { FxMode } from './account-conversion.js';
import { conversionOf } from './account-conversion.js';
import type { AccountStatus } from './account-status.js';
import { requireActive } from './account-status.js';
import type { AccountKind, AccountType } from './account-type.js';
import { shownBalance } from './account-type.js';
import type { CardTerms } from './card-terms.js';

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'ledger_accounts',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    typeKey: p.text(),
    kind: p.text().$type<AccountKind>(),
    bank: p.text().strictNullable(),
    currency: p.text(),
    openingPosition: p.bigint(),
    openingDate: p.date(),
    position: p.bigint(),
    /** Sum of the amounts that goals have set aside in the account. The goals context writes it (decision 0111). */
    setAside: p.bigint(),
    fxMode: p.text().$type<FxMode>(),
    fixedRate: p.bigint().strictNullable(),
    apy: p.text().strictNullable(),
    alertThreshold: p.bigint().strictNullable(),
    cardCreditLimit: p.bigint().strictNullable(),
    cardCutOffDay: p.smallint().strictNullable(),
    cardPaymentDays: p.smallint().strictNullable(),
    cardPayFromId: p.uuid().strictNullable(),
    status: p.text().$type<AccountStatus>(),
    /** True if the last announcement said that the balance is beyond its alert threshold. */
    isLow: p.boolean().default(false),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** An account. Its position is the opening position plus all transactions that are not in the trash (decision 0005). */
export class Account extends AccountSchema.class {
  balance(): Money {
    return this.shown(this.position);
  }

  /** Amount set aside for goals and the rest of the balance; null for a liability. */
  get earmarked(): { readonly setAside: Money; readonly free: Money } | null {
    if (this.kind === 'liability') return null;
    const setAside = Money.ofMinor(this.setAside, this.currency);
    return { setAside, free: this.balance().subtract(setAside) };
  }

  openingBalance(): Money {
    return this.shown(this.openingPosition);
  }

  /** Card terms; null if the account is not a card or its terms are not set. */
  get card(): CardTerms | null {
    const { cardCreditLimit: limit, cardCutOffDay: cutOffDay, cardPaymentDays: paymentDays } = this;
    if (limit === null || cutOffDay === null || paymentDays === null) return null;
    return {
      creditLimit: Money.ofMinor(limit, this.currency),
      cutOffDay,
      paymentDays,
      payFromAccountId: this.cardPayFromId,
    };
  }

  archive(now: Date): void {
    requireActive(this);
    this.changeStatus('archived', now);
  }

  restore(now: Date): void {
    if (this.status !== 'archived') throw AccountNotArchived();
    this.changeStatus('active', now);
  }

  /** @throws AccountNotActive, AccountBalanceNotZero */
  close(now: Date): void {
    requireActive(this);
    if (this.position !== 0n) throw AccountBalanceNotZero(this.balance().toString());
    this.changeStatus('closed', now);
  }

  reopen(now: Date): void {
    if (this.status !== 'closed') throw AccountNotClosed();
    this.changeStatus('active', now);
  }

  isRedefinedBy({ kind }: AccountType, currency: string): boolean {
    return kind !== this.kind || currency !== this.currency;
  }

  /**
   * Changes the type and the currency. If the kind changes, the balance that users see stays the same.
   * @throws AccountNotActive if the kind or currency of an inactive account would change
   */
  redefine(type: AccountType, currency: string): void {
    if (this.isRedefinedBy(type, currency)) requireActive(this);
    if (type.kind !== this.kind) {
      this.openingPosition = -this.openingPosition;
      this.position = -this.position;
    }
    Object.assign(this, { kind: type.kind, typeKey: type.systemKey, currency });
  }

  /**
   * Changes the opening balance, and the balance by the same amount.
   * @throws AccountNotActive if the account is inactive and the opening balance differs
   */
  changeOpeningBalance(balance: Money): void {
    const opening = shownBalance(this.kind, balance).minor;
    if (opening !== this.openingPosition) requireActive(this);
    this.position += opening - this.openingPosition;
    this.openingPosition = opening;
  }

  /**
   * Changes the conversion. Returns true if transactions must be revalued. The mode `auto` clears the rate.
   * @throws ValidationFailed if the rate does not fit the mode
   */
  changeConversion(mode: FxMode = this.fxMode, rate?: bigint | null): boolean {
    const { fxMode, fixedRate } = this;
    Object.assign(this, conversionOf(mode, rate === undefined && mode === 'fixed' ? fixedRate : (rate ?? null)));
    return this.fxMode !== fxMode || this.fixedRate !== fixedRate;
  }

  private shown(position: bigint): Money {
    return shownBalance(this.kind, Money.ofMinor(position, this.currency));
  }

  private changeStatus(status: AccountStatus, now: Date): void {
    this.status = status;
    this.updatedAt = now;
  }
}
AccountSchema.setClass(Account);

export function cardColumns(terms: CardTerms | null) {
  return {
    cardCreditLimit: terms?.creditLimit.minor ?? null,
    cardCutOffDay: terms?.cutOffDay ?? null,
    cardPaymentDays: terms?.paymentDays ?? null,
    cardPayFromId: terms?.payFromAccountId ?? null,
  };
}
