import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { isId, readRequest } from '@app/kernel';
import type { GoalView } from '@app/goals';
import { CreateGoalRequest, EditGoalRequest, GoalNotFound, Goals, goalView } from '@app/goals';
import type { Answer } from '../answers/answer.js';
import { answer, currency, day, decimal, id, inOneText, instant, says, word } from '../answers/answer.js';
import { untrusted } from '../answers/untrusted.js';
import { effectsSentence } from '../acting/effects-sentence.js';
import { amountArgument, dayArgument, given, idArgument, paging } from '../calls/arguments.js';
import { pageWithin } from '../calls/page.js';
import type { ToolGroup } from '../calls/tool.js';
import { reading, writing } from '../calls/tool.js';
import { amountOf, dayOf, idOf, instantOf, pageOutput, texts } from './output.js';

const FREQUENCIES = ['week', 'two_weeks', 'quincena', 'month'] as const;

const goalOutput = {
  id: idOf('the goal'),
  accountId: idOf('the account that holds the money'),
  currency: z.string(),
  target: amountOf('Target amount.'),
  targetDate: dayOf('Day by which to reach the target,').nullable(),
  saved: amountOf('Amount set aside now. It is part of the balance of the account.'),
  spent: amountOf('Sum of the expenses that the goal paid for.'),
  remaining: amountOf('target - saved - spent, at least zero.'),
  shortfall: amountOf('Part of saved that the balance of the account does not cover.'),
  funding: z
    .object({ every: z.string(), amount: amountOf(), from: dayOf() })
    .nullable()
    .describe(
      'Funding plan: an amount to set aside on each pay day. quincena means the 15th and the last day of each month.',
    ),
  perPeriod: amountOf('Amount needed per pay day to reach the target in time.').nullable(),
  periodsLeft: z.number().int().nullable().describe('Number of pay days until targetDate.'),
  expectedOn: dayOf('Day on which the funding plan reaches the target,').nullable(),
  status: z.string().describe('archived, short, reached, no_date, behind or on_track.'),
  priority: z
    .number()
    .int()
    .describe('If the balance does not cover all goals of the account, those with the highest number are short first.'),
  archivedAt: instantOf().nullable(),
  untrusted: texts('name'),
};

function goalAnswer(goal: GoalView): Answer {
  const { funding } = goal;
  return answer(
    {
      id: id(goal.id),
      accountId: id(goal.accountId),
      currency: currency(goal.currency),
      target: decimal(goal.target),
      targetDate: day(goal.targetDate),
      saved: decimal(goal.saved),
      spent: decimal(goal.spent),
      remaining: decimal(goal.remaining),
      shortfall: decimal(goal.shortfall),
      funding:
        funding && answer({ every: word(funding.every), amount: decimal(funding.amount), from: day(funding.from) }),
      perPeriod: decimal(goal.perPeriod),
      periodsLeft: goal.periodsLeft,
      expectedOn: day(goal.expectedOn),
      status: word(goal.status),
      priority: goal.priority,
      archivedAt: instant(goal.archivedAt),
    },
    untrusted({ name: goal.name }),
  );
}

@Injectable()
export class GoalTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'list_goals',
      title: 'Ver apartados',
      description:
        'Lists goals (apartados): money in an account that is set aside for something. Each goal has its saved and missing amounts, and ' +
        'its status shows if it will reach the target in time. Use it before save_goal. Account balances include the money of goals.',
      scopes: [['goals:read']],
      input: { archived: z.boolean().default(false).describe('If true, returns archived goals instead.'), ...paging },
      output: pageOutput(z.object(goalOutput)),
      read: async ({ archived, ...page }, { caller }) => {
        const all = (await this.goals.list(caller.workspaceId, archived)).map(goalView);
        return answer(pageWithin('agents/goals', { archived }, page, all, (goal) => goal.id, goalAnswer));
      },
    }),
    writing({
      name: 'save_goal',
      title: 'Crear o cambiar un apartado',
      description:
        'Creates a goal (without goalId; name, accountId and target are required) or changes one (with goalId, only the given fields). ' +
        'archived true frees the saved amount. It cannot set money aside, take it back or delete a goal: tell the user to do it in the app.',
      scopes: [['goals:write']],
      destructive: false,
      input: {
        goalId: idArgument('the goal to change').optional(),
        name: z.string().min(1).max(120).optional(),
        accountId: idArgument('the account of a new goal; it must be an asset').optional(),
        target: amountArgument('Target amount, in the currency of the account.').optional(),
        targetDate: dayArgument('Day by which to reach the target; null for no deadline.').nullish(),
        funding: z
          .strictObject({
            every: z.enum(FREQUENCIES),
            amount: amountArgument('Amount to set aside on each pay day.'),
            from: dayArgument('Day from which pay days are counted (default: today).').optional(),
          })
          .nullish(),
        priority: z.number().int().min(-1_000_000).max(1_000_000).optional(),
        archived: z
          .boolean()
          .optional()
          .describe('True archives the goal, false restores it. Only for an existing goal.'),
      },
      output: {
        goal: z.object(goalOutput),
        before: z.object(goalOutput).nullable().describe('The goal before the change; null for a new goal.'),
      },
      seen: async ({ goalId }, { caller }) => (goalId === undefined ? [] : [await this.shown(caller, goalId)]),
      act: async ({ goalId, ...fields }, { caller }) => {
        const { workspaceId } = caller;
        if (goalId === undefined) {
          const request = readRequest(CreateGoalRequest, given(fields), 'body');
          const goal = goalView(await this.goals.create(workspaceId, request));
          const how = says`Call save_goal with these arguments to archive the goal. Only the user can delete it.`;
          const undo = { tool: word('save_goal'), arguments: answer({ goalId: id(goal.id), archived: true }), how };
          return { result: answer({ goal: goalAnswer(goal), before: null }), touched: [], undo };
        }
        const before = goalView(await this.goals.get(workspaceId, known(goalId)));
        const request = readRequest(EditGoalRequest, given(fields), 'body');
        const goal = goalView(await this.goals.edit(workspaceId, goalId, request));
        const frees = fields.archived === true && before.archivedAt === null && before.saved !== '0.00';
        const how = says`Call save_goal with this goalId and the values in result.before. A restored goal has nothing saved.`;
        return {
          result: answer({ goal: goalAnswer(goal), before: goalAnswer(before) }),
          touched: [planOf(before), frees ? before.saved : ''],
          note: frees
            ? says`Se liberarían ${decimal(before.saved)} ${currency(before.currency)} guardados en el apartado.`
            : null,
          undo: { tool: word('save_goal'), arguments: null, how },
        };
      },
      summary: ({ goalId }, effects) =>
        inOneText([
          goalId === undefined ? says`Se crearía un apartado.` : says`Se cambiaría un apartado.`,
          effectsSentence(effects),
        ]),
    }),
  ];

  constructor(private readonly goals: Goals) {}

  private async shown({ workspaceId }: { readonly workspaceId: string }, goalId: string): Promise<string> {
    return planOf(goalView(await this.goals.get(workspaceId, known(goalId))));
  }
}

/**
 * Serializes the fields that the user confirms. Excludes figures that depend on transactions, moves or the date, except
 * the amount that archiving a goal frees.
 */
function planOf({ id: goalId, name, target, targetDate, funding, priority, archivedAt }: GoalView): string {
  return JSON.stringify([goalId, name, target, targetDate, funding, priority, archivedAt]);
}

function known(goalId: string): string {
  if (!isId(goalId)) throw GoalNotFound(goalId);
  return goalId;
}
