import { setTimeout as pause } from 'node:timers/promises';
import { compare, timesAsMany } from './compare.mjs';
import { httpRequest } from './load.mjs';
import { residentMegabytes } from './process.bench.mjs';
import { startPair } from './servers.mjs';

const PLAN = { connections: 16, seconds: 3, rounds: 7 };
const REVISION = '2026-07-28';
const SETTLED_MS = 5_000;

/**
 * Measures how much an agent's tool call costs compared with the equivalent GET, and how much an idle service costs
 * with the tools.
 */
export async function agents() {
  const { service, pid, key, stop } = await startPair();
  try {
    const request = (name, args) => toolCall(service, key, name, args);
    const get = (path) => httpRequest('GET', path, key);
    const against = async (name, args, path) => ({
      ...{ figure: `${name} of MCP compared with GET ${path}`, better: 'more', pass: 0.7, goal: 0.9 },
      ...(await compare(
        { port: service, request: () => request(name, args) },
        { port: service, request: () => get(path) },
        PLAN,
        timesAsMany,
      )),
    });
    return [
      await addedMemory(pid, service, key),
      await against('list_accounts', {}, '/v1/accounts'),
      await against('search_transactions', {}, '/v1/transactions?limit=20'),
      await against('report_spending', {}, '/v1/reports/spending'),
    ];
  } finally {
    await stop();
  }
}

async function addedMemory(pid, port, key) {
  await pause(SETTLED_MS);
  const before = residentMegabytes(pid);
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, callOf(key, 'get_overview', {}));
  if (!answer.ok) throw new Error(await answer.text());
  await pause(SETTLED_MS);
  return {
    figure: 'resident memory added by the first MCP call, in MB',
    ...{ better: 'less', pass: null, goal: null, one: null, other: null },
    ratio: residentMegabytes(pid) - before,
  };
}

function toolCall(port, key, name, args) {
  const { method, headers, body } = callOf(key, name, args);
  const { authorization: _, 'content-type': __, ...others } = headers;
  return httpRequest(method, '/mcp', key, JSON.parse(body), { ...others, host: `127.0.0.1:${port}` });
}

function callOf(key, name, args) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name, arguments: args, _meta: meta },
    }),
  };
}
