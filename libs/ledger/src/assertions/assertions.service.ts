import { Injectable } from '@nestjs/common';
import type { Day, Page, UnitOfWork } from '@app/kernel';
import { changedFields, Clock, CrossingsDue, Database, DomainEvents, invalidField, isDay, isId } from '@app/kernel';
import { newId, pageOf, pageStart, parseAmount } from '@app/kernel';
import { Accounts } from '../accounts/accounts.service.js';
import { AccountNotFound, AssertionNotFound } from '../ledger.problems.js';
import { Assertion } from './assertion.entity.js';
import { assertionEvents } from './assertion.events.js';
import type { KnownAssertion, KnownChange } from './assertion.query.js';
import { assertionsWhere, baselineOf, changesOf, lockDue, selectAssertion, takeCrossings } from './assertion.query.js';
import type { CreateAssertionRequest, EditAssertionRequest, ListAssertionsRequest } from './assertion.view.js';

/** Maximum number of changes in an explanation. */
const MAX_CHANGES = 10_000;

export interface Asserted {
  readonly date: Day;
  readonly balance: string;
  readonly note?: string | null | undefined;
}

/**
 * Balances that accounts should have. Every change to an assertion locks its account, so that the balance cannot change
 * at the same time.
 */
@Injectable()
export class Assertions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    events: DomainEvents,
  ) {
    events.on(CrossingsDue, (_, work) => this.announceCrossings(work));
  }

  /**
   * Creates the assertion for an account and a day, or replaces it.
   * @throws AccountNotFound
   * @throws ValidationFailed for a date after today
   */
  assert(workspaceId: string, accountId: string, request: CreateAssertionRequest): Promise<KnownAssertion> {
    this.refuseFuture(request.date);
    return this.database.transaction({ workspaceId }, async (work) => {
      const assertion = await this.put(work, accountId, request, null);
      work.audit(assertion.id);
      return this.one(work, assertion.id);
    });
  }

  /**
   * Asserts a balance in a unit of work. An import creates its assertion without an announcement, and only if no caller
   * has asserted the balance of that day.
   * @param importId ID of the import that creates the assertion; null for a caller
   * @throws AccountNotFound
   */
  async put(
    work: UnitOfWork,
    accountId: string,
    { date, balance, note = null }: Asserted,
    importId: string | null,
  ): Promise<Assertion> {
    const { workspaceId } = work;
    if (!(await this.accounts.lockForUpdate(work, accountId))) throw AccountNotFound(accountId);
    const existing = await work.em.findOne(Assertion, { workspaceId, accountId, date }, { refresh: true });
    if (existing !== null) {
      const isManual = importId !== null && existing.importId === null;
      if (!isManual) await this.change(work, existing, { date, balance: parseAmount(balance), note, importId });
      return existing;
    }
    const now = this.clock.now();
    const created = { id: newId(), accountId, date, balance: parseAmount(balance), note, importId };
    const baseline = await this.baseline(work, accountId, date);
    if (importId === null) work.announce(assertionEvents.created(created.id));
    return work.em.create(Assertion, {
      ...{ workspaceId, ...created, ...baseline, since: now, createdAt: now, updatedAt: now },
      brokenSince: baseline.actualThen === created.balance ? null : now,
    });
  }

  /** @throws AssertionNotFound */
  async get(workspaceId: string, id: string): Promise<KnownAssertion> {
    return only(await this.database.read<KnownAssertion>(workspaceId, selectAssertion(workspaceId, id)), id);
  }

  /**
   * Edits an assertion.
   * @throws AssertionNotFound, AssertionExists
   * @throws ValidationFailed for a date after today
   */
  edit(workspaceId: string, id: string, request: EditAssertionRequest): Promise<KnownAssertion> {
    if (request.date !== undefined) this.refuseFuture(request.date);
    return this.database.transaction({ workspaceId }, async (work) => {
      const assertion = await this.lock(work, id);
      const { date = assertion.date, note = assertion.note } = request;
      const balance = request.balance === undefined ? assertion.balance : parseAmount(request.balance);
      // The undo of an import deletes only assertions with the date and balance of its statement, so an edited
      // assertion no longer belongs to the import.
      const isSame = date === assertion.date && balance === assertion.balance;
      await this.change(work, assertion, { date, balance, note, importId: isSame ? assertion.importId : null });
      return this.one(work, id);
    });
  }

  /** @throws AssertionNotFound */
  delete(workspaceId: string, id: string): Promise<KnownAssertion> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const assertion = await this.lock(work, id);
      const deleted = await this.one(work, id);
      work.em.remove(assertion);
      work.announce(assertionEvents.deleted(id));
      return deleted;
    });
  }

  /**
   * Returns assertions, newest date first.
   * @param accountId null for all accounts
   * @throws AccountNotFound, CursorInvalid
   */
  list(workspaceId: string, accountId: string | null, request: ListAssertionsRequest): Promise<Page<KnownAssertion>> {
    const list = `${workspaceId}/assertions/${accountId ?? ''}`;
    const [date = null, id = null] = pageStart(list, request, isDay, isId) ?? [];
    return this.database.transaction({ workspaceId, snapshot: true }, async (work) => {
      if (accountId !== null && !(await this.accounts.summary(work, accountId))) throw AccountNotFound(accountId);
      const isBroken = request.status === undefined ? null : request.status === 'broken';
      const values = [workspaceId, request.limit + 1, accountId, isBroken, date, id];
      const rows = await work.query<KnownAssertion>({ name: 'ledger.assertions', text: PAGE, values });
      return pageOf(list, request, rows, (last) => [last.date, last.id]);
    });
  }

  /**
   * Returns an assertion with the changes to its balance since its creation or last edit.
   * @throws AssertionNotFound
   */
  explain(workspaceId: string, id: string) {
    return this.database.transaction({ workspaceId, snapshot: true }, async (work) => {
      const assertion = await this.one(work, id);
      const changes = changesOf(workspaceId, id, this.clock.now(), MAX_CHANGES);
      return { assertion, changes: await work.query<KnownChange>(changes) };
    });
  }

  private async one(work: UnitOfWork, id: string): Promise<KnownAssertion> {
    return only(await work.query<KnownAssertion>(selectAssertion(work.workspaceId, id)), id);
  }

  /** Locks the account of an assertion, then reads the assertion. @throws AssertionNotFound */
  private async lock(work: UnitOfWork, id: string): Promise<Assertion> {
    const { em, workspaceId } = work;
    const failHandler = () => AssertionNotFound(id);
    const { accountId } = await em.findOneOrFail(Assertion, { workspaceId, id }, { failHandler });
    await this.accounts.lockForUpdate(work, accountId);
    return em.findOneOrFail(Assertion, { workspaceId, id }, { failHandler, refresh: true });
  }

  private async change(
    work: UnitOfWork,
    assertion: Assertion,
    after: Pick<Assertion, 'date' | 'balance' | 'note' | 'importId'>,
  ): Promise<void> {
    const before = shownFields(assertion);
    const isReimported = after.importId !== null && after.importId !== assertion.importId;
    const changed = changedFields(before, shownFields(after));
    if (changed.length === 0 && !isReimported) return;
    const now = this.clock.now();
    if (isReimported || changed.includes('date') || changed.includes('balance')) {
      if (!isReimported) await this.announceCrossings(work, assertion.id);
      Object.assign(assertion, await this.baseline(work, assertion.accountId, after.date), { since: now });
    }
    Object.assign(assertion, after, { updatedAt: now });
    if (!isReimported) work.announce(assertionEvents.updated(assertion.id, { changed }));
  }

  private async baseline(work: UnitOfWork, accountId: string, day: Day) {
    const [row] = await work.query<{ actual: string; last: string }>(baselineOf(work.workspaceId, accountId, day));
    const last = BigInt(row!.last);
    return { actualThen: BigInt(row!.actual), lastChange: last, announcedChange: last };
  }

  private refuseFuture(date: Day): void {
    if (date > this.clock.today()) throw invalidField(['date'], 'DATE_INVALID', 'must not be after today in Mexico');
  }

  private async announceCrossings(work: UnitOfWork, ofAssertion: string | null = null): Promise<void> {
    const { workspaceId } = work;
    const due = ofAssertion === null ? await work.query<{ id: string }>(lockDue(workspaceId)) : [{ id: ofAssertion }];
    if (due.length === 0) return;
    const crossings = takeCrossings(
      workspaceId,
      due.map(({ id }) => id),
    );
    const crossed = await work.query<{ id: string; isBroken: boolean }>(crossings);
    for (const { id, isBroken } of crossed) {
      work.announce(isBroken ? assertionEvents.broken(id) : assertionEvents.restored(id));
    }
  }
}

/** @throws AssertionNotFound */
function only([assertion]: readonly KnownAssertion[], id: string): KnownAssertion {
  if (assertion === undefined) throw AssertionNotFound(id);
  return assertion;
}

function shownFields({ date, balance, note, importId }: Pick<Assertion, 'date' | 'balance' | 'note' | 'importId'>) {
  return { date, balance, note, source: importId === null ? 'manual' : 'import' };
}

const PAGE = `
  ${assertionsWhere(`s.workspace_id = $1 and ($3::uuid is null or s.account_id = $3)
    and ($4::boolean is null or (actual.amount <> s.balance) = $4)
    and ($5::date is null or (s.date, s.id) < ($5::date, $6::uuid))`)}
  order by s.date desc, s.id desc limit $2`;
