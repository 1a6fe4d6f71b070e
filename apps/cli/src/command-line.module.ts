import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { ContextsModule } from '@app/bootstrap';
import type { Log, Settings } from '@app/kernel';
import { KernelModule } from '@app/kernel';

@Module({})
export class CommandLineModule {
  static with(settings: Settings, databaseUrl: string, log: Log): DynamicModule {
    return { module: CommandLineModule, imports: [KernelModule.with(settings, databaseUrl, log), ContextsModule] };
  }
}
