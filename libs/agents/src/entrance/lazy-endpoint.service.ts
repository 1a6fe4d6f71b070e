import { Injectable } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import type { Endpoint } from '../calls/endpoint.js';

/** Loads the protocol library and the tools on the first request, so that an unused endpoint takes no memory. */
@Injectable()
export class LazyEndpoint {
  private loading: Promise<Endpoint> | undefined;

  constructor(private readonly modules: LazyModuleLoader) {}

  get(): Promise<Endpoint> {
    this.loading ??= this.load();
    // If loading fails, for example because a file is unreadable, the next request tries again.
    this.loading.catch(() => (this.loading = undefined));
    return this.loading;
  }

  private async load(): Promise<Endpoint> {
    const { McpEndpoint, ToolsModule } = await import('../tools.module.js');
    const module = await this.modules.load(() => ToolsModule);
    return module.get(McpEndpoint);
  }
}
