import { Injectable } from '@nestjs/common';
import type { Page, PageRequest, UnitOfWork } from '@app/kernel';
import {
  Clock,
  Database,
  invalidField,
  isDay,
  isId,
  Money,
  newId,
  pageOf,
  pageStart,
  parseAmount,
  ReferenceNotFound,
  ValidationFailed,
} from '@app/kernel';
import type { BalanceRow, HouseholdBalances } from './balances.query.js';
import { balancesOf, selectBalances } from './balances.query.js';
import { settlementEvents } from './household.events.js';
import { SettlementNotFound, SettlementTooLarge } from './household.problems.js';
import { Settlement } from './settlement.entity.js';
import type { RecordSettlementRequest, SettlementPeriodRequest } from './settlement.request.js';
import { maximumOf } from './transfers.js';

const LIST = 'household/settlements';
/** Serializes the settlements of a workspace, so that two cannot settle the same debt. */
const LOCK = 'household_settlements';

@Injectable()
export class Settlements {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async balances(workspaceId: string, { from, to }: SettlementPeriodRequest): Promise<HouseholdBalances> {
    if (from !== undefined && to !== undefined && from > to) {
      const detail = `must not be after \`to\` (${to})`;
      throw ValidationFailed([{ parameter: 'from', code: 'RANGE_INVALID', detail }]);
    }
    return balancesOf(
      await this.database.read<BalanceRow>(workspaceId, selectBalances(workspaceId, from ?? null, to ?? null)),
    );
  }

  /** @throws ReferenceNotFound, SettlementTooLarge, ValidationFailed if a member pays themselves */
  record(workspaceId: string, request: RecordSettlementRequest): Promise<Settlement> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const settlement = await this.recordIn(work, request);
      const { id, fromId: from, toId: to } = settlement;
      work.audit(id);
      work.announce(settlementEvents.recorded(id, { data: { from, to } }));
      return settlement;
    });
  }

  async recordIn(work: UnitOfWork, request: RecordSettlementRequest): Promise<Settlement> {
    const { workspaceId } = work;
    const { from: fromId, to: toId, currency, note = null } = request;
    const amount = parseAmount(request.amount);
    if (fromId === toId) throw invalidField(['to'], 'VALUE_INVALID', 'must be a different member than from');
    await work.lockName(LOCK);
    await refuseUnknown(work, { '#/from': fromId, '#/to': toId });
    const rows = await work.query<BalanceRow>(selectBalances(workspaceId, null, null));
    const maximum = maximumOf(balancesOf(rows).get(currency) ?? [], fromId, toId);
    if (amount > maximum) throw SettlementTooLarge(Money.ofMinor(maximum, currency).toString());
    const date = request.date ?? this.clock.today();
    const row = { workspaceId, id: newId(), fromId, toId, currency, amount, date, note };
    const settlement = work.em.create(Settlement, { ...row, createdAt: this.clock.now() });
    await work.flush();
    return settlement;
  }

  /** Returns the IDs of the current members. */
  async members(work: UnitOfWork): Promise<string[]> {
    const text = 'select m.id from identity_current_members($1) m order by m.id';
    return (await work.query<{ id: string }>({ text, values: [work.workspaceId] })).map(({ id }) => id);
  }

  /** @throws SettlementNotFound */
  get(workspaceId: string, id: string): Promise<Settlement> {
    return this.database.transaction({ workspaceId, snapshot: true }, (work) => find(work, id));
  }

  /** Returns the settlements, newest first. */
  list(workspaceId: string, request: PageRequest): Promise<Page<Settlement>> {
    const [date, id] = pageStart(LIST, request, isDay, isId) ?? [];
    return this.database.transaction({ workspaceId, snapshot: true }, async ({ em }) => {
      const after = date === undefined ? {} : { $or: [{ date: { $lt: date } }, { date, id: { $lt: id! } }] };
      const rows = await em.find(
        Settlement,
        { workspaceId, ...after },
        { orderBy: { date: 'desc', id: 'desc' }, limit: request.limit + 1 },
      );
      return pageOf(LIST, request, rows, (last) => [last.date, last.id]);
    });
  }

  /**
   * Undoes a settlement and returns it.
   * @throws SettlementNotFound
   */
  undo(workspaceId: string, id: string): Promise<Settlement> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await work.lockName(LOCK);
      const settlement = await find(work, id);
      work.em.remove(settlement);
      const { fromId: from, toId: to } = settlement;
      work.announce(settlementEvents.undone(id, { data: { from, to } }));
      return settlement;
    });
  }
}

/** @throws SettlementNotFound */
function find({ em, workspaceId }: UnitOfWork, id: string): Promise<Settlement> {
  return em.findOneOrFail(Settlement, { workspaceId, id }, { failHandler: () => SettlementNotFound(id) });
}

/** @throws ReferenceNotFound for IDs that no current or former member has */
async function refuseUnknown(work: UnitOfWork, ids: Readonly<Record<string, string>>): Promise<void> {
  const rows = await work.query<{ id: string }>({
    name: 'household.members',
    text: 'select m.id from identity_all_members($1) m where m.id = any($2::uuid[])',
    values: [work.workspaceId, Object.values(ids)],
  });
  const known = new Set(rows.map(({ id }) => id));
  const missing = Object.entries(ids).filter(([, id]) => !known.has(id));
  if (missing.length > 0) throw ReferenceNotFound(missing.map(([pointer]) => pointer));
}
