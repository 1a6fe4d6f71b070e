import { describe, expect, it } from '@jest/globals';
import { InvalidArgumentError } from 'commander';
import { password } from '@app/identity';
import { currency, email, text, timestamp } from '@app/kernel/pure';
import { idValue, valueOf } from './option-value.js';

describe('an option value', () => {
  it('normalizes an option value like a field of a request', () => {
    expect(valueOf(text(1, 120))('  Casa López ')).toBe('Casa López');
    expect(valueOf(email())(' ana@example.mx ')).toBe('ana@example.mx');
  });

  it.each([
    [valueOf(email()), 'ana'],
    [valueOf(currency()), 'mxn'],
    [valueOf(currency()), 'XYZ'],
    [valueOf(text(1, 5)), '   '],
    [valueOf(text(1, 5)), 'largos'],
    [valueOf(timestamp()), '2026-02-30T10:00:00Z'],
    [valueOf(timestamp()), '2026-11-20'],
    [idValue, '1'],
    [idValue, '00000000-0000-0000-0000-000000000000'],
    [valueOf(password()), 'once letras'],
  ])('rejects an invalid option value and explains the expected format (%#)', (read, value) => {
    expect(() => read(value)).toThrow(InvalidArgumentError);
    expect(() => read(value)).toThrow(/^It must /);
  });

  it('does not trim a password', () => {
    expect(valueOf(password())(' una clave larga ')).toBe(' una clave larga ');
  });
});
