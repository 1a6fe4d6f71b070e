import { describe, expect, it } from '@jest/globals';
import { newTotpSecret, stepOfCode, totpAddress, totpCode } from './totp.js';

/** From RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a TOTP code', () => {
  // The last six digits of the RFC's eight-digit codes.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %d generates the code %s, as in RFC 6238', (second, code) => {
    expect(totpCode(SECRET, Math.floor(second / 30))).toBe(code);
    expect(stepOfCode(SECRET, code, new Date(second * 1000))).toBe(Math.floor(second / 30));
  });

  it('accepts a TOTP code that is one step early or late', () => {
    const at = (second: number) => stepOfCode(SECRET, '287082', new Date(second * 1000));
    expect([at(0), at(30), at(89), at(90), at(-1)]).toEqual([1, 1, 1, null, null]);
  });
});

it('creates a TOTP secret of 32 symbols and the key URI for it', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(totpAddress(secret, 'ana@example.mx')).toBe(
    `otpauth://totp/Centavo%3Aana%40example.mx?secret=${secret}&issuer=Centavo`,
  );
});
