export { CONTACTS_TABLES } from './exported-tables.query.js';
export { ContactDeleted } from './contacts.events.js';
export { contactsMigrations } from './contacts.migrations.js';
export { ContactsModule } from './contacts.module.js';
export { ContactInUse, ContactNotFound } from './contacts.problems.js';
export { Contacts } from './contacts/contacts.service.js';
