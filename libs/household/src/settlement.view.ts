import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Money } from '@app/kernel';
import type { HouseholdBalances } from './balances.query.js';
import type { Settlement } from './settlement.entity.js';
import { settle } from './transfers.js';

@ApiSchema({ description: 'A payment between two members that settles shared expenses. No account balance changes.' })
export class SettlementView {
  id!: string;
  /** ID of the member who paid. @example "019aa0c2-7d1e-7c43-9a57-3f1c8e2b0f02" */
  @ApiProperty({ format: 'uuid' })
  from!: string;
  /** ID of the member who was paid. @example "019aa0c2-7d1e-7c43-9a57-3f1c8e2b0f01" */
  @ApiProperty({ format: 'uuid' })
  to!: string;
  currency!: string;
  /** Amount of the payment. @example "600.00" */
  amount!: string;
  /** Day of the payment. */
  date!: string;
  /** Note; null for none. @example "Transferencia SPEI" */
  note!: string | null;
  createdAt!: string;
}

@ApiSchema({ description: 'A page of settlements.' })
export class SettlementPageView {
  items!: SettlementView[];
  nextCursor!: string | null;
}

@ApiSchema({ description: 'Amounts of a member in one currency.' })
export class MemberBalanceView {
  memberId!: string;
  /** Name of the member. @example "Ana" */
  name!: string;
  /** Sum of the shared expenses that the member paid. @example "1200.00" */
  paid!: string;
  /** Sum of the shares that the member bears. @example "600.00" */
  share!: string;
  /** Settlements that the member paid, minus settlements that the member received. @example "0.00" */
  settled!: string;
  /**
   * `paid` - `share` + `settled`. Positive if other members owe this member. The balances of a currency add up to zero.
   * @example "600.00"
   */
  balance!: string;
}

@ApiSchema({ description: 'A payment that is still due.' })
export class TransferDueView {
  /** ID of the member who owes. @example "019aa0c2-7d1e-7c43-9a57-3f1c8e2b0f02" */
  @ApiProperty({ format: 'uuid' })
  from!: string;
  /** ID of the member who is owed. @example "019aa0c2-7d1e-7c43-9a57-3f1c8e2b0f01" */
  @ApiProperty({ format: 'uuid' })
  to!: string;
  /** Amount to pay. @example "600.00" */
  amount!: string;
}

@ApiSchema({ description: 'Balances of the members in one currency.' })
export class CurrencyBalancesView {
  currency!: string;
  /** Balances of all current members, and of former members with a balance. */
  balances!: MemberBalanceView[];
  /** Payments that settle all balances. There are fewer payments than members with a balance. */
  transfers!: TransferDueView[];
}

@ApiSchema({ description: 'Balances of the members from shared expenses, and the payments that settle them.' })
export class HouseholdSettlementView {
  /** First day included; null if unlimited. @example "2026-11-01" */
  from!: string | null;
  /** Last day included; null if unlimited. @example "2026-11-30" */
  to!: string | null;
  /** Balances by currency, sorted by currency. */
  currencies!: CurrencyBalancesView[];
}

export function settlementView({
  id,
  fromId,
  toId,
  currency,
  amount,
  date,
  note,
  createdAt,
}: Settlement): SettlementView {
  const sides = { from: fromId, to: toId };
  return {
    id,
    ...sides,
    currency,
    amount: moneyText(amount, currency),
    date,
    note,
    createdAt: createdAt.toISOString(),
  };
}

export function householdSettlementView(
  { from = null, to = null }: { readonly from?: string | null | undefined; readonly to?: string | null | undefined },
  balances: HouseholdBalances,
): HouseholdSettlementView {
  const currencies = [...balances].map(([currency, members]) => ({
    currency,
    balances: members.map(({ paid, share, settled, balance, ...member }) => ({
      ...member,
      ...{ paid: moneyText(paid, currency), share: moneyText(share, currency) },
      ...{ settled: moneyText(settled, currency), balance: moneyText(balance, currency) },
    })),
    transfers: settle(members).map(({ amount, ...sides }) => ({ ...sides, amount: moneyText(amount, currency) })),
  }));
  return { from, to, currencies };
}

function moneyText(minor: bigint, currency: string): string {
  return Money.ofMinor(minor, currency).toString();
}
