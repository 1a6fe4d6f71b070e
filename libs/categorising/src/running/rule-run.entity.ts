import { defineEntity, p } from '@mikro-orm/postgresql';

const RuleRunSchema = defineEntity({
  name: 'RuleRun',
  tableName: 'categorising_runs',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    ruleId: p.uuid(),
    force: p.boolean(),
    matched: p.integer(),
    changed: p.integer(),
    skipped: p.integer(),
    createdAt: p.datetime(3),
    undoneAt: p.datetime(3).nullable(),
    restored: p.integer().nullable(),
    leftAlone: p.integer().nullable(),
  },
});

export class RuleRun extends RuleRunSchema.class {
  /**
   * Returns the number of restored transactions and of those skipped because they had changed since the run. Null if
   * the run has not been undone.
   */
  undoing(): { readonly restored: number; readonly skipped: number } | null {
    if (this.undoneAt == null) return null;
    return { restored: this.restored!, skipped: this.leftAlone! };
  }

  undo(restored: number, now: Date): void {
    this.undoneAt = now;
    this.restored = restored;
    this.leftAlone = this.changed - restored;
  }
}
RuleRunSchema.setClass(RuleRun);

const RuleChangeSchema = defineEntity({
  name: 'RuleChange',
  tableName: 'categorising_changes',
  properties: {
    workspaceId: p.uuid().primary(),
    runId: p.uuid().primary(),
    transactionId: p.uuid().primary(),
    categoryIdBefore: p.uuid().nullable(),
    categorySourceBefore: p.text().nullable(),
    descriptionBefore: p.text(),
    notesBefore: p.text().nullable(),
    categoryId: p.uuid().nullable(),
    categorySource: p.text().nullable(),
    description: p.text(),
    notes: p.text().nullable(),
    addedTagIds: p.array().columnType('uuid[]').nullable(),
  },
});

/** The old and new fields of a transaction that rules changed. Changes of rules on new transactions have no RuleRun. */
export class RuleChange extends RuleChangeSchema.class {}
RuleChangeSchema.setClass(RuleChange);

const RuleEffectSchema = defineEntity({
  name: 'RuleEffect',
  tableName: 'categorising_effects',
  properties: {
    workspaceId: p.uuid().primary(),
    transactionId: p.uuid().primary(),
    runId: p.uuid().primary(),
    place: p.smallint().primary(),
    ruleId: p.uuid(),
    effects: p.json().$type<Readonly<Record<string, readonly [value: string, outcome: string]>>>(),
    ranAt: p.datetime(3),
    undone: p.boolean().default(false),
  },
});

export class RuleEffect extends RuleEffectSchema.class {}
RuleEffectSchema.setClass(RuleEffect);
