import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Readiness } from './readiness.service.js';

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): { status: string } {
    return { status: 'live' };
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(): Promise<{ status: string }> {
    await this.readiness.confirm();
    return { status: 'ready' };
  }
}
