import type { UnitOfWork } from '@app/kernel';
import { ReferenceNotFound } from '@app/kernel';
import type { FxMode } from '../accounts/account-conversion.js';
import type { AccountStatus } from '../accounts/account-status.js';
import { ContactsNamed } from '../ledger.events.js';
import { newMembersOf } from './shares.js';
import type { TransactionFields } from './transaction.js';

export interface AccountReference {
  readonly id: string;
  readonly currency: string;
  readonly status: AccountStatus;
  readonly fxMode: FxMode;
}

export interface References {
  readonly baseCurrency: string;
  readonly accounts: ReadonlyMap<string, AccountReference>;
}

/**
 * Thrown if an account changed between the read and the lock. The code of a serialization failure makes the unit of
 * work run again.
 */
export class AccountChangedMeanwhile extends Error {
  readonly code = '40001';
}

interface Row {
  base_currency: string;
  accounts: AccountReference[];
  categories: string[];
  members: string[];
}

/**
 * Locks the contacts of transactions against deletion. Contacts belong to a higher context, which checks them.
 * @returns the IDs that do not exist
 */
export async function lockContacts(work: UnitOfWork, all: readonly TransactionFields[]): Promise<ReadonlySet<string>> {
  const contacts = new ContactsNamed(
    present(all.flatMap((one) => [one, ...one.splits]).map(({ contactId }) => contactId)),
  );
  if (contacts.contactIds.length > 0) await work.publish(contacts);
  return contacts.unknownIds;
}

/**
 * Finds the accounts and categories of transactions, and locks their contacts.
 * @param before edited transactions before the edit, in the same order
 * @throws ReferenceNotFound with a pointer for every ID that does not exist
 */
export async function findReferences(
  work: UnitOfWork,
  all: readonly TransactionFields[],
  before: readonly TransactionFields[] = [],
): Promise<References> {
  const splits = all.flatMap((fields) => fields.splits);
  const newMembers = all.map((fields, at) => newMembersOf(fields, before[at]));
  const [[row], unknownContacts] = await Promise.all([
    work.query<Row & Record<string, unknown>>({
      name: 'ledger.references',
      text: `
        select workspace_base_currency($1) as base_currency,
          (select coalesce(json_agg(json_build_object(
              'id', a.id, 'currency', a.currency, 'status', a.status, 'fxMode', a.fx_mode)), '[]')
            from ledger_accounts a where a.workspace_id = $1 and a.id = any($2::uuid[])) as accounts,
          (select coalesce(json_agg(c.id), '[]')
            from ledger_categories c where c.workspace_id = $1 and c.id = any($3::uuid[])) as categories,
          (select coalesce(json_agg(m.id), '[]')
            from identity_current_members($1) m where m.id = any($4::uuid[])) as members`,
      values: [
        work.workspaceId,
        present([...all, ...before].flatMap(({ accountId, toAccountId }) => [accountId, toAccountId])),
        present([...all, ...splits].map(({ categoryId }) => categoryId)),
        present(newMembers.flatMap((members) => [...members.values()])),
      ],
    }),
    lockContacts(work, all),
  ]);
  const accounts = new Map(row!.accounts.map((account) => [account.id, account]));
  const known = { has: (id: string) => !unknownContacts.has(id) };
  const categories = new Set(row!.categories);
  const members = new Set(row!.members);
  const missing = all.flatMap((fields, at) => [
    ...missingReferences(fields, accounts, categories, known),
    ...[...newMembers[at]!].filter(([, id]) => !members.has(id)).map(([pointer]) => pointer),
  ]);
  if (missing.length > 0) throw ReferenceNotFound(missing);
  return { baseCurrency: row!.base_currency, accounts };
}

function present(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

interface Known {
  has(id: string): boolean;
}

function missingReferences(fields: TransactionFields, accounts: Known, categories: Known, contacts: Known): string[] {
  const missing: string[] = [];
  const look = (pointer: string, id: string | null, known: Known) => {
    if (id !== null && !known.has(id)) missing.push(pointer);
  };
  look('#/accountId', fields.accountId, accounts);
  look('#/toAccountId', fields.toAccountId, accounts);
  look('#/categoryId', fields.categoryId, categories);
  look('#/contactId', fields.contactId, contacts);
  fields.splits.forEach((split, index) => {
    look(`#/splits/${index}/categoryId`, split.categoryId, categories);
    look(`#/splits/${index}/contactId`, split.contactId, contacts);
  });
  return missing;
}

/** Returns the exchange rate on a day in units of 10^-8, or null if no rate is known. */
export async function rateInForce(work: UnitOfWork, quote: string, base: string, day: string): Promise<bigint | null> {
  const [row] = await work.query<{ rate: string }>({
    name: 'ledger.transfer-rate',
    text: `select rate from fx_rate_on($1, $2, $3, $4)`,
    values: [work.workspaceId, quote, base, day],
  });
  return row === undefined ? null : BigInt(row.rate);
}
