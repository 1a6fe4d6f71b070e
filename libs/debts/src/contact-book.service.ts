import { Injectable } from '@nestjs/common';
import type { Contact, ContactChanges, ContactFilter } from '@app/contacts';
import { ContactInUse, Contacts } from '@app/contacts';
import type { UnitOfWork } from '@app/kernel';
import { Database } from '@app/kernel';
import type { DebtBalance } from '@app/ledger';
import { ContactDebts } from '@app/ledger';

/** A contact, and what is owed between it and the owner in each currency. */
export interface ContactWithBalances {
  readonly contact: Contact;
  readonly balances: readonly DebtBalance[];
}

/** Contacts with their debts: the directory from below the ledger, the figures from the ledger (decision 0007). */
@Injectable()
export class ContactBook {
  constructor(
    private readonly database: Database,
    private readonly contacts: Contacts,
    private readonly debts: ContactDebts,
  ) {}

  list(workspaceId: string, filter: ContactFilter): Promise<ContactWithBalances[]> {
    return this.database.transaction({ workspaceId }, async (work) => {
      return this.withBalances(work, await this.contacts.list(work, filter));
    });
  }

  /** @throws ContactNotFound */
  get(workspaceId: string, id: string): Promise<ContactWithBalances> {
    return this.answer(workspaceId, (work) => this.contacts.get(work, id));
  }

  create(workspaceId: string, name: string, email: string | null): Promise<ContactWithBalances> {
    return this.answer(workspaceId, (work) => this.contacts.create(work, name, email));
  }

  /** @throws ContactNotFound */
  edit(workspaceId: string, id: string, changes: ContactChanges): Promise<ContactWithBalances> {
    return this.answer(workspaceId, (work) => this.contacts.edit(work, id, changes));
  }

  /**
   * Deletes a contact that no transaction names; answers what it was.
   * @throws ContactNotFound
   * @throws ContactInUse when one does, be it in the trash
   */
  delete(workspaceId: string, id: string): Promise<ContactWithBalances> {
    return this.answer(workspaceId, async (work) => {
      const contact = await this.contacts.hold(work, id);
      if (await this.debts.areThere(work, id)) throw ContactInUse();
      this.contacts.delete(work, contact);
      return contact;
    });
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
