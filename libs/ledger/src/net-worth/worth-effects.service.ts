import { Injectable } from '@nestjs/common';
import type { AccountEffectView, EffectReader, EffectsView, Values } from '@app/kernel';
import { Clock, EffectReaders, formatAmount } from '@app/kernel';
import type { AccountStatus } from '../accounts/account.entity.js';
import type { AccountKind } from '../accounts/account-type.js';
import { shownBalance } from '../accounts/account-type.js';
import type { Holding } from './net-worth.service.js';
import { holdings, worthOf } from './net-worth.service.js';

/** What every account holds, closed ones too. */
type SeenHolding = Holding & { readonly kind: AccountKind; readonly status: AccountStatus };

const ALL = `
  select id, currency, position::text, fixed_rate::text, kind, status from ledger_accounts where workspace_id = $1`;

/** Says what a change does to the balances of accounts and to net worth. */
@Injectable()
export class WorthEffects implements EffectReader {
  constructor(
    private readonly clock: Clock,
    readers: EffectReaders,
  ) {
    readers.add(this);
  }

  after(values: Values): string {
    return `(select json_agg(h)::text from (${holdings(ALL, values.bind(this.clock.today()))}) h)`;
  }

  before(values: Values): string {
    return this.after(values);
  }

  compare(before: string, after: string): Partial<EffectsView> {
    const [was, is] = [before, after].map((seen) => JSON.parse(seen) as SeenHolding[]) as [
      SeenHolding[],
      SeenHolding[],
    ];
    return { netWorth: this.worthChange(was, is), accounts: accountChanges(was, is) };
  }

  private worthChange(was: readonly SeenHolding[], is: readonly SeenHolding[]): EffectsView['netWorth'] {
    const [before, after] = [was, is].map((seen) => worthOf(counted(seen), this.clock.today()).netWorth);
    const change = { currency: after!.currency, before: before!.toString(), after: after!.toString() };
    return change.before === change.after ? null : change;
  }
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
  return one === undefined ? null : formatAmount(shownBalance(one.kind, BigInt(one.position)));
}
