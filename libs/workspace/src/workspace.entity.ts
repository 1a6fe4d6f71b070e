import { defineEntity, p } from '@mikro-orm/postgresql';

/** What a workspace may cost its owner; nothing in the service depends on it yet. */
export const PLANS = ['free', 'plus', 'pro'] as const;
export type Plan = (typeof PLANS)[number];

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

/** One household's or business's books, with the currency that it reports in. */
export class Workspace extends WorkspaceSchema.class {}
WorkspaceSchema.setClass(Workspace);
