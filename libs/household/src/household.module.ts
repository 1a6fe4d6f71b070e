import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { IdentityModule } from '@app/identity';
import { LedgerModule } from '@app/ledger';
import { HouseholdController } from './household.controller.js';
import { Settlement } from './settlement.entity.js';
import { Settlements } from './settlements.service.js';

@Module({
  imports: [MikroOrmModule.forFeature([Settlement]), IdentityModule, LedgerModule],
  controllers: [HouseholdController],
  providers: [Settlements],
  exports: [Settlements],
})
export class HouseholdModule {}
