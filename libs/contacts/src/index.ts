export { CONTACTS_TABLES } from './exported-tables.query.js';
export { contactsMigrations } from './contacts.migrations.js';
export { ContactsModule } from './contacts.module.js';
export { ContactInUse, ContactNotFound } from './contacts.problems.js';
export { Contacts } from './contacts/contacts.service.js';
