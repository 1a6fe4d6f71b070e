import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Shards } from '@app/kernel';
import { Readiness } from './readiness.service.js';

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly shards: Shards,
  ) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): { status: string } {
    return { status: 'live' };
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(): Promise<{ status: string; problem?: string; degraded?: readonly string[] }> {
    const degraded = await this.readiness.confirm();
    // It stays ready: what reads is answered, and another process would have the same disk, and the same shards.
    return {
      status: 'ready',
      ...(this.shards.isDiskFull() && { problem: 'disk full' }),
      ...(degraded.length > 0 && { degraded }),
    };
  }
}
