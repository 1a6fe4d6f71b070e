import { Module } from '@nestjs/common';
import { ContactsModule } from '@app/contacts';
import { LedgerModule } from '@app/ledger';
import { ContactBook } from './contact-book.service.js';
import { ContactsController } from './contacts.controller.js';
import { IouHistoriesController } from './iou-histories.controller.js';
import { IouHistories } from './iou-histories.service.js';

/** What is owed between the owner and the contacts, read from the ledger. */
@Module({
  imports: [ContactsModule, LedgerModule],
  controllers: [ContactsController, IouHistoriesController],
  providers: [ContactBook, IouHistories],
  exports: [ContactBook],
})
export class DebtsModule {}
