import { Injectable } from '@nestjs/common';
import type { ContactEffectView, EffectReader, EffectsView, SeenChange, Values } from '@app/kernel';
import { EffectReaders, Money } from '@app/kernel';

interface SeenDebt {
  readonly contactId: string;
  readonly currency: string;
  /** Minor units. */
  readonly balance: string;
}

@Injectable()
export class DebtEffects implements EffectReader {
  constructor(readers: EffectReaders) {
    readers.add(this);
  }

  /** Selects the balances that may have changed. Every change of a debt sets `has_moved` on its balance. */
  after(): string {
    return owed('has_moved');
  }

  before(values: Values, _: unknown, after: string): string {
    if (after === '[]') return `'[]'`;
    const contactIds = (JSON.parse(after) as SeenDebt[]).map(({ contactId }) => contactId);
    return owed(`contact_id = any(${values.bind(contactIds)}::uuid[])`);
  }

  compare({ before, after }: SeenChange): Partial<EffectsView> {
    const balances = new Map((JSON.parse(before) as SeenDebt[]).map((debt) => [keyOf(debt), debt.balance]));
    const contacts = (JSON.parse(after) as SeenDebt[]).map((debt): ContactEffectView => {
      const [was, is] = [balances.get(keyOf(debt)) ?? '0', debt.balance].map((minor) =>
        Money.ofMinor(BigInt(minor), debt.currency).toString(),
      );
      return { contactId: debt.contactId, currency: debt.currency, balanceBefore: was!, balanceAfter: is! };
    });
    return { contacts: contacts.filter(({ balanceBefore, balanceAfter }) => balanceBefore !== balanceAfter) };
  }
}

function owed(condition: string): string {
  return `(
    select coalesce(json_agg(json_build_object('contactId', contact_id, 'currency', currency,
      'balance', (lent - repayment_received - borrowed + repayment_made)::text) order by contact_id, currency collate "C"), '[]')::text
    from contacts_debt_totals where workspace_id = $1 and ${condition})`;
}

function keyOf({ contactId, currency }: SeenDebt): string {
  return `${contactId}/${currency}`;
}
