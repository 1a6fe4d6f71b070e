import { describe, expect, it } from '@jest/globals';
import { afterSignIn, consentAddress } from './consent-address.js';

describe('the address of the consent page', () => {
  it('the path of the consent page contains a hash of the interaction ID', () => {
    const address = consentAddress('secreto');
    expect(address).toMatch(/^\/oauth\/consent\/[A-Za-z0-9_-]{43}$/);
    expect(address).not.toContain('secreto');
  });

  it('returns to the consent page after sign-in', () => {
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
  ])('opens the developer area instead of %j after sign-in', (wish) => {
    expect(afterSignIn(wish)).toBe('/developers/keys');
  });
});
