import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { RequestTransactions, isId, PageRequest, readRequest, refuseBeyond } from '@app/kernel';
import type { RuleView } from '@app/categorising';
import {
  CreateRuleRequest,
  EditRuleRequest,
  Matches,
  OPS_OF_FIELD,
  RuleNotFound,
  RuleRuns,
  Rules,
  ruleView,
} from '@app/categorising';
import { effectsSentence } from '../acting/effects-sentence.js';
import type { Answer, Fact } from '../answers/answer.js';
import { answer, id, inOneText, instant, says, word } from '../answers/answer.js';
import { cleaned, untrusted } from '../answers/untrusted.js';
import { given, idArgument, paging } from '../calls/arguments.js';
import { pageOfList, pageWithin } from '../calls/page.js';
import type { Call, Done, ToolGroup } from '../calls/tool.js';
import { reading, writing } from '../calls/tool.js';
import { idOf, instantOf, nextCursorOutput, texts } from './output.js';

const FIELDS = Object.keys(OPS_OF_FIELD) as [string, ...string[]];
const OPS = [...new Set<string>(Object.values(OPS_OF_FIELD).flat())] as [string, ...string[]];
const KINDS = ['set_category', 'set_description', 'append_notes', 'add_tag'] as const;

const conditionInput = z.strictObject({
  field: z.enum(FIELDS),
  op: z.enum(OPS).describe('Allowed operators depend on the field; an error lists them.'),
  value: z
    .union([z.string().max(500), z.array(z.string().max(500)).max(100)])
    .nullish()
    .describe('A string; a list for one_of and between; absent for is_empty.'),
});
const actionInput = z.strictObject({
  kind: z.enum(KINDS),
  value: z.string().max(2_000).describe('A category ID, a description, a line of notes or a tag, depending on kind.'),
});

const ruleOutput = {
  id: idOf('the rule'),
  enabled: z.boolean(),
  priority: z.number().int().describe('Position among the rules. The lowest runs first.'),
  match: z.string().describe('all: all conditions must match. any: at least one.'),
  conditions: z.array(z.object({ field: z.string(), op: z.string(), untrusted: texts('the value') })),
  actions: z.array(
    z.object({
      kind: z.string(),
      categoryId: idOf('the category to set').nullable(),
      untrusted: texts('any other value'),
    }),
  ),
  stopProcessing: z.boolean().describe('If true, later rules do not run on transactions that this rule matches.'),
  lastMatchedAt: instantOf().nullable(),
  untrusted: texts('name'),
};
const runOutput = z.object({
  runId: idOf('the run, for undo'),
  at: instantOf(),
  matched: z.number().int(),
  changed: z.number().int(),
  skipped: z.number().int(),
  undoneAt: instantOf().nullable(),
});

@Injectable()
export class RuleTools implements ToolGroup {
  readonly tools = [
    reading({
      name: 'list_rules',
      title: 'Ver las reglas',
      description:
        'Without ruleId: lists the rules that categorize and edit new transactions, in the order in which they run. With ruleId: returns ' +
        'that rule and its runs on existing transactions, newest first. Use it before save_rule, and to find a run to undo. To find out ' +
        'why a transaction has its category, use get_transaction.',
      scopes: [['rules:read']],
      input: { ruleId: idArgument('a rule, to get its runs').optional(), ...paging },
      output: {
        rules: z.array(z.object(ruleOutput)),
        items: z.array(runOutput).describe('Runs of the rule; empty without ruleId.'),
        nextCursor: nextCursorOutput,
      },
      read: ({ ruleId, ...page }, call) => (ruleId === undefined ? this.all(page, call) : this.one(ruleId, page, call)),
    }),
    writing({
      name: 'save_rule',
      title: 'Crear o cambiar una regla',
      description:
        'Creates a rule (without ruleId; name, conditions and actions are required) or changes one (with ruleId, only the given fields). The ' +
        'rule runs on new and imported transactions. With applyToExisting it also runs on existing ones, except for categories that the ' +
        'user chose; undo reverses that run. For individual transactions use save_transactions.',
      scopes: [['rules:write']],
      destructive: false,
      bulk: (args) => (args as { applyToExisting?: unknown } | undefined)?.applyToExisting === true,
      input: {
        ruleId: idArgument('the rule to change').optional(),
        name: z.string().min(1).max(120).optional(),
        enabled: z.boolean().optional(),
        priority: z.number().int().min(-1_000_000).max(1_000_000).optional(),
        match: z
          .enum(['all', 'any'])
          .optional()
          .describe('all (default): all conditions must match. any: at least one.'),
        conditions: z.array(conditionInput).min(1).max(20).optional(),
        actions: z.array(actionInput).min(1).max(10).optional(),
        stopProcessing: z.boolean().optional(),
        applyToExisting: z.boolean().default(false),
      },
      output: {
        rule: z.object(ruleOutput),
        run: runOutput.nullable().describe('Run on existing transactions; null without applyToExisting.'),
        before: z.object(ruleOutput).nullable().describe('The rule before the change; null for a new rule.'),
      },
      seen: async ({ ruleId }, { caller }) => {
        if (ruleId === undefined) return [];
        const { lastMatchedAt: _, ...own } = ruleView(await this.rules.get(caller.workspaceId, known(ruleId)));
        return [JSON.stringify(own)];
      },
      act: ({ ruleId, applyToExisting, ...fields }, call) => this.save(ruleId, applyToExisting, given(fields), call),
      summary: ({ ruleId, applyToExisting }, effects) =>
        inOneText([
          ruleId === undefined ? says`Se crearía una regla.` : says`Se cambiaría una regla.`,
          applyToExisting
            ? inOneText([says`También se aplicaría a los movimientos existentes.`, effectsSentence(effects)])
            : says`Solo se aplicaría a los movimientos nuevos.`,
        ]),
    }),
  ];

  constructor(
    private readonly transactions: RequestTransactions,
    private readonly rules: Rules,
    private readonly runs: RuleRuns,
    private readonly matches: Matches,
  ) {}

  private async all(page: Page, { caller }: Call): Promise<Answer> {
    const all = (await this.rules.list(caller.workspaceId)).map(ruleView);
    const { items, nextCursor } = pageWithin('agents/rules', {}, page, all, (rule) => rule.id, ruleAnswer);
    return answer({ rules: items, items: [], nextCursor });
  }

  private async one(ruleId: string, { limit, cursor }: Page, { caller }: Call): Promise<Answer> {
    const rule = ruleView(await this.rules.get(caller.workspaceId, known(ruleId)));
    const page = await pageOfList(
      limit,
      (pageSize) => this.runsOf(ruleId, { ...given({ cursor }), limit: String(pageSize) }, caller.workspaceId),
      (items) => Promise.resolve(items.map(runAnswer)),
    );
    return answer({ rules: [ruleAnswer(rule)], ...page });
  }

  private runsOf(ruleId: string, query: object, workspaceId: string) {
    return this.runs.list(workspaceId, ruleId, readRequest(PageRequest, query, 'query'));
  }

  private save(ruleId: string | undefined, applies: boolean, fields: object, call: Call): Promise<Done> {
    const { workspaceId } = call.caller;
    if (applies) refuseBeyond(call.caller, ['transactions:write']);
    return this.transactions.join(workspaceId, {}, async () => {
      const before = ruleId === undefined ? null : ruleView(await this.rules.get(workspaceId, known(ruleId)));
      const saved = ruleView(
        before === null
          ? await this.rules.create(workspaceId, readRequest(CreateRuleRequest, fields, 'body'))
          : await this.rules.edit(workspaceId, before.id, readRequest(EditRuleRequest, fields, 'body')),
      );
      const matched = applies ? [await this.matches.stateOf(workspaceId, saved.id, call.gone)] : [];
      if (applies) await this.runs.apply(workspaceId, saved.id, false, call.gone);
      const [run = null] = applies ? (await this.runsOf(saved.id, { limit: '1' }, workspaceId)).items : [];
      return {
        result: answer({
          rule: ruleAnswer(saved),
          run: run && runAnswer(run),
          before: before && ruleAnswer(before),
        }),
        touched: run === null ? [] : [...matched, run.matched, run.changed],
        undo: undoOfSaving(saved, before !== null, run && id(run.id)),
      };
    });
  }
}

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

function ruleAnswer(rule: RuleView): Answer {
  return answer(
    {
      id: id(rule.id),
      enabled: rule.enabled,
      priority: rule.priority,
      match: word(rule.match),
      conditions: rule.conditions.map(({ field, op, value }) =>
        answer({ field: word(field), op: word(op) }, untrusted({ value: value ?? null })),
      ),
      actions: rule.actions.map(({ kind, value }) =>
        kind === 'set_category'
          ? answer({ kind: word(kind), categoryId: id(value) }, {})
          : answer({ kind: word(kind), categoryId: null }, { value: cleaned(value) }),
      ),
      stopProcessing: rule.stopProcessing,
      lastMatchedAt: instant(rule.lastMatchedAt),
    },
    untrusted({ name: rule.name }),
  );
}

function runAnswer(run: Awaited<ReturnType<RuleRuns['list']>>['items'][number]): Answer {
  return answer({
    runId: id(run.id),
    at: instant(run.createdAt),
    matched: run.matched,
    changed: run.changed,
    skipped: run.skipped,
    undoneAt: instant(run.undoneAt),
  });
}

function undoOfSaving({ id: ruleId }: RuleView, isChange: boolean, runId: Fact | null): Done['undo'] {
  const rule = isChange
    ? says`Call save_rule with the values in result.before.`
    : says`Call save_rule with this ruleId and enabled false to disable it. Only the user can delete it.`;
  if (runId === null) {
    const off = isChange ? null : answer({ ruleId: id(ruleId), enabled: false });
    return { tool: word('save_rule'), arguments: off, how: rule };
  }
  return {
    tool: word('undo'),
    arguments: answer({ ruleId: id(ruleId), runId }),
    how: inOneText([says`Call undo with these arguments to revert the changed transactions.`, rule]),
  };
}

function known(ruleId: string): string {
  if (!isId(ruleId)) throw RuleNotFound(ruleId);
  return ruleId;
}
