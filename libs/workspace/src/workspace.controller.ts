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
    summary: 'The current workspace',
    description: 'The workspace that the credential opens: its name, its base currency and its plan.',
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
      'After a change of the base currency every total is computed again at the rates of each day; amounts of transactions stay as they were entered.',
    answer: WorkspaceView,
    problems: [BaseRateRequired, AmountOutOfRange],
  })
  @Patch()
  async edit(@Caller() caller: Principal, @Body() request: EditWorkspaceRequest): Promise<WorkspaceView> {
    return workspaceView(await this.workspaces.edit(caller.workspaceId, request));
  }
}
