import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EventActorView } from '@app/identity';
import type { Page } from '@app/kernel';
import { amount, day, Field, Money, oneOf, PageRequest, text } from '@app/kernel';
import type { BalanceChangeKind } from '../balances/balance-changes.query.js';
import type { KnownAssertion, KnownChange } from './assertion.query.js';

@ApiSchema({ description: 'Balance according to the bank.' })
export class CreateAssertionRequest {
  /** Day at whose end the account had the balance. Today in Mexico or earlier. */
  @Field(day())
  date!: string;

  /** Balance according to the bank: the amount owned for an asset, the amount owed for a liability. */
  @Field(amount())
  balance!: string;

  /** Note; null for none. */
  @Field(text(0, 2_000, 'many'), { optional: true, nullable: true })
  note?: string | null;
}

export class EditAssertionRequest {
  /** Day at whose end the account had the balance. Today in Mexico or earlier. */
  @Field(day(), { optional: true })
  date?: string;

  @Field(amount(), { optional: true })
  balance?: string;

  /** Note; null for none. */
  @Field(text(0, 2_000, 'many'), { optional: true, nullable: true })
  note?: string | null;
}

export class ListAssertionsRequest extends PageRequest {
  /** Returns only assertions with this status. */
  @Field(oneOf('holds', 'broken'), { optional: true })
  status?: 'holds' | 'broken';
}

@ApiSchema({ description: 'The balance that an account should have at the end of a day.' })
export class AssertionView {
  id!: string;
  accountId!: string;
  /** Day at whose end the account had the balance. */
  date!: string;
  /** Asserted balance. */
  balance!: string;
  /** Origin of the assertion: a request (`manual`) or the commit of a statement (`import`). */
  source!: 'manual' | 'import';
  /** ID of the import that created the assertion; null if a request created it. */
  importId!: string | null;
  /** Note; null for none. @example "Saldo del estado de cuenta" */
  note!: string | null;
  /** `holds` if the account has this balance at the end of the day, otherwise `broken`. */
  status!: 'holds' | 'broken';
  /**
   * Balance of the account at the end of the day, according to its transactions. The opening balance counts from its
   * date.
   */
  actual!: string;
  /** `balance` minus `actual`. @example "0.00" */
  difference!: string;
  /** Time of the change that broke the assertion; null if the assertion holds. */
  brokenSince!: string | null;
  createdAt!: string;
  updatedAt!: string;
}

@ApiSchema({ description: 'A page of assertions.' })
export class AssertionPageView {
  items!: AssertionView[];
  nextCursor!: string | null;
}

@ApiSchema({ description: 'A change to the balance of an asserted day.' })
export class BalanceChangeView {
  /** ID of the transaction; null for a changed opening balance. */
  transactionId!: string | null;
  /** Time of the request. */
  at!: string;
  /** Actor of the change. */
  @ApiProperty({ type: EventActorView })
  actor!: EventActorView;
  /** Kind of change. `moved` means to another date or account. `trashed` includes undone imports. */
  @ApiProperty({
    enum: ['created', 'edited', 'moved', 'trashed', 'restored', 'imported'] satisfies BalanceChangeKind[],
  })
  kind!: BalanceChangeKind;
  /** Change in the balance. @example "-85.00" */
  amount!: string;
}

@ApiSchema({ description: 'Changes to the balance of an asserted day since the assertion was created.' })
export class AssertionExplanationView {
  /** The assertion. */
  assertion!: AssertionView;
  /** Time of the creation of the assertion, or of the last change of its date or balance. */
  since!: string;
  /**
   * Changes, newest first, at most 10,000. Together with `rest`, they add up to the change in `actual` since `since`.
   */
  changes!: BalanceChangeView[];
  /** Sum of the changes that are more than 30 days old or not listed. @example "0.00" */
  rest!: string;
}

export function assertionView(known: KnownAssertion): AssertionView {
  const [balance, actual] = [known.balance, known.actual].map((minor) => Money.ofMinor(BigInt(minor), known.currency));
  const difference = balance!.subtract(actual!);
  return {
    id: known.id,
    accountId: known.accountId,
    date: known.date,
    balance: balance!.toString(),
    source: known.importId === null ? 'manual' : 'import',
    importId: known.importId,
    note: known.note,
    status: difference.isZero ? 'holds' : 'broken',
    actual: actual!.toString(),
    difference: difference.toString(),
    brokenSince: known.brokenSince,
    createdAt: known.createdAt,
    updatedAt: known.updatedAt,
  };
}

export function assertionPageView({ items, nextCursor }: Page<KnownAssertion>): AssertionPageView {
  return { items: items.map(assertionView), nextCursor };
}

/**
 * Returns the explanation of a difference. Computes `rest` from the other amounts, so that all of them add up exactly.
 */
export function explanationView(known: KnownAssertion, changes: readonly KnownChange[]): AssertionExplanationView {
  const money = (minor: bigint) => Money.ofMinor(minor, known.currency).toString();
  const explained = changes.reduce((sum, { amount: minor }) => sum + BigInt(minor), 0n);
  return {
    assertion: assertionView(known),
    since: known.since,
    changes: changes.map(({ transactionId, at, actor, kind, amount: minor }) => ({
      ...{ transactionId, at, actor: actor as EventActorView, kind },
      amount: money(BigInt(minor)),
    })),
    rest: money(BigInt(known.actual) - BigInt(known.actualThen) - explained),
  };
}
