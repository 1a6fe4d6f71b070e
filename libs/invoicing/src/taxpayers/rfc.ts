import type { FieldRule } from '@app/kernel/pure';

/** Letters of the name, date of birth or incorporation, and three characters that the SAT assigns. */
const RFC = /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/;

export const isRfc = (value: unknown): value is string => typeof value === 'string' && RFC.test(value);

/** Rule for an RFC, the Mexican tax ID of a person (13 characters) or a company (12). Ignores case. */
export function rfc(): FieldRule {
  return {
    code: 'PATTERN_INVALID',
    detail: 'must be an RFC of 12 or 13 characters',
    schema: { type: 'string', minLength: 12, maxLength: 13, examples: ['XIQB891116QE4'] },
    normalise: (value) => (typeof value === 'string' ? value.normalize('NFC').toUpperCase() : value),
    check: isRfc,
  };
}
