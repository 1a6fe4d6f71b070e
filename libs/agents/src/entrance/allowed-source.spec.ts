import { describe, expect, it } from '@jest/globals';
import type { Allowed } from './allowed-source.js';
import { refusedHeader } from './allowed-source.js';

const LOCAL: Allowed = { baseUrl: 'http://127.0.0.1:3000', host: '127.0.0.1', port: 3000, corsOrigins: [] };
const PUBLIC: Allowed = {
  ...{ baseUrl: 'https://centavo.example', host: '0.0.0.0', port: 3000 },
  corsOrigins: ['https://app.example'],
};

describe('Host and Origin of a request to the MCP endpoint', () => {
  it.each<[string, Allowed, string | undefined, string | undefined, string | null]>([
    ['its own address', LOCAL, '127.0.0.1:3000', undefined, null],
    ['another name of the machine', LOCAL, 'localhost:3000', undefined, null],
    ['its own page', LOCAL, 'localhost:3000', 'http://localhost:3000', null],
    ['a rebound DNS name', LOCAL, 'evil.example:3000', undefined, 'Host'],
    ['another port', LOCAL, '127.0.0.1:4000', undefined, 'Host'],
    ['no host', LOCAL, undefined, undefined, 'Host'],
    ['a foreign page', LOCAL, '127.0.0.1:3000', 'https://evil.example', 'Origin'],
    ['a page without an origin', LOCAL, '127.0.0.1:3000', 'null', 'Origin'],
    ['the public address', PUBLIC, 'centavo.example', undefined, null],
    ['the public address with its port', PUBLIC, 'Centavo.example:443', undefined, null],
    ['the loopback address if the service listens on every address', PUBLIC, '127.0.0.1:3000', undefined, null],
    ['a page that the operator allows', PUBLIC, 'centavo.example', 'https://app.example', null],
    ['a page of the machine itself', PUBLIC, 'centavo.example', 'http://localhost:3000', 'Origin'],
  ])('checks Host and Origin of a request with %s', (_, allowed, host, origin, refused) => {
    expect(refusedHeader({ host, origin }, allowed)).toBe(refused);
  });
});
