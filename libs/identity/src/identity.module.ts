import { MikroOrmModule } from '@mikro-orm/nestjs';
import type { MiddlewareConsumer, NestModule } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { BearerAuthentication } from './access/bearer-authentication.middleware.js';
import { BearerStrategy } from './access/bearer.strategy.js';
import { ApiKey } from './keys/api-key.entity.js';
import { ApiKeys } from './keys/api-keys.service.js';
import { Ownership, User } from './users/user.entity.js';
import { Users } from './users/users.service.js';

/** Who calls: people, their API keys, and the check of every bearer token. */
@Module({
  imports: [MikroOrmModule.forFeature([ApiKey, User, Ownership])],
  providers: [ApiKeys, Users, BearerStrategy],
  exports: [ApiKeys, Users],
})
export class IdentityModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(BearerAuthentication).forRoutes('v1{/*path}');
  }
}
