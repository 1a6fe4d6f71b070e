import type { Day } from '@app/kernel/pure';
import { Money } from '@app/kernel/pure';
import type { CardCalendar } from '../periods/card-calendar.js';
import type { StatementStatus } from '../statements/statement-figures.js';
import type { InstallmentPart, InstallmentPlan } from '../periods/installment-parts.js';
import { partsOf } from '../periods/installment-parts.js';

/** Status of an installment: `deferred` until its statement starts, then `due` until that statement is paid. */
export type PartStatus = 'deferred' | 'due' | 'paid';

export interface StoredPlan extends InstallmentPlan {
  readonly id: string;
  readonly transactionId: string;
  readonly accountId: string;
  readonly createdAt: Date;
}

export interface KnownPlan extends StoredPlan {
  readonly parts: readonly (InstallmentPart & { readonly status: PartStatus })[];
  readonly remaining: Money;
}

export function knownPlan(
  plan: StoredPlan,
  calendar: CardCalendar,
  statements: ReadonlyMap<Day, StatementStatus>,
): KnownPlan {
  const parts = partsOf(plan, calendar).map((part) => ({
    ...part,
    status: partStatus(statements.get(part.period.cutOff)),
  }));
  const unpaid = parts.filter(({ status }) => status !== 'paid').map(({ amount }) => amount);
  return { ...plan, parts, remaining: Money.sum(unpaid, plan.amount.currency) };
}

function partStatus(statement: StatementStatus | undefined): PartStatus {
  if (statement === undefined) return 'deferred';
  return statement === 'paid' ? 'paid' : 'due';
}
