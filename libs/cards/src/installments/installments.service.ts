import { Injectable } from '@nestjs/common';
import type { Page, UnitOfWork } from '@app/kernel';
import { Clock, Database, isId, Money, newId, pageOf, pageStart, ReferenceNotFound, writeCursor } from '@app/kernel';
import { installmentsEvents } from '../cards.events.js';
import { InstallmentsExist, InstallmentsNotFound } from '../cards.problems.js';
import { CardReading } from '../statements/card-reading.service.js';
import type { Card } from '../statements/card.js';
import { runningPeriod } from '../statements/card.js';
import { partsOf } from '../periods/installment-parts.js';
import type { PurchaseRow, StoredPlanRow } from './installments.query.js';
import { insertPlan, plansInForce, purchaseOnCard, purchasesOf } from './installments.query.js';
import type { CreateInstallmentsRequest, InstallmentsStatus, ListInstallmentsRequest } from './installments.request.js';
import type { KnownPlan, StoredPlan } from './known-plan.js';
import { knownPlan } from './known-plan.js';

/** A purchase with its number of installments. `amount` is in minor units and `text` is the normalized description. */
export interface PurchaseInInstallments {
  readonly months: number;
  readonly amount: bigint;
  readonly text: string;
}

const LIST = 'installments';
/**
 * Minimum number of plans to read per query if a status filter applies, so that a small page does not need many
 * queries.
 */
const MIN_STEP = 200;
/** Maximum number of plans to read for one page if a status filter applies. */
const MAX_SCANNED = 1_000;

/**
 * Manages interest-free installment purchases (meses sin intereses). A plan stores neither an amount nor a date: it
 * uses the amount and date of its transaction, which users may edit or trash.
 */
@Injectable()
export class InstallmentPlans {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly reading: CardReading,
  ) {}

  /** @throws ReferenceNotFound, InstallmentsExist */
  create(workspaceId: string, request: CreateInstallmentsRequest): Promise<KnownPlan> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const { id, accountId } = await this.add(work, request);
      const { transactionId } = request;
      work.audit(id);
      work.announce(installmentsEvents.created(id, { data: { transactionId, accountId } }));
      return this.find(work, id);
    });
  }

  /** @throws ReferenceNotFound, InstallmentsExist */
  async add(
    work: UnitOfWork,
    { transactionId, months }: CreateInstallmentsRequest,
  ): Promise<{ id: string; accountId: string }> {
    const { workspaceId } = work;
    const [purchase] = await work.query<{ accountId: string }>(purchaseOnCard(workspaceId, transactionId));
    if (purchase === undefined) throw ReferenceNotFound(['#/transactionId']);
    const plan = { id: newId(), transactionId, months, createdAt: this.clock.now() };
    if ((await work.query(insertPlan(workspaceId, plan))).length === 0) throw InstallmentsExist();
    return { id: plan.id, accountId: purchase.accountId };
  }

  /** @throws InstallmentsNotFound */
  get(workspaceId: string, id: string): Promise<KnownPlan> {
    return this.database.transaction({ workspaceId, snapshot: true }, (work) => this.find(work, id));
  }

  async purchases(work: UnitOfWork, accountId: string, limit: number): Promise<PurchaseInInstallments[]> {
    const rows = await work.query<PurchaseRow>(purchasesOf(work.workspaceId, accountId, limit));
    return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }));
  }

  /**
   * Returns active plans, newest first. A page may have fewer than `limit` items although more follow, if the status
   * filter excludes many plans.
   * @throws CursorInvalid
   */
  list(workspaceId: string, request: ListInstallmentsRequest): Promise<Page<KnownPlan>> {
    const { accountId, status, limit } = request;
    const [after] = pageStart(LIST, request, isId) ?? [];
    const step = status === undefined ? limit : Math.max(limit, MIN_STEP);
    return this.database.transaction({ workspaceId, snapshot: true }, async (work) => {
      const shown: KnownPlan[] = [];
      let before = after;
      for (let looked = 0; looked < MAX_SCANNED; looked += step) {
        const rows = await this.stored(work, { accountId, before, limit: step + 1 });
        const plans = await this.known(work, rows.slice(0, step));
        shown.push(...plans.filter((plan) => status === undefined || statusOf(plan) === status));
        const isLast = rows.length <= step;
        before = plans.at(-1)?.id;
        if (isLast || shown.length >= limit || looked + step >= MAX_SCANNED) {
          if (shown.length > limit || isLast) return pageOf(LIST, request, shown, ({ id }) => [id]);
          // The next page starts after the last plan that was read, even if the filter excluded that plan.
          return { items: shown, nextCursor: writeCursor(LIST, request, [before!]) };
        }
      }
      return { items: shown, nextCursor: null };
    });
  }

  /**
   * Deletes a plan and returns it.
   * @throws InstallmentsNotFound
   */
  delete(workspaceId: string, id: string): Promise<KnownPlan> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await work.query({
        text: `select from cards_installments where workspace_id = $1 and id = $2 for update`,
        values: [workspaceId, id],
      });
      const plan = await this.find(work, id);
      await work.query({
        text: `update cards_installments set ended_on = $3 where workspace_id = $1 and id = $2`,
        values: [workspaceId, id, this.clock.today()],
      });
      const { transactionId, accountId } = plan;
      work.announce(installmentsEvents.deleted(id, { data: { transactionId, accountId } }));
      return plan;
    });
  }

  private async find(work: UnitOfWork, id: string): Promise<KnownPlan> {
    const [plan] = await this.known(work, await this.stored(work, { id, limit: 1 }));
    if (plan === undefined) throw InstallmentsNotFound(id);
    return plan;
  }

  private async stored(work: UnitOfWork, filter: Parameters<typeof plansInForce>[1]): Promise<StoredPlan[]> {
    const rows = await work.query<StoredPlanRow>(plansInForce(work.workspaceId, filter));
    return rows.map(({ amount, currency, createdAt, ...row }) => ({
      ...row,
      amount: Money.ofMinor(BigInt(amount), currency),
      createdAt: new Date(createdAt),
      endedOn: null,
    }));
  }

  private async known(work: UnitOfWork, plans: readonly StoredPlan[]): Promise<KnownPlan[]> {
    if (plans.length === 0) return [];
    const byCard = Map.groupBy(plans, ({ accountId }) => accountId);
    const cards = new Map(
      (await this.reading.cards(work, [...byCard.keys()])).map((card) => [card.accountId, card] as const),
    );
    const ranges = [...byCard].flatMap(([id, cardPlans]) => this.rangeOf(cards.get(id)!, cardPlans) ?? []);
    const statements = await this.reading.statements(work, ranges);
    return plans.map((plan) => {
      const own = statements.get(plan.accountId) ?? [];
      const statuses = new Map(own.map(({ cutOff, status }) => [cutOff, status]));
      return knownPlan(plan, cards.get(plan.accountId)!.calendar, statuses);
    });
  }

  /** Returns the range of statements that bill these plans. Undefined if none of these statements has started. */
  private rangeOf(card: Card, plans: readonly StoredPlan[]) {
    const running = runningPeriod(card, this.clock.today());
    const periods = plans.flatMap((plan) => partsOf(plan, card.calendar).map(({ period }) => period));
    const begun = periods
      .filter(({ cutOff }) => cutOff <= running.cutOff)
      .sort((a, b) => (a.cutOff < b.cutOff ? -1 : 1));
    return begun.length === 0 ? undefined : { card, oldest: begun[0]!, newest: begun.at(-1)! };
  }
}

function statusOf({ remaining }: KnownPlan): InstallmentsStatus {
  return remaining.isZero ? 'finished' : 'running';
}
