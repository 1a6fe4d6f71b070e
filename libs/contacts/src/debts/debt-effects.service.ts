import { Injectable } from '@nestjs/common';
import type { ContactEffectView, EffectReader, EffectsView, SeenChange, Values } from '@app/kernel';
import { EffectReaders, Money } from '@app/kernel';

interface SeenDebt {
  readonly contactId: string;
  readonly currency: string;
  /** In minor units, as text. */
  readonly balance: string;
}

/** Says what a change does to what is owed between the owner and contacts. */
@Injectable()
export class DebtEffects implements EffectReader {
  constructor(readers: EffectReaders) {
    readers.add(this);
  }

  /** Whatever moves a debt says that it has moved. */
  after(): string {
    return owed('has_moved');
  }

  before(values: Values, _: unknown, after: string): string {
    if (after === '[]') return `'[]'`;
    const contactIds = (JSON.parse(after) as SeenDebt[]).map(({ contactId }) => contactId);
    return owed(`contact_id = any(${values.bind(contactIds)}::uuid[])`);
  }

  compare({ before, after }: SeenChange): Partial<EffectsView> {
    const balances = new Map((JSON.parse(before) as SeenDebt[]).map((one) => [keyOf(one), one.balance]));
    const contacts = (JSON.parse(after) as SeenDebt[]).map((one): ContactEffectView => {
      const [was, is] = [balances.get(keyOf(one)) ?? '0', one.balance].map((minor) =>
        Money.ofMinor(BigInt(minor), one.currency).toString(),
      );
      return { contactId: one.contactId, currency: one.currency, balanceBefore: was!, balanceAfter: is! };
    });
    return { contacts: contacts.filter(({ balanceBefore, balanceAfter }) => balanceBefore !== balanceAfter) };
  }
}

function owed(which: string): string {
  return `(
    select coalesce(json_agg(json_build_object('contactId', contact_id, 'currency', currency,
      'balance', (lent - repayment_received - borrowed + repayment_made)::text) order by contact_id, currency collate "C"), '[]')::text
    from contacts_debt_totals where workspace_id = $1 and ${which})`;
}

function keyOf({ contactId, currency }: SeenDebt): string {
  return `${contactId}/${currency}`;
}
