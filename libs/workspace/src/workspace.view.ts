import { ApiSchema } from '@nestjs/swagger';
import type { Plan } from './plan.js';
import type { Workspace } from './workspace.entity.js';

@ApiSchema({ description: 'A workspace.' })
export class WorkspaceView {
  id!: string;
  /** Name of the workspace. @example "Casa Ramírez" */
  name!: string;
  /** Currency of totals and budgets. */
  baseCurrency!: string;
  /** Subscription plan. */
  plan!: Plan;
  createdAt!: string;
}

export function workspaceView(workspace: Workspace): WorkspaceView {
  return {
    id: workspace.id,
    name: workspace.name,
    baseCurrency: workspace.baseCurrency,
    plan: workspace.plan,
    createdAt: workspace.createdAt.toISOString(),
  };
}
