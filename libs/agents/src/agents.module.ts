import type { MiddlewareConsumer, NestModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { BearerAuthentication, IdentityModule } from '@app/identity';
import { AllowedSource } from './entrance/allowed-source.middleware.js';
import { MCP_PATH } from './calls/endpoint.js';
import { LazyEndpoint } from './entrance/lazy-endpoint.service.js';
import { McpAuthentication } from './entrance/mcp-authentication.middleware.js';
import { McpController } from './mcp.controller.js';

/** MCP endpoint. The first request loads ToolsModule. */
@Module({
  imports: [IdentityModule],
  controllers: [McpController],
  providers: [BearerAuthentication, LazyEndpoint],
})
export class AgentsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(AllowedSource, McpAuthentication).forRoutes(MCP_PATH);
  }
}
