import { LockMode, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, newId } from '@app/kernel';
import { Contact } from './contact.entity.js';
import { inNameOrder } from './contact-order.js';
import { ContactNotFound } from './contacts.problems.js';

/** What there is to say of a contact; a field left out stays as it is. */
export interface ContactChanges {
  readonly name?: string;
  readonly email?: string | null;
  readonly archived?: boolean;
}

/** Which contacts a list shows: the live ones, the archived ones or both, and those whose name holds some words. */
export interface ContactFilter {
  readonly archived: boolean | 'all';
  readonly q?: string;
}

/**
 * The directory of contacts. What is owed between them and the owner is none of its business, so that the ledger can
 * stand on it (decision 0007). Source: contract section 10.
 */
@Injectable()
export class Contacts {
  constructor(private readonly clock: Clock) {}

  /** The contacts that a filter lets through, by name. */
  async list(work: UnitOfWork, { archived, q }: ContactFilter): Promise<Contact[]> {
    const { workspaceId } = work;
    const found = await work.em.find(Contact, {
      workspaceId,
      ...(archived === 'all' ? {} : { archivedAt: archived ? { $ne: null } : null }),
      ...(q === undefined ? {} : { [raw('position(fold_text(?) in search_name)', [q])]: { $gt: 0 } }),
    });
    return inNameOrder(found);
  }

  /** @throws ContactNotFound */
  async get(work: UnitOfWork, id: string): Promise<Contact> {
    return present(await work.em.findOne(Contact, { workspaceId: work.workspaceId, id }), id);
  }

  /**
   * The contact, held against every transaction that would name it until the unit of work ends.
   * @throws ContactNotFound
   */
  async hold(work: UnitOfWork, id: string): Promise<Contact> {
    const { workspaceId } = work;
    return present(await work.em.findOne(Contact, { workspaceId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE }), id);
  }

  create(work: UnitOfWork, name: string, email: string | null): Contact {
    const { workspaceId } = work;
    const id = newId();
    work.audit(id);
    return work.em.create(Contact, { workspaceId, id, name, email, createdAt: this.clock.now() });
  }

  /** Changes what is given. Archiving again keeps the moment of the first time. */
  async edit(work: UnitOfWork, id: string, changes: ContactChanges): Promise<Contact> {
    const contact = await this.hold(work, id);
    if (changes.name !== undefined) contact.name = changes.name;
    if (changes.email !== undefined) contact.email = changes.email;
    if (changes.archived === true) contact.archivedAt ??= this.clock.now();
    if (changes.archived === false) contact.archivedAt = null;
    return contact;
  }

  /** Deletes a contact that is held and that nothing names. */
  delete(work: UnitOfWork, contact: Contact): void {
    work.em.remove(contact);
  }
}

function present(contact: Contact | null, id: string): Contact {
  if (!contact) throw ContactNotFound(id);
  return contact;
}
