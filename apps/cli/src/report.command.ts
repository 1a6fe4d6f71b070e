import type { Command } from 'commander';
import { day, INTERVALS, oneOf, text } from '@app/kernel';
import { tagName } from '@app/ledger';
import type { CashFlowReportView, SpendingItem, SpendingReportView } from '@app/reporting';
import { CashFlowRequest, CashFlows, COMPARISONS } from '@app/reporting';
import { SPENDING_GROUPS, SpendingReports, SpendingRequest } from '@app/reporting';
import { answer, table } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';
import { idValue, valueOf } from './option-value.js';

export function reportCommand(): Command {
  const group = commandGroup('report', 'spending and cash flow of a workspace');
  ofPeriod(group.command('spending'))
    .description('report expenses or income by category, merchant or another group')
    .option('--type <type>', 'expense or income', valueOf(oneOf('expense', 'income')))
    .option('--group-by <group>', `grouping: ${SPENDING_GROUPS.join(', ')}`, valueOf(oneOf(...SPENDING_GROUPS)))
    .option('--category <id>', 'only this category and its subcategories', idValue)
    .option('--merchant <name>', 'only this merchant', valueOf(text(0, 2000)))
    .option('--tag <tag>', 'only transactions with this tag', valueOf(tagName()))
    .option('--compare <with>', `period to compare with: ${COMPARISONS.join(', ')}`, valueOf(oneOf(...COMPARISONS)))
    .action(async ({ workspace, category, account, ...options }: SpendingOptions, command: Command) => {
      const ids = { ...(category && { categoryId: category }), ...(account && { accountId: account }) };
      const request = Object.assign(new SpendingRequest(), options, ids);
      const { view: report } = await withApplication(
        (app) => app.get(SpendingReports).of(workspace, request),
        workspace,
      );
      answer(command, report, spendingLines(report));
    });
  ofPeriod(group.command('cash-flow'))
    .description('report income and expenses by interval')
    .option('--interval <interval>', `interval: ${INTERVALS.join(', ')}`, valueOf(oneOf(...INTERVALS)))
    .action(async ({ workspace, account, ...options }: PeriodOptions, command: Command) => {
      const request = Object.assign(new CashFlowRequest(), options, account && { accountId: account });
      const { view: report } = await withApplication((app) => app.get(CashFlows).of(workspace, request), workspace);
      answer(command, report, cashFlowLines(report));
    });
  return group;
}

interface PeriodOptions {
  readonly workspace: string;
  readonly account?: string;
}

interface SpendingOptions extends PeriodOptions {
  readonly category?: string;
}

function ofPeriod(command: Command): Command {
  return command
    .requiredOption('--workspace <id>', 'ID of the workspace', idValue)
    .option('--from <day>', 'first day (default: first of this month)', valueOf(day()))
    .option('--to <day>', 'last day (default: today)', valueOf(day()))
    .option('--account <id>', 'only this account', idValue);
}

const BAR_WIDTH = 30;

function spendingLines(report: SpendingReportView): string[] {
  const { currency, from, to, type, groupBy, items, total, previousTotal, unconverted, nextCursor } = report;
  const isCompared = previousTotal !== null;
  const depths = depthsOf(items);
  const largest = largestOf(items.map(({ amount }) => amount));
  const rows = items.map((item, at) => [
    '  '.repeat(depths[at]!) + nameOf(item),
    item.amount,
    ...(isCompared ? [item.previousAmount ?? ''] : []),
    item.share === null ? '' : `${(Number(item.share) * 100).toFixed(1)} %`,
    bar(item.amount, largest),
  ]);
  const heading = [groupBy, currency, ...(isCompared ? ['before'] : []), 'share', ''];
  const sum = ['total', total, ...(isCompared ? [previousTotal] : []), '', ''];
  return [
    `${type} by ${groupBy}, ${from} to ${to}`,
    ...figures([heading, ...rows, sum]),
    ...(nextCursor === null ? [] : ['more groups exist']),
    ...unconvertedLines(unconverted),
  ];
}

function cashFlowLines({ currency, from, to, interval, points, total, unconverted }: CashFlowReportView): string[] {
  const largest = largestOf(points.map(({ net }) => net));
  const rate = (text: string | null) => (text === null ? '' : `${(Number(text) * 100).toFixed(1)} %`);
  const rows = points.map(({ start, end, income, expense, net, savingsRate }) => [
    start === end ? start : `${start} to ${end}`,
    ...[income, expense, net, rate(savingsRate), bar(net, largest)],
  ]);
  const sum = ['total', total.income, total.expense, total.net, rate(total.savingsRate), ''];
  return [
    `cash flow in ${currency} by ${interval}, ${from} to ${to}`,
    ...figures([[interval, 'income', 'expense', 'net', 'saved', ''], ...rows, sum]),
    ...unconvertedLines(unconverted),
  ];
}

/** Aligns the first column and the bars to the left, and the figures between them to the right. */
function figures(rows: readonly (readonly string[])[]): string[] {
  const last = rows[0]!.length - 1;
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return table(
    rows.map((row) => row.map((cell, column) => (column > 0 && column < last ? cell.padStart(widths[column]!) : cell))),
  );
}

function nameOf(item: SpendingItem): string {
  if ('start' in item) return item.start === item.end ? item.start : `${item.start} to ${item.end}`;
  if ('merchant' in item) return item.merchant;
  if ('tag' in item) return item.tag ?? 'untagged';
  return item.name ?? 'uncategorized';
}

/** Returns the depth of each category. Parents must come before their children. */
function depthsOf(items: readonly SpendingItem[]): number[] {
  const depths = new Map<string | null, number>();
  return items.map((item) => {
    if (!('parentId' in item)) return 0;
    const depth = item.parentId === null ? 0 : (depths.get(item.parentId) ?? -1) + 1;
    depths.set(item.categoryId, depth);
    return depth;
  });
}

function largestOf(amounts: readonly string[]): number {
  return amounts.reduce((most, amount) => Math.max(most, Math.abs(Number(amount))), 0);
}

/**
 * Draws a bar whose length is in proportion to the largest amount. Bars of negative amounts have a different pattern.
 */
function bar(amount: string, largest: number): string {
  const length = largest === 0 ? 0 : Math.round((Math.abs(Number(amount)) / largest) * BAR_WIDTH);
  return (amount.startsWith('-') ? '░' : '█').repeat(length);
}

function unconvertedLines({ length }: readonly string[]): string[] {
  return length === 0 ? [] : [`excluded without a rate: ${length} ${length === 1 ? 'transaction' : 'transactions'}`];
}
