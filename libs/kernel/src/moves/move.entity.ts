import { defineEntity, p } from '@mikro-orm/postgresql';
import type { MoveStep, StayState } from './move-steps.query.js';

const WorkspaceMoveSchema = defineEntity({
  name: 'WorkspaceMove',
  tableName: 'kernel_moves',
  properties: {
    workspaceId: p.uuid().primary(),
    source: p.text(),
    target: p.text(),
    step: p.text().$type<MoveStep>(),
    attempt: p.integer(),
    at: p.datetime(3),
  },
});

/** A move that is under way, in the directory. Only statements write and read it, as all that follows (decision 0089). */
export class WorkspaceMove extends WorkspaceMoveSchema.class {}
WorkspaceMoveSchema.setClass(WorkspaceMove);

const WorkspaceStaySchema = defineEntity({
  name: 'WorkspaceStay',
  tableName: 'kernel_stays',
  properties: {
    workspaceId: p.uuid().primary(),
    state: p.text().$type<StayState>(),
    epoch: p.integer(),
    attempt: p.integer(),
    since: p.datetime(3),
  },
});

/** What a shard says of a workspace that was ever moved. */
export class WorkspaceStay extends WorkspaceStaySchema.class {}
WorkspaceStaySchema.setClass(WorkspaceStay);

const NotedChangeSchema = defineEntity({
  name: 'NotedChange',
  tableName: 'kernel_changes',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.bigint().primary(),
    xid: p.text().columnType('xid8'),
    tableName: p.text(),
    key: p.json(),
  },
});

/** A row of a leaving workspace that changed since it was copied. */
export class NotedChange extends NotedChangeSchema.class {}
NotedChangeSchema.setClass(NotedChange);
