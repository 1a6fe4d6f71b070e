import { Body, Controller, Get, Patch } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { AmountOutOfRange, Caller, Operation, Scoped } from '@app/kernel';
import { EditWorkspaceRequest } from './workspace.request.js';
import { workspaceView, WorkspaceView } from './workspace.view.js';
import { Workspaces } from './workspaces.service.js';
import { BaseRateRequired } from './workspace.problems.js';

@Scoped('workspace')
@Controller('v1/workspace')
export class WorkspaceController {
  constructor(private readonly workspaces: Workspaces) {}

  @Operation({
    summary: 'Get the workspace',
    description: 'Returns the workspace of the API key or access token.',
    answer: WorkspaceView,
    resource: true,
  })
  @Get()
  async get(@Caller() caller: Principal): Promise<WorkspaceView> {
    return workspaceView(await this.workspaces.current(caller.workspaceId));
  }

  @Operation({
    summary: 'Rename the workspace or change its base currency',
    bulk: ['baseCurrency'],
    description:
      'A new base currency recomputes all totals at the exchange rates of their days. The amounts of transactions do not change.',
    answer: WorkspaceView,
    problems: [BaseRateRequired, AmountOutOfRange],
  })
  @Patch()
  async edit(@Caller() caller: Principal, @Body() request: EditWorkspaceRequest): Promise<WorkspaceView> {
    return workspaceView(await this.workspaces.edit(caller.workspaceId, request));
  }
}
