import { Injectable } from '@nestjs/common';
import type { Period, Position, Statement } from '@app/kernel';
import { Clock, CursorInvalid, Database, foldText, intervalsOf, Money, pageOf, pageStart } from '@app/kernel';
import type { Counted, CountedRow } from '../counting/counted.js';
import { countedOf } from '../counting/counted.js';
import { countedParts } from '../counting/counted-parts.query.js';
import { accountTotals, categoryTotals } from '../counting/counted-totals.query.js';
import type { GroupPage, Question } from '../counting/question.js';
import { narrowedOnlyBy } from '../counting/question.js';
import { comparedPeriod } from '../periods/comparison.js';
import { reportPeriod } from '../periods/report-period.js';
import { narrowingText } from './narrowing-text.js';
import { receiptPath } from './receipt.js';
import type { ReceiptFilters } from './receipt.js';
import type { CategoryGroup, Group } from './spending-groups.js';
import { categoryGroupsOf, groupsOf, namedGroupsOf, periodGroupsOf } from './spending-groups.js';
import type { SpendingRequest } from './spending.request.js';
import type { SpendingItem, SpendingReportView } from './spending.view.js';
import { itemView } from './spending.view.js';

/** Maximum number of merchants or tags in a table without `limit`. */
const MAX_ROWS = 10_000;

export interface SpendingReport {
  readonly view: SpendingReportView;
  readonly total: Money;
  readonly previousTotal: Money;
  /** Groups in the order of `view.items`. */
  readonly groups: readonly (Omit<Group, 'key'> & Partial<Pick<CategoryGroup, 'own'>>)[];
  /** Filters in Spanish, for the title. */
  readonly narrowedTo: string;
  readonly compared: Period | null;
}

@Injectable()
export class SpendingReports {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a page of the report.
   * @param isWhole true to ignore the page limit
   * @throws ValidationFailed if the period is invalid or too long, CursorInvalid
   */
  async of(workspaceId: string, pageRequest: SpendingRequest, isWhole = false): Promise<SpendingReport> {
    const request = isWhole ? { ...pageRequest, limit: MAX_ROWS } : pageRequest;
    const { type, groupBy, categoryId, accountId, tag } = request;
    const period = reportPeriod(request, this.clock.today());
    const merchant = request.merchant === undefined ? undefined : foldText(request.merchant);
    const filters = { categoryId, accountId, merchant, tag };
    const compared = comparedPeriod(period, request.compare);
    const question: Question = { workspaceId, types: [type], period, compared, filters };
    const [row] = await this.database.read<CountedRow>(workspaceId, statementOf(question, request));
    const counted = countedOf(row!);
    const sumOf = (index: number) => counted.sums.find((sum) => sum.period === index);
    const totalOf = (index: number) => sumOf(index)?.amount ?? Money.zero(counted.currency);
    const [total, previousTotal] = [totalOf(0), totalOf(1)];
    const { groups, items, nextCursor } = itemsOf(question, request, counted, total);
    const view = {
      currency: counted.currency,
      from: period.start,
      to: period.end,
      type,
      groupBy,
      total: total.toString(),
      count: sumOf(0)?.count ?? 0,
      previousTotal: compared === null ? null : previousTotal.toString(),
      items,
      unconverted: [...counted.unconverted],
      nextCursor,
    };
    const narrowedTo = narrowingText({ ...counted.narrowed, merchant });
    return { view, total, previousTotal, groups, narrowedTo, compared };
  }
}

/** Uses stored totals if they support the filters. Otherwise sums splits and unsplit transactions. */
function statementOf(question: Question, request: SpendingRequest): Statement {
  const { groupBy } = request;
  const { filters } = question;
  if (groupBy === 'merchant' || groupBy === 'tag')
    return countedParts(question, groupBy, groupPage(question.workspaceId, request));
  if (request.cursor !== undefined) throw CursorInvalid();
  if (groupBy === 'category') {
    return narrowedOnlyBy(filters, 'categoryId') ? categoryTotals(question) : countedParts(question, groupBy, null);
  }
  return narrowedOnlyBy(filters, 'accountId')
    ? accountTotals(question, groupBy)
    : countedParts(question, groupBy, null);
}

function groupPage(workspaceId: string, request: SpendingRequest): GroupPage {
  const isMinor = (part: string) => /^-?\d{1,30}$/.test(part);
  return { limit: request.limit + 1, after: pageStart(listOf(workspaceId), request, isMinor, () => true) };
}

function listOf(workspaceId: string): string {
  return `${workspaceId}/reports/spending`;
}

function positionOf({ amount, key }: Group): Position {
  return [amount.minor.toString(), key!];
}

function itemsOf(
  { workspaceId, period, compared, filters }: Question,
  request: SpendingRequest,
  counted: Counted,
  total: Money,
): Pick<SpendingReport, 'groups'> & { items: SpendingItem[]; nextCursor: string | null } {
  const receipt = (own: ReceiptFilters, within = period) => receiptPath(request.type, within, { ...filters, ...own });
  const item = (group: Parameters<typeof itemView>[0], path: string) => itemView(group, total, compared !== null, path);
  const { groupBy } = request;
  if (groupBy === 'category') {
    const groups = categoryGroupsOf(counted);
    const items = groups.map(({ key, name, parentId, own, ...group }) => ({
      categoryId: key,
      name,
      parentId,
      own: own.toString(),
      ...item(group, receipt(key === null ? { uncategorized: 'true' } : { categoryId: key })),
    }));
    return { groups, items, nextCursor: null };
  }
  if (groupBy === 'account') {
    const groups = namedGroupsOf(counted);
    const items = groups.map(({ key, name, ...group }) => ({
      accountId: key!,
      name: name!,
      ...item(group, receipt({ accountId: key! })),
    }));
    return { groups, items, nextCursor: null };
  }
  if (groupBy === 'merchant') {
    const page = pageOf(listOf(workspaceId), request, groupsOf(counted), positionOf);
    // Folded text is decomposed. In composed form, Hangul takes a third of the space.
    const named = page.items.map(({ key, ...group }) => ({ merchant: key!.normalize('NFC'), ...group }));
    const items = named.map(({ merchant, ...group }) => ({ merchant, ...item(group, receipt({ merchant })) }));
    return { groups: page.items, items, nextCursor: page.nextCursor };
  }
  if (groupBy === 'tag') {
    const page = pageOf(listOf(workspaceId), request, groupsOf(counted), positionOf);
    const items = page.items.map(({ key, ...group }) => ({
      tag: key === '' ? null : key,
      ...item(group, receipt(key === '' ? { untagged: 'true' } : { tag: key! })),
    }));
    return { groups: page.items, items, nextCursor: page.nextCursor };
  }
  const intervals = intervalsOf(period, groupBy);
  const before = compared === null ? [] : intervalsOf(compared, groupBy);
  const groups = periodGroupsOf(counted, intervals, before);
  const items = groups.map(({ start, end, ...group }) => ({
    start,
    end,
    ...item(group, receipt({}, { start, end })),
  }));
  return { groups, items, nextCursor: null };
}
