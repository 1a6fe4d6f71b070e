import { describe, expect, it } from '@jest/globals';
import { hashPassword, isPassword, verifyPassword } from './password.js';

describe('a password', () => {
  it.each([
    ['once letras', false],
    ['doce letras!', true],
    ['ñ'.repeat(12), true],
    ['🔑'.repeat(12), true],
    ['🔑'.repeat(11), false],
    ['x'.repeat(200), true],
    ['x'.repeat(201), false],
    ['\ud800'.repeat(12), false],
    [undefined, false],
    [123456789012, false],
  ])('isPassword(%j) returns %j', (text, verdict) => {
    expect(isPassword(text)).toBe(verdict);
  });

  it('hashes a password with argon2id and verifies only that password', async () => {
    const hash = await hashPassword('caballo pila grapa');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
    expect(await verifyPassword('caballo pila grapa', hash)).toBe(true);
    expect(await verifyPassword('caballo pila grapas', hash)).toBe(false);
    expect(await hashPassword('caballo pila grapa')).not.toBe(hash);
  });

  it('treats composed and decomposed accents in a password as equal', async () => {
    const hash = await hashPassword('contraseña mía');
    expect(await verifyPassword('contraseña mía'.normalize('NFD'), hash)).toBe(true);
  });

  it('rejects every password if the user has no password', async () => {
    for (const nothing of [null, '', 'x', '$argon2id$v=19$m=1,t=1,p=1$$']) {
      expect(await verifyPassword('caballo pila grapa', nothing)).toBe(false);
    }
  });
});
