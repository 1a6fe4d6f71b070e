import { Controller, Get } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, Operation } from '@app/kernel';
import { NetWorths } from './net-worth.service.js';
import { netWorthView, NetWorthView } from './net-worth.view.js';

@Controller('v1/net-worth')
export class NetWorthController {
  constructor(private readonly netWorths: NetWorths) {}

  @Get()
  @Operation({ summary: 'The net worth of the workspace', answer: NetWorthView })
  async current(@Caller() caller: Principal): Promise<NetWorthView> {
    return netWorthView(await this.netWorths.current(caller.workspaceId));
  }
}
