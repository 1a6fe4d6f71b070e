import { describe, expect, it } from '@jest/globals';
import { afterSignIn, consentAddress } from './consent-address.js';

describe('the question of consent', () => {
  it('has an address that does not give the interaction away', () => {
    const address = consentAddress('secreto');
    expect(address).toMatch(/^\/oauth\/consent\/[A-Za-z0-9_-]{43}$/);
    expect(address).not.toContain('secreto');
  });

  it('is come back to after signing in', () => {
    expect(afterSignIn(consentAddress('x'))).toBe(consentAddress('x'));
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/oauth/consent/../../x',
    `${consentAddress('x')}?a=1`,
    ' /oauth/consent/x',
    undefined,
    7,
  ])('%j leads into the developer area instead', (wish) => {
    expect(afterSignIn(wish)).toBe('/developers/keys');
  });
});
