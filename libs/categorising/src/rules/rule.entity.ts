import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Condition } from '../matching/condition.js';
import type { Action } from './action.js';

const RuleSchema = defineEntity({
  name: 'Rule',
  tableName: 'categorising_rules',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    enabled: p.boolean(),
    priority: p.integer(),
    match: p.text().$type<'all' | 'any'>(),
    conditions: p.json().$type<readonly Condition[]>(),
    actions: p.json().$type<readonly Action[]>(),
    stopProcessing: p.boolean(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    lastMatchedAt: p.datetime(3).nullable(),
  },
});

export class Rule extends RuleSchema.class {}
RuleSchema.setClass(Rule);
