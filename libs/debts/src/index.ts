export type { ContactWithBalances } from './contact-book.service.js';
export { ContactBook } from './contact-book.service.js';
export { DebtsModule } from './debts.module.js';
