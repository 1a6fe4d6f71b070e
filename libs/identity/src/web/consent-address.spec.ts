import { describe, expect, it } from '@jest/globals';
import { afterSignIn, consentAddress } from './consent-address.js';

describe('the address of the consent page', () => {
  it('does not reveal the interaction', () => {
    const address = consentAddress('secreto');
    expect(address).toMatch(/^\/oauth\/consent\/[A-Za-z0-9_-]{43}$/);
    expect(address).not.toContain('secreto');
  });

  it('is opened again after sign-in', () => {
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
  ])('is replaced by the developer area when it is %j', (wish) => {
    expect(afterSignIn(wish)).toBe('/developers/keys');
  });
});
