import { Module } from '@nestjs/common';
import { ContactsModule } from '@app/contacts';
import { LedgerModule } from '@app/ledger';
import { ContactBook } from './contact-book.service.js';
import { ContactsController } from './contacts.controller.js';

/** What is owed between the owner and the contacts, read from the ledger. */
@Module({
  imports: [ContactsModule, LedgerModule],
  controllers: [ContactsController],
  providers: [ContactBook],
  exports: [ContactBook],
})
export class DebtsModule {}
