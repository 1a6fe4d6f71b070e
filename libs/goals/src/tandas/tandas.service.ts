import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import {
  changedFields,
  Clock,
  Database,
  invalidField,
  isAmount,
  Money,
  newId,
  parseAmount,
  ReferenceNotFound,
} from '@app/kernel';
import { Contacts } from '@app/contacts';
import { Accounts } from '@app/ledger';
import { MAX_TANDAS } from '../exported-tables.query.js';
import { tandaEvents } from '../goals.events.js';
import { TandaInUse, TandaLimitReached, TandaNotFound } from '../goals.problems.js';
import type { KnownTanda } from './known-tanda.js';
import { knownTanda } from './known-tanda.js';
import { dayOfTurn } from './tanda.js';
import { TandaRecord } from './tanda.entity.js';
import type { CreateTandaRequest, EditTandaRequest } from './tanda.request.js';
import type { TandaRow } from './tandas.query.js';
import { selectTandas, storedTanda } from './tandas.query.js';

@Injectable()
export class Tandas {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly contacts: Contacts,
  ) {}

  list(workspaceId: string): Promise<KnownTanda[]> {
    return this.read(workspaceId, null);
  }

  /** @throws TandaNotFound */
  async get(workspaceId: string, id: string): Promise<KnownTanda> {
    return only(await this.read(workspaceId, id), id);
  }

  /** @throws ReferenceNotFound, TandaLimitReached, ValidationFailed */
  create(workspaceId: string, request: CreateTandaRequest): Promise<KnownTanda> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const id = await this.add(work, request);
      work.audit(id);
      work.announce(tandaEvents.created(id));
      return this.one(work, id);
    });
  }

  /** Adds a tanda and its contact. */
  async add(work: UnitOfWork, request: CreateTandaRequest): Promise<string> {
    const { workspaceId } = work;
    refuseFaults(request);
    const { name, turns, startDate, every, accountId, ownTurnPays } = request;
    if (!(await this.accounts.lockForKeyShare(work, accountId))) throw ReferenceNotFound(['#/accountId']);
    if ((await work.em.count(TandaRecord, { workspaceId })) >= MAX_TANDAS) throw TandaLimitReached(MAX_TANDAS);
    const contact = this.contacts.add(work, name, null);
    const id = newId();
    const now = this.clock.now();
    work.em.create(TandaRecord, {
      ...{ workspaceId, id, name, turns, startDate, every, accountId, ownTurnPays, contactId: contact.id },
      ...{ amount: parseAmount(request.amount), myTurns: request.myTurns.toSorted((a, b) => a - b) },
      ...{ createdAt: now, updatedAt: now },
    });
    await work.flush();
    return id;
  }

  /**
   * Renames a tanda and its contact.
   * @throws TandaNotFound
   */
  edit(workspaceId: string, id: string, { name }: EditTandaRequest): Promise<KnownTanda> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const tanda = await this.lock(work, id);
      const changed = changedFields({ name: tanda.name }, { name: name ?? tanda.name });
      if (changed.length > 0) {
        Object.assign(tanda, { name, updatedAt: this.clock.now() });
        await this.contacts.rename(work, tanda.contactId, tanda.name);
        work.announce(tandaEvents.updated(id, { changed }));
      }
      await work.flush();
      return this.one(work, id);
    });
  }

  /**
   * Deletes a tanda and its contact. Keeps the contact if trashed transactions refer to it.
   * @throws TandaNotFound, TandaInUse
   */
  delete(workspaceId: string, id: string): Promise<KnownTanda> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const tanda = await this.lock(work, id);
      const deleted = await this.one(work, id);
      if (deleted.rounds.some(({ status }) => status === 'done')) throw TandaInUse();
      work.em.remove(tanda);
      await work.flush();
      await this.contacts.removeUnused(work, tanda.contactId);
      work.announce(tandaEvents.deleted(id));
      return deleted;
    });
  }

  async one(work: UnitOfWork, id: string): Promise<KnownTanda> {
    return only(await this.select(work, id), id);
  }

  async select(work: UnitOfWork, id: string | null = null): Promise<KnownTanda[]> {
    return this.known(await work.query<TandaRow>(selectTandas(work.workspaceId, id)));
  }

  /** @throws TandaNotFound */
  lock({ em, workspaceId }: UnitOfWork, id: string): Promise<TandaRecord> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: () => TandaNotFound(id) } as const;
    return em.findOneOrFail(TandaRecord, { workspaceId, id }, options);
  }

  private async read(workspaceId: string, id: string | null): Promise<KnownTanda[]> {
    return this.known(await this.database.read<TandaRow>(workspaceId, selectTandas(workspaceId, id)));
  }

  private known(rows: readonly TandaRow[]): KnownTanda[] {
    const today = this.clock.today();
    return rows.map(storedTanda).map(({ tanda, recorded }) => knownTanda(tanda, recorded, today));
  }
}

/** @throws TandaNotFound */
function only([tanda]: readonly KnownTanda[], id: string): KnownTanda {
  if (tanda === undefined) throw TandaNotFound(id);
  return tanda;
}

/**
 * @throws ValidationFailed if a number in `myTurns` repeats or does not exist, or if the amount or day of a round would
 * be invalid
 */
function refuseFaults({ amount, turns, myTurns, startDate, every }: CreateTandaRequest): void {
  if (myTurns.length === 0) throw invalidField(['myTurns'], 'LIST_INVALID', 'must have at least one turn');
  if (new Set(myTurns).size < myTurns.length)
    throw invalidField(['myTurns'], 'REPEATED', 'must not contain duplicates');
  if (myTurns.some((turn) => turn > turns)) {
    throw invalidField(['myTurns'], 'VALUE_NOT_ALLOWED', `must be turns from 1 to ${turns}`);
  }
  if (!isAmount(Money.parse(amount, 'MXN').times(BigInt(turns)).toString())) {
    throw invalidField(['amount'], 'AMOUNT_INVALID', `must have at most 13 integer digits when multiplied by ${turns}`);
  }
  if (dayOfTurn({ every, startDate }, turns) === null) {
    throw invalidField(
      ['startDate'],
      'DATE_INVALID',
      'must be early enough for the last turn to be before the year 2201',
    );
  }
}
