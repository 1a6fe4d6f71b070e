import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { LedgerModule } from '@app/ledger';
import { Contact } from './contacts/contact.entity.js';
import { ContactsController } from './contacts/contacts.controller.js';
import { Contacts } from './contacts/contacts.service.js';
import { Debt, DebtTotal } from './debts/debt.entity.js';
import { DebtEffects } from './debts/debt-effects.service.js';
import { DebtFollowers } from './debts/debts.listener.js';
import { Settlements } from './debts/settlements.listener.js';
import { Debts } from './debts/debts.service.js';
import { IouHistoriesController } from './histories/iou-histories.controller.js';
import { IouHistories } from './histories/iou-histories.service.js';

@Module({
  imports: [MikroOrmModule.forFeature([Contact, Debt, DebtTotal]), LedgerModule],
  controllers: [ContactsController, IouHistoriesController],
  providers: [Contacts, Debts, DebtEffects, DebtFollowers, Settlements, IouHistories],
  exports: [Contacts, IouHistories],
})
export class ContactsModule {}
