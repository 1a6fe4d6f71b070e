import type { DynamicModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { ContextsModule } from '@app/bootstrap';
import { DemoModule } from '@app/demo';
import type { Log, Settings } from '@app/kernel';
import { KernelModule } from '@app/kernel';
import { DocsModule } from './docs/docs.module.js';
import { OperationsModule } from './operations/operations.module.js';

@Module({})
export class AppModule {
  static with(settings: Settings, databaseUrl: string, log: Log): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KernelModule.with(settings, databaseUrl, log),
        ContextsModule,
        DemoModule,
        DocsModule,
        OperationsModule.with(settings),
      ],
    };
  }
}
