import { describe, expect, it } from '@jest/globals';
import type { OutboundNetwork } from './outbound-url.js';
import { readOutboundUrl } from './outbound-url.js';

const refusal = (text: string, network: OutboundNetwork = 'public') => {
  const read = readOutboundUrl(text, network);
  return typeof read === 'string' ? read : null;
};

const NOT_PUBLIC = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://127.0.1',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.0.0.1./',
  'https://%31%32%37.0.0.1/',
  'https://１２７.0.0.1/',
  'https://127。0。0。1/',
  'https://0/',
  'https://0.0.0.0:8443/',
  'https://3232235521/',
  'https://0xa9fea9fe/latest/meta-data',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/',
  'https://[::]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://255.255.255.255/',
];
const LOCAL_NAMES = [
  'https://localhost/',
  'https://LOCALHOST:8443/',
  'https://localhost./',
  'https://hooks.localhost/',
  'https://intranet/',
  'https://printer.local/',
  'https://vault.internal/',
  'https://metadata.google.internal/',
  'https://router.home.arpa/',
  'https://example.com./hook',
  'https://ｌｏｃａｌｈｏｓｔ/',
];
const NO_ADDRESS = [
  '',
  'hook',
  'example.com/hook',
  '//example.com',
  'https:example.com',
  'https:/example.com',
  'https://',
  'https://:443/',
  'https:\\\\example.com\\',
  'https://example.com\\@127.0.0.1/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,x',
  'gopher://example.com/',
  'https://exa mple.com/',
  'https://exam\nple.com/',
  'https://example.com/\tx',
  ' https://example.com/',
  'https://example.com/\u0000',
  'https://256.256.256.256/',
  'https://1.2.3.4.5/',
  'https://[::1/',
  'https://[fe80::1%25eth0]/',
  'https://example.com:99999/',
  'https:///example.com',
  'https:////example.com/hook',
];

describe('the URL of a request on the public network', () => {
  it.each(NOT_PUBLIC)('rejects %s, whose IP address is not public', (url) => {
    expect(refusal(url)).toBe('must have a public IP address');
  });

  it.each(LOCAL_NAMES)('rejects %s, whose host name is not public', (url) => {
    expect(refusal(url)).toMatch(/public host name/);
  });

  it.each(NO_ADDRESS)('rejects %j, which is not an https URL', (url) => {
    expect(refusal(url)).toBe('must be an https:// address');
  });

  it('rejects port 0 on all networks', () => {
    const url = 'https://example.com:0/';
    expect([refusal(url), refusal(url, 'any')]).toEqual(['must not have port 0', 'must not have port 0']);
  });

  it('rejects http on the public network', () => {
    expect(refusal('http://example.com/hook')).toBe('must be an https:// address');
  });

  it.each(['https://user@example.com/', 'https://user:word@example.com/', 'https://:word@example.com/'])(
    'rejects %s, which contains credentials',
    (url) => {
      expect(refusal(url)).toMatch(/user name or password/);
      expect(refusal(url, 'any')).toMatch(/user name or password/);
    },
  );

  it.each(['https://example.com/hook#part', 'https://example.com/#'])('rejects %s, which has a fragment', (url) => {
    expect([refusal(url), refusal(url, 'any')]).toEqual(Array(2).fill('must not have a fragment'));
  });

  it.each([0, 22, 25, 53, 143, 465, 993, 6667, 10080])('rejects port %d, which belongs to another service', (port) => {
    expect(refusal(`https://example.com:${port}/`)).toMatch(/port/);
  });

  it('rejects a URL of more than 2048 characters', () => {
    const url = `https://example.com/${'x'.repeat(2_028)}`;
    expect([refusal(url), refusal(`${url}x`)]).toEqual([null, 'must have at most 2048 characters']);
  });

  it.each([
    'https://example.com',
    'https://hooks.example.com:8443/in?team=1&x=%23',
    'HTTPS://Example.COM/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]:443/',
    'https://münchen.example/',
    'https://example.com:444/',
    'https://example.com:80/',
    'https://example.com:1023/',
    'https://example.com:65535/',
  ])('accepts the public URL %s', (url) => {
    expect(refusal(url)).toBeNull();
  });
});

describe('the URL of a request in a private network', () => {
  it.each([
    'http://127.0.0.1:4000/hook',
    'http://localhost/',
    'http://receiver:80/',
    'https://10.0.0.1/',
    'http://[::1]:1/',
  ])('accepts %s if private networks are allowed', (url) => {
    expect(refusal(url, 'any')).toBeNull();
  });

  it('rejects schemes other than http and https if private networks are allowed', () => {
    expect(refusal('ftp://10.0.0.1/', 'any')).toBe('must be an http:// or https:// address');
  });
});
