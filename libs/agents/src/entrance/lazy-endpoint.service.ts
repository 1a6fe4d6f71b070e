import { Injectable } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import type { Endpoint } from '../calls/endpoint.js';

/**
 * The endpoint, with the protocol's library and all tools, loaded with the first request: a service that no agent calls pays
 * nothing for them.
 */
@Injectable()
export class LazyEndpoint {
  private loading: Promise<Endpoint> | undefined;

  constructor(private readonly modules: LazyModuleLoader) {}

  get(): Promise<Endpoint> {
    this.loading ??= this.load();
    // A file that could not be read now may be there the next time.
    this.loading.catch(() => (this.loading = undefined));
    return this.loading;
  }

  private async load(): Promise<Endpoint> {
    const { McpEndpoint, ToolsModule } = await import('../tools.module.js');
    const module = await this.modules.load(() => ToolsModule);
    return module.get(McpEndpoint);
  }
}
