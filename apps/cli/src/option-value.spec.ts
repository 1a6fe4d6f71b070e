import { describe, expect, it } from '@jest/globals';
import { InvalidArgumentError } from 'commander';
import { password } from '@app/identity';
import { currency, email, text, timestamp } from '@app/kernel';
import { idValue, valueOf } from './option-value.js';

describe('values of options', () => {
  it('are kept as a request would keep them', () => {
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
  ])('are refused with what they must be (%#)', (read, value) => {
    expect(() => read(value)).toThrow(InvalidArgumentError);
    expect(() => read(value)).toThrow(/^It must /);
  });

  it('keep a password as it is, spaces and all', () => {
    expect(valueOf(password())(' una clave larga ')).toBe(' una clave larga ');
  });
});
