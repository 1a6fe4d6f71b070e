import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Connections } from '@app/kernel';
import { Readiness } from './readiness.service.js';

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly connections: Connections,
  ) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): { status: string } {
    return { status: 'live' };
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(): Promise<{ status: string; problem?: string }> {
    await this.readiness.confirm();
    // A process with a full disk stays ready, because reads work and other processes have the same disk.
    return { status: 'ready', ...(this.connections.isDiskFull() && { problem: 'disk full' }) };
  }
}
