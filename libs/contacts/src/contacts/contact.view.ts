import { ApiSchema } from '@nestjs/swagger';
import type { ContactWithBalances } from './contacts.service.js';

@ApiSchema({ description: 'Balance with a contact in one currency.' })
export class DebtBalanceView {
  /** Currency of the balance. */
  currency!: string;
  /** Balance: positive if the contact owes you, negative if you owe the contact. */
  balance!: string;
}

@ApiSchema({ description: 'A contact with its balances.' })
export class ContactView {
  /** @example 019aa0c2-7d1e-7c43-9a57-3f1c8e2b0d04 */
  id!: string;
  /** Name of the contact. @example "Vecino del 302" */
  name!: string;
  /** Email address; null if not set. @example sofia@example.mx */
  email!: string | null;
  /** Time when the contact was archived; null if it is not archived. */
  archivedAt!: string | null;
  createdAt!: string;
  /** Balances by currency, except zero balances. */
  balances!: DebtBalanceView[];
}

export function contactView({ contact, balances }: ContactWithBalances): ContactView {
  return {
    id: contact.id,
    name: contact.name,
    email: contact.email ?? null,
    archivedAt: contact.archivedAt?.toISOString() ?? null,
    createdAt: contact.createdAt.toISOString(),
    balances: balances.map(({ balance }) => ({ currency: balance.currency, balance: balance.toString() })),
  };
}
