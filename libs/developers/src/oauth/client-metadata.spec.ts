import { describe, expect, it } from '@jest/globals';
import { metadataFault, redirectTarget } from './client-metadata.js';

const faultOf = (address: unknown) => metadataFault({ redirect_uris: [address] })?.about ?? null;

describe('an app that asks to be registered', () => {
  it.each([
    'https://app.example/callback?x=1',
    'http://127.0.0.1:53682/cb',
    'http://localhost/cb',
    'http://[::1]:1/cb',
    'com.example.app:/oauth',
  ])('may return to %s', (address) => {
    expect(faultOf(address)).toBeNull();
  });

  it.each([
    'http://app.example/cb',
    'http://127.0.0.1.evil.example/cb',
    'https://a;script-src.example/',
    'https://app.example/#x',
    'https://app.example/#',
    'https://user:pass@app.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'myapp:/cb',
    '/relative',
    `https://app.example/${'a'.repeat(2_000)}`,
    7,
    null,
  ])('may not return to %j', (address) => {
    expect(faultOf(address)).toBe('redirect_uris');
  });

  it('names one to twenty places to return to', () => {
    expect(metadataFault({})).toMatchObject({ about: 'redirect_uris' });
    expect(metadataFault({ redirect_uris: [] })).toMatchObject({ about: 'redirect_uris' });
    expect(metadataFault({ redirect_uris: Array(21).fill('https://a.example/') })).toMatchObject({
      about: 'redirect_uris',
    });
  });

  it.each(['', ' ', 'x'.repeat(101), 'a\nb', 'a\u202eb', 7, null])('may not be called %j', (name) => {
    expect(metadataFault({ redirect_uris: ['https://a.example/'], client_name: name })).toMatchObject({
      about: 'metadata',
    });
  });

  it.each(['jwks_uri', 'sector_identifier_uri', 'request_uris'])('may not have us fetch its %s', (field) => {
    const metadata = { redirect_uris: ['https://a.example/'], [field]: 'http://169.254.169.254/' };
    expect(metadataFault(metadata)).toMatchObject({ about: 'metadata' });
  });

  it('is shown with where the browser will go', () => {
    expect(redirectTarget('https://app.example:8443/cb?x=1')).toEqual({
      shown: 'app.example:8443',
      source: 'https://app.example:8443',
    });
    expect(redirectTarget('http://[::1]:80/cb')).toEqual({ shown: '[::1]', source: 'http:' });
    expect(redirectTarget('com.example.app:/cb')).toEqual({ shown: 'com.example.app:', source: 'com.example.app:' });
  });
});
