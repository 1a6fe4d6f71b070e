import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Plan } from './plan.js';

const WorkspaceSchema = defineEntity({
  name: 'Workspace',
  tableName: 'workspace_workspaces',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    baseCurrency: p.text(),
    plan: p.text().$type<Plan>(),
    createdAt: p.datetime(3),
  },
});

/** Books of a household or a business, with a base currency. */
export class Workspace extends WorkspaceSchema.class {}
WorkspaceSchema.setClass(Workspace);
