import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, invalidField, Operation, operationsOn, Scoped } from '@app/kernel';
import { ContactInUse, ContactLimitReached, ContactNotFound } from '../contacts.problems.js';
import { CreateContactRequest, EditContactRequest, ListContactsRequest } from './contact.request.js';
import { contactView, ContactView } from './contact.view.js';
import { Contacts } from './contacts.service.js';

const OnContact = operationsOn({ answer: ContactView, pathIds: { id: ContactNotFound } });

@Scoped('contacts')
@Controller('v1/contacts')
export class ContactsController {
  constructor(private readonly contacts: Contacts) {}

  @Operation({
    summary: 'List contacts',
    description: 'Returns contacts sorted by name, with their balances.',
    answer: [ContactView],
  })
  @Get()
  async list(@Caller() caller: Principal, @Query() { archived, q }: ListContactsRequest): Promise<ContactView[]> {
    const filter = { archived: archived === 'all' ? archived : archived === 'true', ...(q !== undefined && { q }) };
    return (await this.contacts.list(caller.workspaceId, filter)).map(contactView);
  }

  @Operation({
    summary: 'Create a contact',
    description: 'A contact is a person to whom you lend money or from whom you borrow money.',
    answer: ContactView,
    problems: [ContactLimitReached],
  })
  @Post()
  async create(@Caller() caller: Principal, @Body() request: CreateContactRequest): Promise<ContactView> {
    return contactView(await this.contacts.create(caller.workspaceId, request.name, request.email ?? null));
  }

  @OnContact('Get a contact', {
    description: 'Includes the balance in each currency, positive if the contact owes you.',
    resource: true,
  })
  @Get(':id')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<ContactView> {
    return contactView(await this.contacts.get(caller.workspaceId, id));
  }

  @OnContact('Rename, archive or restore a contact, or change its email address', {
    description: "Changes only the fields that are sent. The contact's debts are not affected.",
  })
  @Patch(':id')
  async edit(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: EditContactRequest,
  ): Promise<ContactView> {
    if (Object.values(request).every((value) => value === undefined)) {
      throw invalidField([], 'REQUIRED', 'must have at least one of name, email and archived');
    }
    return contactView(await this.contacts.edit(caller.workspaceId, id, request));
  }

  @OnContact('Delete an unused contact', {
    description: 'A contact with current or past debts cannot be deleted. Archive the contact instead.',
    problems: [ContactInUse],
  })
  @Delete(':id')
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<ContactView> {
    return contactView(await this.contacts.delete(caller.workspaceId, id));
  }
}
