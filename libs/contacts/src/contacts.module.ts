import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { Contact } from './contact.entity.js';
import { Contacts } from './contacts.service.js';

/** The directory of contacts. */
@Module({ imports: [MikroOrmModule.forFeature([Contact])], providers: [Contacts], exports: [Contacts] })
export class ContactsModule {}
