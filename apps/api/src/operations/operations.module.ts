import type { DynamicModule, MiddlewareConsumer, NestModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import type { Settings } from '@app/kernel';
import { NotifyingModule } from '@app/notifying';
import { GracefulShutdown } from './graceful-shutdown.service.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsListener } from './metrics-listener.service.js';
import { Metrics } from './metrics.service.js';
import { Readiness } from './readiness.service.js';
import { RequestMetrics } from './request-metrics.middleware.js';

/**
 * Health, readiness and metrics. The module is global, so that its middleware runs first and also measures rejected
 * requests.
 */
@Global()
@Module({})
export class OperationsModule implements NestModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: OperationsModule,
      imports: [NotifyingModule],
      controllers: [HealthController, ...(settings.metricsPort === null ? [MetricsController] : [])],
      providers: [GracefulShutdown, Metrics, MetricsListener, Readiness],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(RequestMetrics).forRoutes('{*path}');
  }
}
