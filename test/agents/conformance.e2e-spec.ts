import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from '../e2e/support/api-process.js';
import { freePort, sharedApi, startApi } from '../e2e/support/api-process.js';
import { aDeveloper } from '../e2e/support/browser.js';
import { aHousehold } from '../e2e/support/household.js';
import { anApp, answer } from '../e2e/support/oauth-app.js';
import type { AuthorizingProxy } from './authorizing-proxy.js';
import { startAuthorizingProxy } from './authorizing-proxy.js';

const SUITE = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
const FIXTURES = pathToFileURL(resolve('test/agents/conformance-fixtures.mjs')).href;

/** Scenarios for optional parts that the service does not support: the tasks extension, and arguments in headers. */
const NOT_SUPPORTED = /^(tasks-.*|http-custom-header-server-validation)$/;
/** Scenarios that need sessions. The stateless service cannot send requests, announce changes or resume a stream. */
const NEEDS_SESSIONS = /^(tools-call-sampling|(tools-call-)?elicitation.*|resources-(un)?subscribe|server-sse-.*)$/;

interface Run {
  readonly exitCode: number | null;
  readonly scenarios: string[];
  readonly passed: number;
  readonly faults: Fault[];
}

interface Fault {
  readonly scenario: string;
  readonly check: string;
  readonly errorMessage: string | undefined;
}

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** Runs the suite until it ends. Calls `onLine` for each line of output. */
async function runSuite(args: readonly string[], onLine?: (line: string) => Promise<void>): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'centavo-conformance-'));
  try {
    const suite = spawn(process.execPath, [SUITE, ...args, '-o', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const failures: unknown[] = [];
    createInterface({ input: suite.stdout }).on('line', (line) => {
      onLine?.(line).catch((error: unknown) => {
        failures.push(error);
        suite.kill();
      });
    });
    const [exitCode] = (await once(suite, 'close')) as [number | null];
    if (failures.length > 0) throw failures[0];
    const results = readdirSync(folder).map((name) => ({
      scenario: /^(?:server|authorization-server)-(.*)-\d{4}-\d\d-\d\dT/.exec(name)![1]!,
      checks: JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[],
    }));
    return {
      exitCode,
      scenarios: results.map(({ scenario }) => scenario).sort(),
      passed: results.flatMap(({ checks }) => checks).filter(({ status }) => status === 'SUCCESS').length,
      faults: results.flatMap(faultsOf),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function faultsOf({ scenario, checks }: { scenario: string; checks: readonly Check[] }): Fault[] {
  return checks
    .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    .map(({ id, errorMessage }) => ({ scenario, check: id, errorMessage }));
}

describe('the MCP endpoint in the conformance suite', () => {
  let proxy: AuthorizingProxy;
  let service: Service;

  beforeAll(async () => {
    proxy = await startAuthorizingProxy();
    service = await startApi({ env: { BASE_URL: proxy.url, NODE_OPTIONS: `--import=${FIXTURES}` } });
    proxy.forwardTo(service.url, (await aHousehold(service)).key);
  });
  afterAll(async () => {
    proxy.stop();
    await service.stop();
  });

  it('passes every required check of protocol revision 2026-07-28', async () => {
    const run = await runSuite(['server', '--url', `${proxy.url}/mcp`, '--requirements', '2026-07-28']);
    expect(run.scenarios).toHaveLength(50);
    expect(run.faults.filter(({ scenario }) => !NOT_SUPPORTED.test(scenario))).toEqual([]);
    expect(run.exitCode).toBe(0);
  });

  it('passes every required check of protocol revision 2025-11-25 for a stateless server', async () => {
    const run = await runSuite(['server', '--url', `${proxy.url}/mcp`, '--requirements', '2025-11-25']);
    expect(run.scenarios).toHaveLength(33);
    expect(run.faults.filter(({ scenario }) => !NEEDS_SESSIONS.test(scenario))).toEqual([]);
  });

  it('the conformance suite fails if requests have no token', async () => {
    const run = await runSuite(['server', '--url', `${service.url}/mcp`, '--scenario', 'tools-list']);
    const fault = { check: 'tools-list', errorMessage: expect.stringContaining('401') };
    expect(run).toMatchObject({ exitCode: 1, faults: [fault] });
  });
});

describe('the authorization server in the conformance suite', () => {
  it('passes the authorization checks of the suite with an ordinary app', async () => {
    const [service, port] = [await sharedApi(), await freePort()];
    const { browser } = await aDeveloper(service);
    const { clientId } = await anApp(service.url, 'Suite', { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
    const resource = `${service.url}/mcp`;
    const args = ['--url', service.url, '--resource', resource, '--client-id', clientId, '--port', `${port}`];
    // The suite prints the authorization URL and waits for approval.
    const allow = async (line: string) => {
      if (!line.startsWith(`${service.url}/`)) return;
      const { pathname, search } = new URL(line);
      await browser.follow(await browser.get(pathname + search));
      await fetch(await answer(browser, 'allow'));
    };
    expect(await runSuite(['authorization', ...args], allow)).toEqual({
      exitCode: 0,
      scenarios: ['authorization-code-grant', 'authorization-server-metadata-endpoint'],
      passed: 3,
      faults: [],
    });
    await service.stop();
  });
});
