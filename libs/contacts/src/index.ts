export { CONTACTS_TABLES } from './exported-tables.query.js';
export type { Contact } from './contact.entity.js';
export { contactsMigrations } from './contacts.migrations.js';
export { ContactsModule } from './contacts.module.js';
export { ContactInUse, ContactNotFound } from './contacts.problems.js';
export type { ContactChanges, ContactFilter } from './contacts.service.js';
export { Contacts } from './contacts.service.js';
