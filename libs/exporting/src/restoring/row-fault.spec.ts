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

describe('rowFault', () => {
  it('accepts a row with valid fields', () => {
    expect(fault({})).toBeUndefined();
    expect(fault({ rate: null })).toBeUndefined();
  });

  it('accepts a row without a field that was added in a later version', () => {
    expect(fault({ warnings: [] })).toBeUndefined();
    expect(fault({ warnings: null })).toBe('has an invalid accounts.warnings');
  });

  it.each([
    [{ name: undefined }, 'lacks accounts.name'],
    [{ colour: 'red' }, 'has an unknown field accounts.colour'],
    [{ name: null }, 'has an invalid accounts.name'],
    [{ name: 'a\0b' }, 'has an invalid accounts.name'],
    [{ name: '\ud800' }, 'has an invalid accounts.name'],
    [{ id: 'x' }, 'has an invalid accounts.id'],
    [{ opened: '2026-02-29' }, 'has an invalid accounts.opened'],
    [{ at: '2026-11-20T25:00:00.000Z' }, 'has an invalid accounts.at'],
    [{ amount: '25.001' }, 'has an invalid accounts.amount'],
    [{ amount: -25 }, 'has an invalid accounts.amount'],
    [{ rate: '18.4' }, 'has an invalid accounts.rate'],
    [{ rate: '0.00000000' }, 'has an invalid accounts.rate'],
    [{ given: { text: 'a\0' } }, 'has an invalid accounts.given'],
    [{ given: JSON.parse('['.repeat(30) + ']'.repeat(30)) as unknown }, 'has an invalid accounts.given'],
  ])('rejects a row with %j', (changes, because) => {
    expect(fault(changes)).toContain(because);
  });

  it.each(['', '[]', 'null', '{"id"', '7'])('rejects %j as a row', (text) => {
    expect(rowFault(TABLE, text)).toBe('is not a row of accounts');
  });
});
