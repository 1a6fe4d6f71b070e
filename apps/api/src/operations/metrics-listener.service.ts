import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Log, Settings } from '@app/kernel';
import { Metrics } from './metrics.service.js';

/** Serves /metrics on its own port, which API clients cannot reach. */
@Injectable()
export class MetricsListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly metrics: Metrics,
    private readonly http: HttpAdapterHost,
    private readonly log: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.settings.metricsPort === null || !this.http.httpAdapter) return;
    this.server = createServer((request, response) => {
      const isAsked = ['GET', 'HEAD'].includes(request.method!) && request.url?.split('?')[0] === '/metrics';
      if (!isAsked) return response.writeHead(404).end();
      this.metrics.text().then(
        (text) =>
          response.writeHead(200, { 'Content-Type': this.metrics.contentType, 'Cache-Control': 'no-store' }).end(text),
        () => response.writeHead(503).end(),
      );
    });
    this.server.listen(this.settings.metricsPort, this.settings.host);
    await once(this.server, 'listening');
    this.log.info({ address: this.server.address() }, 'metrics are served on a separate port');
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.server === undefined) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
