import { Injectable } from '@nestjs/common';
import { CrossingsDue, DomainEvents, Money } from '@app/kernel';
import { accountEvents } from '../ledger.events.js';
import type { AccountKind } from './account-type.js';
import { shownBalance } from './account-type.js';

interface CrossedRow extends Record<string, unknown> {
  readonly id: string;
  readonly isLow: boolean;
  readonly kind: AccountKind;
  readonly currency: string;
  readonly position: string;
  readonly threshold: string | null;
}

/**
 * Announces each balance that has crossed its alert threshold, in either direction. Removing the threshold is not
 * announced.
 */
@Injectable()
export class AccountCrossings {
  constructor(events: DomainEvents) {
    events.on(CrossingsDue, async (_, work) => {
      const crossed = await work.query<CrossedRow>({ text: CROSSED, values: [work.workspaceId] });
      for (const { id, isLow, kind, currency, position, threshold } of crossed) {
        if (threshold === null) continue;
        const [balance, limit] = [position, threshold].map((minor) => Money.ofMinor(BigInt(minor), currency));
        const data = { balance: shownBalance(kind, balance!).toString(), alertThreshold: limit!.toString() };
        work.announce(isLow ? accountEvents.balanceLow(id, { data }) : accountEvents.balanceRecovered(id, { data }));
      }
    });
  }
}

const IS_LOW = `coalesce(case a.kind
  when 'asset' then a.position < a.alert_threshold else -a.position > a.alert_threshold end, false)`;

const CROSSED = `
  update ledger_accounts a set is_low = ${IS_LOW}
  where a.workspace_id = $1 and (a.alert_threshold is not null or a.is_low) and a.is_low <> ${IS_LOW}
  returning a.id, a.is_low as "isLow", a.kind, a.currency, a.position, a.alert_threshold as threshold`;
