import { defineEntity, p } from '@mikro-orm/postgresql';

const MoveSchema = defineEntity({
  name: 'GoalMove',
  tableName: 'goals_moves',
  properties: {
    workspaceId: p.uuid().primary(),
    goalId: p.uuid().primary(),
    id: p.uuid().primary(),
    amount: p.bigint(),
    date: p.date(),
    note: p.text().strictNullable(),
    fromGoalId: p.uuid().strictNullable(),
  },
});

export class GoalMove extends MoveSchema.class {}
MoveSchema.setClass(GoalMove);
