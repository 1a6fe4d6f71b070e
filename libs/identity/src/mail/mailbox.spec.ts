import { expect, it } from '@jest/globals';
import { mailboxOf } from './mailbox.js';

it.each([
  ['Ana@Example.mx', 'ana@example.mx'],
  ['ana+casa@example.mx', 'ana@example.mx'],
  ['ana.paz+casa+2@example.mx', 'ana.paz@example.mx'],
  ['a.n.a+casa@gmail.com', 'ana@gmail.com'],
  ['ana@googlemail.com', 'ana@gmail.com'],
  ['+ana@example.mx', '+ana@example.mx'],
])('all spellings of a mailbox have the same counter: %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
