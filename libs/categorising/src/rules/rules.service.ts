import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { changedFields, Clock, Database, fieldPointer, newId, ReferenceNotFound, ValidationFailed } from '@app/kernel';
import { BulkEdits, Categories } from '@app/ledger';
import { ruleEvents } from '../categorising.events.js';
import { RuleLimitReached, RuleNotFound } from '../categorising.problems.js';
import type { Condition } from '../matching/condition.js';
import { keepConditions, namedAccounts } from '../matching/condition.js';
import type { Action } from './action.js';
import { keepActions, valueOf } from './action.js';
import { CONDITION_CHARACTERS, MAX_CONDITION_CHARACTERS, MAX_CONDITIONS, MAX_RULES } from './rule-limits.query.js';
import { withRenamedTag } from './renamed-tag.js';
import { Rule } from './rule.entity.js';
import type { ActionRequest, ConditionRequest, CreateRuleRequest, EditRuleRequest } from './rule.request.js';

const FOLLOWER = 'rules';
const RUNNING_ORDER = { priority: 'asc', createdAt: 'asc', id: 'asc' } as const;

@Injectable()
export class Rules {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly categories: Categories,
    private readonly bulkEdits: BulkEdits,
  ) {}

  list(workspaceId: string): Promise<Rule[]> {
    return this.database.transaction({ workspaceId }, (work) =>
      work.em.find(Rule, { workspaceId }, { orderBy: RUNNING_ORDER }),
    );
  }

  get(workspaceId: string, id: string): Promise<Rule> {
    return this.database.transaction({ workspaceId }, (work) => this.find(work, id));
  }

  create(workspaceId: string, request: CreateRuleRequest): Promise<Rule> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const rule = await this.add(work, request);
      work.audit(rule.id);
      work.announce(ruleEvents.created(rule.id));
      return rule;
    });
  }

  /** @throws RuleLimitReached */
  async add(work: UnitOfWork, request: CreateRuleRequest): Promise<Rule> {
    const { workspaceId } = work;
    const { conditions, actions } = keepRule(request);
    await this.holdRules(work);
    await this.refuseBeyondLimits(work, null, conditions);
    await this.findReferences(work, conditions, actions);
    await this.holdCategory(work, actions);
    const now = this.clock.now();
    const rule = work.em.create(Rule, {
      workspaceId,
      id: newId(),
      name: request.name,
      enabled: request.enabled,
      priority: request.priority,
      match: request.match,
      conditions,
      actions,
      stopProcessing: request.stopProcessing,
      createdAt: now,
      updatedAt: now,
      lastMatchedAt: null,
    });
    await this.subscribe(work);
    return rule;
  }

  edit(workspaceId: string, id: string, request: EditRuleRequest): Promise<Rule> {
    const { conditions, actions } = keepRule(request);
    return this.database.transaction({ workspaceId }, async (work) => {
      await this.holdRules(work);
      const rule = await this.find(work, id);
      await this.findReferences(work, conditions, actions, rule.conditions);
      await this.holdCategory(work, actions);
      const before = editableFields(rule);
      work.em.assign(rule, {
        name: request.name ?? rule.name,
        enabled: request.enabled ?? rule.enabled,
        priority: request.priority ?? rule.priority,
        match: request.match ?? rule.match,
        stopProcessing: request.stopProcessing ?? rule.stopProcessing,
      });
      if (request.conditions !== undefined) {
        await this.refuseBeyondLimits(work, id, conditions);
        rule.conditions = conditions;
      }
      if (request.actions !== undefined) rule.actions = actions;
      const changed = changedFields(before, editableFields(rule));
      if (changed.length > 0) {
        rule.updatedAt = this.clock.now();
        work.announce(ruleEvents.updated(id, { changed }));
      }
      await this.subscribe(work);
      return rule;
    });
  }

  /**
   * Deletes a rule and its runs. Does not affect the transactions that it changed. Their changes can still be
   * explained, but no longer undone.
   */
  delete(workspaceId: string, id: string): Promise<Rule> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await this.holdRules(work);
      const rule = await this.find(work, id);
      await work.query({
        text: `
          with runs as (delete from categorising_runs where workspace_id = $1 and rule_id = $2 returning id)
          delete from categorising_changes c using runs where c.workspace_id = $1 and c.run_id = runs.id`,
        values: [workspaceId, id],
      });
      work.em.remove(rule);
      work.announce(ruleEvents.deleted(id));
      await this.subscribe(work);
      return rule;
    });
  }

  /** @param replacedId ID of the rule whose conditions are replaced; null for a new rule */
  private async refuseBeyondLimits(
    work: UnitOfWork,
    replacedId: string | null,
    conditions: readonly Condition[],
  ): Promise<void> {
    const [others] = await work.query<{ count: number; conditionCount: number; length: number }>({
      text: `
        select count(*)::int as count, coalesce(sum(jsonb_array_length(r.conditions)), 0)::int as "conditionCount",
          coalesce(sum(${CONDITION_CHARACTERS}), 0)::int as length
        from categorising_rules r where r.workspace_id = $1 and r.id is distinct from $2`,
      values: [work.workspaceId, replacedId],
    });
    const { count, conditionCount, length } = others!;
    if (count >= MAX_RULES) throw RuleLimitReached(`${MAX_RULES} rules`);
    if (conditionCount + conditions.length > MAX_CONDITIONS)
      throw RuleLimitReached(`${MAX_CONDITIONS} conditions in its rules`);
    const added = conditions.reduce((sum, { value }) => sum + String(value).length, 0);
    if (length + added > MAX_CONDITION_CHARACTERS)
      throw RuleLimitReached(`${MAX_CONDITION_CHARACTERS} characters in the conditions of its rules`);
  }

  /** @throws RuleNotFound */
  find(work: UnitOfWork, id: string): Promise<Rule> {
    const failHandler = () => RuleNotFound(id);
    return work.em.findOneOrFail(Rule, { workspaceId: work.workspaceId, id }, { failHandler });
  }

  /**
   * Checks that the accounts and the category of a rule exist. Accepts deleted accounts that the rule already used.
   * @throws ReferenceNotFound
   */
  async findReferences(
    work: UnitOfWork,
    conditions: readonly Condition[],
    actions: readonly Action[],
    before: readonly Condition[] = [],
  ): Promise<void> {
    const missing = await this.missingAccounts(work, conditions, new Set(namedAccounts(before).map(({ id }) => id)));
    const categoryId = valueOf(actions, 'set_category');
    if (categoryId !== null && !(await this.categories.exists(work, categoryId))) {
      missing.push(fieldPointer(['actions', actions.findIndex(({ kind }) => kind === 'set_category'), 'value']));
    }
    if (missing.length > 0) throw ReferenceNotFound(missing);
  }

  private async holdCategory(work: UnitOfWork, actions: readonly Action[]): Promise<void> {
    const categoryId = valueOf(actions, 'set_category');
    if (categoryId !== null) await this.categories.lockAllForKeyShare(work, [categoryId]);
  }

  private async missingAccounts(
    work: UnitOfWork,
    conditions: readonly Condition[],
    before: ReadonlySet<string>,
  ): Promise<string[]> {
    const named = namedAccounts(conditions).filter(({ id }) => !before.has(id));
    if (named.length === 0) return [];
    const known = await work.query<{ id: string }>({
      text: `select id from ledger_accounts_known($1, $2::uuid[])`,
      values: [work.workspaceId, named.map(({ id }) => id)],
    });
    const ids = new Set(known.map(({ id }) => id));
    return named.filter(({ id }) => !ids.has(id)).map(({ pointer }) => pointer);
  }

  async renameTag(work: UnitOfWork, from: string, to: string): Promise<void> {
    await this.holdRules(work);
    for (const rule of await work.em.find(Rule, { workspaceId: work.workspaceId })) {
      const renamed = withRenamedTag(rule, from, to);
      if (renamed) work.em.assign(rule, renamed);
    }
    await work.flush();
  }

  /** Subscribes to new transactions if any rule is enabled. Call this method after rules change. */
  async subscribe(work: UnitOfWork): Promise<void> {
    await work.flush();
    const enabled = await work.em.count(Rule, { workspaceId: work.workspaceId, enabled: true });
    await this.bulkEdits.subscribe(work, FOLLOWER, enabled > 0);
  }

  /**
   * Serializes changes to the rules of a workspace, because the rule limit and the subscription depend on all rules.
   */
  private async holdRules(work: UnitOfWork): Promise<void> {
    await work.lockName('categorising_rules');
  }
}

function editableFields({ name, enabled, priority, match, conditions, actions, stopProcessing }: Rule) {
  return { name, enabled, priority, match, conditions, actions, stopProcessing };
}

/** @throws ValidationFailed with all faults */
export function keepRule(request: { conditions?: ConditionRequest[]; actions?: ActionRequest[] }) {
  const conditions = keepConditions(request.conditions ?? []);
  const actions = keepActions(request.actions ?? []);
  const faults = [...conditions.faults, ...actions.faults];
  if (faults.length > 0) throw ValidationFailed(faults);
  return { conditions: conditions.conditions, actions: actions.actions };
}
