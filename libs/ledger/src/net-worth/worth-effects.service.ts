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

type SeenHolding = Holding & { readonly kind: AccountKind; readonly status: AccountStatus };

const ALL = `
  select id, currency, position::text, fixed_rate::text, kind, status from ledger_accounts where workspace_id = $1`;

/** SQL for the holdings of accounts that the dry run or a concurrent transaction has written. */
const WRITTEN = `(select coalesce(json_agg(a), '[]')::text from (${ALL} and ${isWritten('ledger_accounts')}) a)`;

@Injectable()
export class WorthEffects implements EffectReader {
  constructor(
    private readonly clock: Clock,
    readers: EffectReaders,
  ) {
    readers.add(this);
  }

  /**
   * If only transactions changed, reads only the accounts that were written, because the other holdings are the same.
   */
  after(values: Values, _: unknown, published: readonly object[]): string {
    return isOfTransactions(published) ? WRITTEN : this.all(values);
  }

  before(values: Values, _: unknown, after: string): string {
    return after === '[]' ? `'[]'` : this.all(values);
  }

  compare({ before, after, published }: SeenChange): Partial<EffectsView> {
    const [was, seen] = [before, after].map((json) => JSON.parse(json) as SeenHolding[]) as [
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

/** Returns the holdings after the change: the earlier holdings, with written accounts replaced. */
function withHeld(was: readonly SeenHolding[], written: readonly SeenHolding[]): SeenHolding[] {
  const current = new Map(written.map((holding) => [holding.id, holding]));
  return was.map((holding) => ({ ...holding, ...current.get(holding.id) }));
}

/**
 * Removes the account ID of closed accounts, so that they do not count. Their rows remain, because every row contains
 * the base currency.
 */
function counted(seen: readonly SeenHolding[]): Holding[] {
  return seen.map((holding) => (holding.status === 'closed' ? { ...holding, id: null } : holding));
}

function accountChanges(was: readonly SeenHolding[], is: readonly SeenHolding[]): AccountEffectView[] {
  const [before, after] = [was, is].map((seen) => new Map(seen.map((holding) => [holding.id, holding])));
  const ids = [...new Set([...before!.keys(), ...after!.keys()])].filter((id) => id !== null).sort();
  const changes = ids.map((accountId) => {
    const [previous, current] = [before!.get(accountId), after!.get(accountId)];
    const { currency } = (current ?? previous)!;
    return { accountId, currency, balanceBefore: balanceOf(previous), balanceAfter: balanceOf(current) };
  });
  return changes.filter(({ balanceBefore, balanceAfter }) => balanceBefore !== balanceAfter);
}

function balanceOf(holding: SeenHolding | undefined): string | null {
  if (holding === undefined) return null;
  return shownBalance(holding.kind, Money.ofMinor(BigInt(holding.position), holding.currency)).toString();
}
