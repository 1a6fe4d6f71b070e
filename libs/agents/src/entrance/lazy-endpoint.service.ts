import { Injectable } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import type { Endpoint } from '../calls/endpoint.js';

/** Loads the protocol library and all tools on the first request, so that an unused endpoint costs nothing. */
@Injectable()
export class LazyEndpoint {
  private loading: Promise<Endpoint> | undefined;

  constructor(private readonly modules: LazyModuleLoader) {}

  get(): Promise<Endpoint> {
    this.loading ??= this.load();
    // The next request retries the import, for example after a file could not be read.
    this.loading.catch(() => (this.loading = undefined));
    return this.loading;
  }

  private async load(): Promise<Endpoint> {
    const { McpEndpoint, ToolsModule } = await import('../tools.module.js');
    const module = await this.modules.load(() => ToolsModule);
    return module.get(McpEndpoint);
  }
}
