export { contactsMigrations } from './contacts.migrations.js';
