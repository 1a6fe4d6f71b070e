import { Injectable } from '@nestjs/common';
import type { AccountEffectView, EffectReader, EffectsView, SeenChange, Values } from '@app/kernel';
import { Clock, EffectReaders, Money } from '@app/kernel';
import type { AccountStatus } from '../accounts/account-status.js';
import type { AccountKind } from '../accounts/account-type.js';
import { shownBalance } from '../accounts/account-type.js';
import { isOfTransactions } from '../ledger.events.js';
import { isWritten } from '../written.query.js';
import type { Holding } from './net-worth.service.js';
import { holdings, worthOf } from './net-worth.service.js';

/** What every account holds, closed ones too. */
type SeenHolding = Holding & { readonly kind: AccountKind; readonly status: AccountStatus };

const ALL = `
  select id, currency, position::text, fixed_rate::text, kind, status from ledger_accounts where workspace_id = $1`;

/** What those hold that the change wrote, and others at the same time. */
const WRITTEN = `(select coalesce(json_agg(a), '[]')::text from (${ALL} and ${isWritten('ledger_accounts')}) a)`;

/** Says what a change does to the balances of accounts and to net worth. */
@Injectable()
export class WorthEffects implements EffectReader {
  constructor(
    private readonly clock: Clock,
    readers: EffectReaders,
  ) {
    readers.add(this);
  }

  /** After a change of transactions alone, no account is another and no rate, but for what the accounts hold. */
  after(values: Values, _: unknown, published: readonly object[]): string {
    return isOfTransactions(published) ? WRITTEN : this.all(values);
  }

  before(values: Values, _: unknown, after: string): string {
    return after === '[]' ? `'[]'` : this.all(values);
  }

  compare({ before, after, published }: SeenChange): Partial<EffectsView> {
    const [was, seen] = [before, after].map((one) => JSON.parse(one) as SeenHolding[]) as [
      SeenHolding[],
      SeenHolding[],
    ];
    if (was.length === 0) return {};
    const is = isOfTransactions(published) ? withHeld(was, seen) : seen;
    return { netWorth: this.worthChange(was, is), accounts: accountChanges(was, is) };
  }

  private all(values: Values): string {
    return `(select json_agg(h)::text from (${holdings(ALL, values.bind(this.clock.today()))}) h)`;
  }

  private worthChange(was: readonly SeenHolding[], is: readonly SeenHolding[]): EffectsView['netWorth'] {
    const [before, after] = [was, is].map((seen) => worthOf(counted(seen), this.clock.today()).netWorth);
    const change = { currency: after!.currency, before: before!.toString(), after: after!.toString() };
    return change.before === change.after ? null : change;
  }
}

/** The holdings of before, with what some accounts hold now. */
function withHeld(was: readonly SeenHolding[], written: readonly SeenHolding[]): SeenHolding[] {
  const held = new Map(written.map((one) => [one.id, one]));
  return was.map((one) => ({ ...one, ...held.get(one.id) }));
}

/** Net worth counts active and archived accounts; the row without an account says the base currency alone. */
function counted(seen: readonly SeenHolding[]): Holding[] {
  return seen.map((one) => (one.status === 'closed' ? { ...one, id: null } : one));
}

function accountChanges(was: readonly SeenHolding[], is: readonly SeenHolding[]): AccountEffectView[] {
  const [before, after] = [was, is].map((seen) => new Map(seen.map((one) => [one.id, one])));
  const ids = [...new Set([...before!.keys(), ...after!.keys()])].filter((id) => id !== null).sort();
  const changes = ids.map((accountId) => {
    const [one, other] = [before!.get(accountId), after!.get(accountId)];
    const { currency } = (other ?? one)!;
    return { accountId, currency, balanceBefore: balanceOf(one), balanceAfter: balanceOf(other) };
  });
  return changes.filter(({ balanceBefore, balanceAfter }) => balanceBefore !== balanceAfter);
}

function balanceOf(one: SeenHolding | undefined): string | null {
  return one === undefined
    ? null
    : shownBalance(one.kind, Money.ofMinor(BigInt(one.position), one.currency)).toString();
}
