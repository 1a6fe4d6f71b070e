import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { changedFields, Clock, Database, newId } from '@app/kernel';
import { TransactionList } from '@app/ledger';
import { ContactDeleted, contactEvents } from '../contacts.events.js';
import { ContactInUse, ContactLimitReached, ContactNotFound } from '../contacts.problems.js';
import type { DebtBalance } from '../debts/debts.service.js';
import { Debts } from '../debts/debts.service.js';
import { MAX_CONTACTS } from '../exported-tables.query.js';
import type { ContactChanges } from './contact.entity.js';
import { Contact } from './contact.entity.js';
import { inNameOrder } from './contact-order.js';

export interface ContactWithBalances {
  readonly contact: Contact;
  readonly balances: readonly DebtBalance[];
}

export interface ContactFilter {
  readonly archived: boolean | 'all';
  readonly q?: string;
}

@Injectable()
export class Contacts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly debts: Debts,
    private readonly transactions: TransactionList,
  ) {}

  list(workspaceId: string, { archived, q }: ContactFilter): Promise<ContactWithBalances[]> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const contacts = await work.em.find(Contact, {
        workspaceId,
        ...(archived === 'all' ? {} : { archivedAt: archived ? { $ne: null } : null }),
        ...(q === undefined ? {} : { id: { $in: await idsNamed(work, q) } }),
      });
      return this.withBalances(work, inNameOrder(contacts));
    });
  }

  /** Returns names by contact ID. Includes archived contacts. */
  async names(workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const named = await this.database.read<{ id: string; name: string }>(workspaceId, {
      name: 'contacts.names',
      text: 'select id, name from contacts_contacts where workspace_id = $1 and id = any($2::uuid[])',
      values: [workspaceId, ids],
    });
    return new Map(named.map(({ id, name }) => [id, name]));
  }

  /** @throws ContactNotFound */
  get(workspaceId: string, id: string): Promise<ContactWithBalances> {
    return this.answer(workspaceId, (work) => this.find(work, id));
  }

  /** @throws ContactLimitReached */
  create(workspaceId: string, name: string, email: string | null): Promise<ContactWithBalances> {
    return this.answer(workspaceId, async (work) => {
      if ((await work.em.count(Contact, { workspaceId })) >= MAX_CONTACTS) throw ContactLimitReached(MAX_CONTACTS);
      const contact = this.add(work, name, email);
      work.announce(contactEvents.created(contact.id));
      return contact;
    });
  }

  add(work: UnitOfWork, name: string, email: string | null): Contact {
    const { workspaceId } = work;
    const id = newId();
    work.audit(id);
    return work.em.create(Contact, { workspaceId, id, name, email, createdAt: this.clock.now() });
  }

  async rename(work: UnitOfWork, id: string, name: string): Promise<void> {
    (await this.lockForUpdate(work, id)).name = name;
  }

  /** Deletes a contact without announcing it, unless a live or trashed transaction refers to it. */
  async removeUnused(work: UnitOfWork, id: string): Promise<void> {
    const contact = await this.lockForUpdate(work, id);
    if (!(await this.transactions.nameContact(work, id))) work.em.remove(contact);
  }

  /** @throws ContactNotFound */
  edit(workspaceId: string, id: string, changes: ContactChanges): Promise<ContactWithBalances> {
    return this.answer(workspaceId, async (work) => {
      const contact = await this.lockForUpdate(work, id);
      const before = editableFields(contact);
      contact.change(changes, this.clock.now());
      const changed = changedFields(before, editableFields(contact));
      if (changed.length > 0) work.announce(contactEvents.updated(id, { changed }));
      return contact;
    });
  }

  /** @throws ContactNotFound, ContactInUse if a live or trashed transaction, a schedule or a tanda uses the contact */
  delete(workspaceId: string, id: string): Promise<ContactWithBalances> {
    return this.answer(workspaceId, async (work) => {
      const contact = await this.lockForUpdate(work, id);
      if (await this.transactions.nameContact(work, id)) throw ContactInUse();
      await work.publish(new ContactDeleted(id));
      work.em.remove(contact);
      work.announce(contactEvents.deleted(id));
      return contact;
    });
  }

  /**
   * Locks a contact, so that new transactions with this contact wait until the unit of work ends.
   * @throws ContactNotFound
   */
  private lockForUpdate(work: UnitOfWork, id: string): Promise<Contact> {
    return this.find(work, id, LockMode.PESSIMISTIC_WRITE);
  }

  private find(work: UnitOfWork, id: string, lockMode?: LockMode.PESSIMISTIC_WRITE): Promise<Contact> {
    const failHandler = () => ContactNotFound(id);
    return work.em.findOneOrFail(Contact, { workspaceId: work.workspaceId, id }, { lockMode, failHandler });
  }

  private answer(workspaceId: string, find: (work: UnitOfWork) => Contact | Promise<Contact>) {
    return this.database.transaction({ workspaceId }, async (work) => {
      const [answered] = await this.withBalances(work, [await find(work)]);
      return answered!;
    });
  }

  private async withBalances(work: UnitOfWork, contacts: readonly Contact[]): Promise<ContactWithBalances[]> {
    const ids = contacts.map(({ id }) => id);
    const balances = Map.groupBy(await this.debts.balances(work, ids), ({ contactId }) => contactId);
    return contacts.map((contact) => ({ contact, balances: balances.get(contact.id) ?? [] }));
  }
}

async function idsNamed(work: UnitOfWork, q: string): Promise<string[]> {
  const rows = await work.query<{ id: string }>({
    text: `
      select id from contacts_contacts
      where workspace_id = $1 and position(fold_text($2::text) in search_name) > 0`,
    values: [work.workspaceId, q],
  });
  return rows.map(({ id }) => id);
}

function editableFields({ name, email, archivedAt }: Contact) {
  return { name, email: email ?? null, archived: archivedAt != null };
}
