import { describe, expect, it } from '@jest/globals';
import type { Allowed } from './allowed-source.js';
import { refusedHeader } from './allowed-source.js';

const LOCAL: Allowed = { baseUrl: 'http://127.0.0.1:3000', host: '127.0.0.1', port: 3000, corsOrigins: [] };
const PUBLIC: Allowed = {
  ...{ baseUrl: 'https://centavo.example', host: '0.0.0.0', port: 3000 },
  corsOrigins: ['https://app.example'],
};

describe('Host and Origin of a request to the MCP endpoint', () => {
  it.each<[string, Allowed, string | undefined, string | undefined]>([
    ['the local address of the service', LOCAL, '127.0.0.1:3000', undefined],
    ['the host localhost', LOCAL, 'localhost:3000', undefined],
    ['the origin of the service', LOCAL, 'localhost:3000', 'http://localhost:3000'],
    ['the public address', PUBLIC, 'centavo.example', undefined],
    ['the public address with its port', PUBLIC, 'Centavo.example:443', undefined],
    ['the loopback address if the service listens on every address', PUBLIC, '127.0.0.1:3000', undefined],
    ['an origin that the operator allows', PUBLIC, 'centavo.example', 'https://app.example'],
  ])('accepts a request with %s', (_, allowed, host, origin) => {
    expect(refusedHeader({ host, origin }, allowed)).toBe(null);
  });

  it.each<[string, string, Allowed, string | undefined, string | undefined]>([
    ['a rebound DNS name', 'Host', LOCAL, 'evil.example:3000', undefined],
    ['another port', 'Host', LOCAL, '127.0.0.1:4000', undefined],
    ['no Host header', 'Host', LOCAL, undefined, undefined],
    ['the origin of another site', 'Origin', LOCAL, '127.0.0.1:3000', 'https://evil.example'],
    ['the origin null', 'Origin', LOCAL, '127.0.0.1:3000', 'null'],
    ['a localhost origin on a public host', 'Origin', PUBLIC, 'centavo.example', 'http://localhost:3000'],
  ])('rejects a request with %s and names the header %s', (_, refused, allowed, host, origin) => {
    expect(refusedHeader({ host, origin }, allowed)).toBe(refused);
  });
});
