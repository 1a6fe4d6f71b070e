import { describe, expect, it } from '@jest/globals';
import { completedMetadata, metadataFault, redirectTarget } from './client-metadata.js';

const faultOf = (address: unknown) => metadataFault({ redirect_uris: [address] })?.error ?? null;

describe('an app at registration', () => {
  it.each([
    'https://app.example/callback?x=1',
    'http://127.0.0.1:53682/cb',
    'http://localhost/cb',
    'http://[::1]:1/cb',
    'com.example.app:/oauth',
  ])('accepts the redirect URI %s', (address) => {
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
    'http://127.0.0.1/a\u0000b',
    'https://app.example/\ud800',
    ' https://app.example/\n',
    'myapp:/cb',
    '/relative',
    `https://app.example/${'a'.repeat(2_000)}`,
    7,
    null,
  ])('rejects the redirect URI %j', (address) => {
    expect(faultOf(address)).toBe('invalid_redirect_uri');
  });

  it('requires 1 to 20 redirect URIs', () => {
    expect(metadataFault({})).toMatchObject({ error: 'invalid_redirect_uri' });
    expect(metadataFault({ redirect_uris: [] })).toMatchObject({ error: 'invalid_redirect_uri' });
    expect(metadataFault({ redirect_uris: Array(21).fill('https://a.example/') })).toMatchObject({
      error: 'invalid_redirect_uri',
    });
  });

  it.each(['', ' ', 'x'.repeat(101), 'a\nb', 'a\u202eb', 7, null])('rejects the client name %j', (name) => {
    expect(metadataFault({ redirect_uris: ['https://a.example/'], client_name: name })).toMatchObject({
      error: 'invalid_client_metadata',
    });
  });

  it.each<[string, object]>([
    ['a URI', { client_uri: 'https://a.example/\u0000' }],
    ['a contact', { contacts: ['a@b.example', 'a\u0007@b.example'] }],
    ['a name in another language', { 'client_name#es': 'a\ud800' }],
    ['a field name', { 'x\u0000': 1 }],
    ['a nested value', { jwks: { keys: [{ kid: ['\u0085'] }] } }],
  ])('rejects control characters and lone surrogates in %s', (_, more) => {
    const metadata = { redirect_uris: ['https://a.example/'], ...more };
    expect(metadataFault(metadata)).toMatchObject({ error: 'invalid_client_metadata' });
  });

  it('explains how to correct invalid client metadata', () => {
    const reason = (more: object) => metadataFault({ redirect_uris: ['https://a.example/'], ...more })?.reason;
    expect(reason({ redirect_uris: ['http://app.example/cb'] })).toMatch(/loopback .* elsewhere use https/);
    expect(reason({ token_endpoint_auth_method: 'client_secret_basic' })).toMatch(/must be none/);
    expect(reason({ response_modes: ['form_post'] })).toMatch(/in the query/);
  });

  it.each<[string[], string | undefined, unknown]>([
    [['http://127.0.0.1:1/cb'], undefined, 'native'],
    [['http://127.0.0.1:1/cb'], 'web', 'native'],
    [['http://localhost/cb', 'com.example.app:/cb'], undefined, 'native'],
    [['http://[::1]/cb', 'https://app.example/cb'], undefined, 'native'],
    [['https://app.example/cb'], undefined, undefined],
    [['https://app.example/cb'], 'web', 'web'],
    [['https://localhost/cb', 'http://localhost/cb'], undefined, undefined],
  ])('for the redirect URIs %j and the application type %s, registers the type %s', (redirects, type, expected) => {
    const metadata = { redirect_uris: redirects, ...(type && { application_type: type }) };
    expect(completedMetadata(metadata)['application_type']).toBe(expected);
  });

  it.each(['jwks_uri', 'sector_identifier_uri', 'request_uris'])(
    'rejects client metadata with %s, which the service would have to fetch',
    (field) => {
      const metadata = { redirect_uris: ['https://a.example/'], [field]: 'http://169.254.169.254/' };
      expect(metadataFault(metadata)).toMatchObject({ error: 'invalid_client_metadata' });
    },
  );

  it('returns the redirect target as text for the consent page and as a source for its content security policy', () => {
    expect(redirectTarget('https://app.example:8443/cb?x=1')).toEqual({
      shown: 'app.example:8443',
      source: 'https://app.example:8443',
    });
    expect(redirectTarget('http://[::1]:80/cb')).toEqual({ shown: '[::1]', source: 'http:' });
    expect(redirectTarget('com.example.app:/cb')).toEqual({ shown: 'com.example.app:', source: 'com.example.app:' });
  });
});
