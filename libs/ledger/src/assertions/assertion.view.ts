import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EventActorView } from '@app/identity';
import type { Page } from '@app/kernel';
import { amount, day, Field, Money, oneOf, PageRequest, text } from '@app/kernel';
import type { BalanceChangeKind } from '../balances/balance-changes.query.js';
import type { KnownAssertion, KnownChange } from './assertion.query.js';

@ApiSchema({ description: 'Balance according to the bank.' })
export class CreateAssertionRequest {
  /** Day at whose end the account had the balance, at the latest today in Mexico. */
  @Field(day())
  date!: string;

  /** Balance according to the bank: for an asset, the amount owned; for a liability, the amount owed. */
  @Field(amount())
  balance!: string;

  /** Note; null for none. */
  @Field(text(0, 2_000, 'many'), { optional: true, nullable: true })
  note?: string | null;
}

export class EditAssertionRequest {
  /** Day at whose end the account had the balance, at the latest today in Mexico. */
  @Field(day(), { optional: true })
  date?: string;

  @Field(amount(), { optional: true })
  balance?: string;

  /** Note; null for none. */
  @Field(text(0, 2_000, 'many'), { optional: true, nullable: true })
  note?: string | null;
}

export class ListAssertionsRequest extends PageRequest {
  /** Only assertions with this status. */
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
  /** `manual` if a caller made the assertion, `import` if the commit of a statement did. */
  source!: 'manual' | 'import';
  /** ID of the import that made the assertion; null if a caller made it. */
  importId!: string | null;
  /** Note; null for none. @example "Saldo del estado de cuenta" */
  note!: string | null;
  /** `holds` if the account had this balance at the end of the day, otherwise `broken`. */
  status!: 'holds' | 'broken';
  /** Balance of the account at the end of the day, computed now. An opening balance counts from its date. */
  actual!: string;
  /** `balance` minus `actual`. @example "0.00" */
  difference!: string;
  /** Time of the change that broke the assertion; null if it holds. */
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
  /** `moved` to another date or account, or what else happened to the transaction. `trashed` includes undone imports. */
  @ApiProperty({
    enum: ['created', 'edited', 'moved', 'trashed', 'restored', 'imported'] satisfies BalanceChangeKind[],
  })
  kind!: BalanceChangeKind;
  /** Change of the balance. @example "-85.00" */
  amount!: string;
}

@ApiSchema({ description: 'Changes to the balance of an asserted day since the assertion was made.' })
export class AssertionExplanationView {
  /** The assertion. */
  assertion!: AssertionView;
  /** Time at which the assertion was made, or at which its date or balance last changed. */
  since!: string;
  /** Changes, newest first, at most 10,000. With `rest`, they add up to the change of `actual` since then. */
  changes!: BalanceChangeView[];
  /** Sum of the changes that happened more than 30 days ago or are not listed. @example "0.00" */
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

/** The remainder is derived, so that the amounts add up exactly. */
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
