import { describe, expect, it } from '@jest/globals';
import type { Headers } from '../calls/endpoint.js';
import { plainCall } from './plain-call.js';

const HEADERS = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'list_accounts',
};
const META = { version: '2026-07-28', client: { name: 'agente', version: '1.0.0' } };
const PARAMS = { name: 'list_accounts', arguments: { status: 'all' }, _meta: META };
const CALL = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: PARAMS };
const withParams = (params: object) => ({ ...CALL, params: { ...PARAMS, ...params } });
const envelopeOf = (body: object, headers: Headers = HEADERS) => plainCall(headers, body)?.envelope;

describe('a plain tool call', () => {
  it('reads the ID, tool and arguments of a plain tool call', () => {
    expect(plainCall(HEADERS, CALL)).toMatchObject({ id: 7, name: 'list_accounts', args: { status: 'all' } });
    expect(plainCall(HEADERS, { ...CALL, id: 'a' })).toMatchObject({ id: 'a' });
    expect(plainCall(HEADERS, withParams({ arguments: undefined }))).toMatchObject({ args: undefined });
  });

  it('all plain calls of a client have the same envelope', () => {
    expect(envelopeOf(withParams({ arguments: {} }))).toBe(envelopeOf(CALL));
    expect(envelopeOf(withParams({ _meta: { ...META, progressToken: 3 } }))).toBe(envelopeOf(CALL));
    expect(envelopeOf({ ...withParams({ name: 'undo' }), id: 8 }, { ...HEADERS, 'mcp-name': 'undo' })).toBe(
      envelopeOf(CALL),
    );
  });

  it.each<[string, object, Headers]>([
    ['another client', withParams({ _meta: { ...META, client: { name: 'otro', version: '1.0.0' } } }), HEADERS],
    ['another protocol revision', CALL, { ...HEADERS, 'mcp-protocol-version': '2025-11-25' }],
    ['another protocol header', CALL, { ...HEADERS, 'mcp-session-id': 'a' }],
    ['another Accept header', CALL, { ...HEADERS, accept: 'application/json' }],
  ])('a plain call with %s has a different envelope', (_, body, headers) => {
    expect(envelopeOf(body, headers)).not.toBe(envelopeOf(CALL));
    expect(envelopeOf(body, headers)).toBeDefined();
  });

  it.each<[string, unknown, Headers]>([
    ['no body', null, HEADERS],
    ['a list', [CALL], HEADERS],
    ['a notification', { ...CALL, id: undefined }, HEADERS],
    ['a null ID', { ...CALL, id: null }, HEADERS],
    ['a fractional ID', { ...CALL, id: 1.5 }, HEADERS],
    ['another JSON-RPC version', { ...CALL, jsonrpc: '1.0' }, HEADERS],
    ['another method', { ...CALL, method: 'tools/list' }, HEADERS],
    ['an additional member', { ...CALL, result: {} }, HEADERS],
    ['an additional parameter', withParams({ requestState: 'a' }), HEADERS],
    ['arguments that are a list', withParams({ arguments: [] }), HEADERS],
    ['null arguments', withParams({ arguments: null }), HEADERS],
    ['no envelope', withParams({ _meta: undefined }), HEADERS],
    ['an invalid progress token', withParams({ _meta: { ...META, progressToken: {} } }), HEADERS],
    ['another tool in its header', CALL, { ...HEADERS, 'mcp-name': 'undo' }],
    ['another method in its header', CALL, { ...HEADERS, 'mcp-method': 'tools/list' }],
    ['two tools in its header', CALL, { ...HEADERS, 'mcp-name': 'list_accounts, list_accounts' }],
    ['no tool in its header', CALL, { 'mcp-method': 'tools/call' }],
  ])('does not treat a request with %s as a plain tool call', (_, body, headers) => {
    expect(plainCall(headers, body)).toBeNull();
  });
});
