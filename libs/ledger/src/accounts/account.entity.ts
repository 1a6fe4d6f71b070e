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
    fxMode: p.text().$type<FxMode>(),
    fixedRate: p.bigint().strictNullable(),
    apy: p.text().strictNullable(),
    alertThreshold: p.bigint().strictNullable(),
    cardCreditLimit: p.bigint().strictNullable(),
    cardCutOffDay: p.smallint().strictNullable(),
    cardPaymentDays: p.smallint().strictNullable(),
    cardPayFromId: p.uuid().strictNullable(),
    status: p.text().$type<AccountStatus>(),
    /** Whether it was last told to be beyond its alert threshold. */
    isLow: p.boolean().default(false),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/**
 * An account of the owner, with its position: the opening position plus every live transaction. The position is stored so
 * that it need not be summed (decision 0005).
 */
export class Account extends AccountSchema.class {
  /** The balance that the account shows: of an asset what is owned, of a liability what is owed. */
  balance(): Money {
    return this.shown(this.position);
  }

  /** The balance that the account showed before its first transaction. */
  openingBalance(): Money {
    return this.shown(this.openingPosition);
  }

  /** The terms of its card; null where it is none, or its terms are not known. */
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

  /** @throws AccountNotActive unless the account is active. */
  archive(now: Date): void {
    requireActive(this);
    this.changeStatus('archived', now);
  }

  /** @throws AccountNotArchived unless the account is archived. */
  restore(now: Date): void {
    if (this.status !== 'archived') throw AccountNotArchived();
    this.changeStatus('active', now);
  }

  /**
   * @throws AccountNotActive unless the account is active.
   * @throws AccountBalanceNotZero while something is owned or owed.
   */
  close(now: Date): void {
    requireActive(this);
    if (this.position !== 0n) throw AccountBalanceNotZero(this.balance().toString());
    this.changeStatus('closed', now);
  }

  /** @throws AccountNotClosed unless the account is closed. */
  reopen(now: Date): void {
    if (this.status !== 'closed') throw AccountNotClosed();
    this.changeStatus('active', now);
  }

  /** Whether the account would hold something else: another currency, or a debt where it was an asset. */
  isRedefinedBy({ kind }: AccountType, currency: string): boolean {
    return kind !== this.kind || currency !== this.currency;
  }

  /**
   * Changes type and currency. The balance that is shown keeps its figure: what was owned is owed after a change of kind.
   * @throws AccountNotActive when the account is not active and would be redefined.
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
   * Sets the opening balance, as it is shown; the balance moves by the difference.
   * @throws AccountNotActive when the account is not active and the opening balance differs.
   */
  changeOpeningBalance(balance: Money): void {
    const opening = shownBalance(this.kind, balance).minor;
    if (opening !== this.openingPosition) requireActive(this);
    this.position += opening - this.openingPosition;
    this.openingPosition = opening;
  }

  /**
   * Changes how the account converts. Mode and rate stay as they are where they are undefined; the mode auto clears the rate.
   * @returns whether its transactions have to be revalued
   * @throws ValidationFailed when mode and rate do not belong together.
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

/** The terms of a card as columns of its account. */
export function cardColumns(terms: CardTerms | null) {
  return {
    cardCreditLimit: terms?.creditLimit.minor ?? null,
    cardCutOffDay: terms?.cutOffDay ?? null,
    cardPaymentDays: terms?.paymentDays ?? null,
    cardPayFromId: terms?.payFromAccountId ?? null,
  };
}
