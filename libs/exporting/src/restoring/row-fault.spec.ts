import { describe, expect, it } from '@jest/globals';
import type { ExportedTable } from '@app/kernel/pure';
import { rowFault } from './row-fault.js';

const TABLE: ExportedTable = {
  section: 'accounts',
  table: 'ledger_accounts',
  fields: {
    id: 'id',
    name: 'text',
    bank: 'text?',
    opened: 'day',
    at: 'instant',
    amount: 'money',
    rate: 'rate?',
    given: 'json',
    warnings: { form: 'json', column: 'warnings', addedLater: true },
  },
  order: 't.id',
};

const ROW = {
  id: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04',
  name: 'Nómina',
  bank: null,
  opened: '2026-02-28',
  at: '2026-11-20T10:32:27.123Z',
  amount: '-25.00',
  rate: '18.41230000',
  given: { any: ['thing'] },
};

const fault = (changes: Record<string, unknown>) => rowFault(TABLE, JSON.stringify({ ...ROW, ...changes }));

describe('a row of an export', () => {
  it('is accepted with every field in its form', () => {
    expect(fault({})).toBeUndefined();
    expect(fault({ rate: null })).toBeUndefined();
  });

  it('of an earlier version may lack a field that was added later', () => {
    expect(fault({ warnings: [] })).toBeUndefined();
    expect(fault({ warnings: null })).toBe('has a accounts.warnings that cannot be');
  });

  it.each([
    [{ name: undefined }, 'lacks accounts.name'],
    [{ colour: 'red' }, 'has accounts.colour, which no export has'],
    [{ name: null }, 'accounts.name that cannot be'],
    [{ name: 'a\0b' }, 'accounts.name that cannot be'],
    [{ name: '\ud800' }, 'accounts.name that cannot be'],
    [{ id: 'x' }, 'accounts.id that cannot be'],
    [{ opened: '2026-02-29' }, 'accounts.opened that cannot be'],
    [{ at: '2026-11-20T25:00:00.000Z' }, 'accounts.at that cannot be'],
    [{ amount: '25.001' }, 'accounts.amount that cannot be'],
    [{ amount: -25 }, 'accounts.amount that cannot be'],
    [{ rate: '18.4' }, 'accounts.rate that cannot be'],
    [{ rate: '0.00000000' }, 'accounts.rate that cannot be'],
    [{ given: { text: 'a\0' } }, 'accounts.given that cannot be'],
    [{ given: JSON.parse('['.repeat(30) + ']'.repeat(30)) as unknown }, 'accounts.given that cannot be'],
  ])('is refused with %j', (changes, because) => {
    expect(fault(changes)).toContain(because);
  });

  it.each(['', '[]', 'null', '{"id"', '7'])('is refused when it is %j', (text) => {
    expect(rowFault(TABLE, text)).toBe('is no row of accounts');
  });
});
