import { MikroOrmModule } from '@mikro-orm/nestjs';
import type { MiddlewareConsumer, NestModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { AuditLogController } from './audit/audit-log.controller.js';
import { AuditLog } from './audit/audit-log.service.js';
import { BearerAuthentication } from './access/bearer-authentication.middleware.js';
import { BearerStrategy } from './access/bearer.strategy.js';
import { Grants } from './grants/grants.service.js';
import { SigningKeys } from './grants/signing-keys.service.js';
import { ApiKey } from './keys/api-key.entity.js';
import { ApiKeys } from './keys/api-keys.service.js';
import { RateLimits } from './limits/rate-limits.service.js';
import { RequestLimit } from './limits/request-limit.service.js';
import { SignIn } from './sessions/sign-in.service.js';
import { WebSessions } from './sessions/web-sessions.service.js';
import { Ownership, User } from './users/user.entity.js';
import { Users } from './users/users.service.js';

const OFFERED = [ApiKeys, Grants, RateLimits, RequestLimit, SignIn, SigningKeys, Users, WebSessions];

/** Who calls: people and their sessions, API keys, grants to apps, the check of every bearer token, and its limits. */
@Module({
  imports: [MikroOrmModule.forFeature([ApiKey, User, Ownership])],
  controllers: [AuditLogController],
  providers: [...OFFERED, BearerStrategy, AuditLog],
  exports: OFFERED,
})
export class IdentityModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(BearerAuthentication).forRoutes('v1{/*path}');
  }
}
