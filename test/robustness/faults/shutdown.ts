import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { multipart } from '../../../libs/importing/test/statements.js';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { AccountView } from '../../e2e/support/answers.js';
import type { Household } from '../../e2e/support/household.js';
import { anAccount } from '../../e2e/support/household.js';

const ROUNDS = process.env.CENTAVO_FAULT_ROUNDS ? 20 : 1;
const CALLERS = process.env.CENTAVO_FAULT_ROUNDS ? 16 : 6;
const MAX_TEST_MS = 60_000 + ROUNDS * 10_000;
const PROBE_EVERY_MS = 100;
const REST_MS = process.env.CENTAVO_FAULT_ROUNDS ? 0 : 20;

interface Sent {
  readonly status: number;
  readonly connection: string | undefined;
  readonly text: string;
}

export interface Place {
  readonly database: TestDatabase;
  readonly home: Household;
}

export function gracefulShutdown(place: () => Place): void {
  let database: TestDatabase;
  let processes: ApiProcess[];
  let home: Household;
  let account: AccountView;
  let created = 0;

  const begin = () => startApi({ database, env: { STOP_GRACE_SECONDS: '2' } });

  beforeAll(async () => {
    ({ database, home } = place());
    processes = await Promise.all([begin(), begin()]);
    account = await anAccount(home.api);
  });
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.stop()));
  });

  const entry = () =>
    JSON.stringify({ accountId: account.id, type: 'expense', date: '2026-03-07', amount: '1.00', description: 'x' });

  /** Sends a request over a keep-alive connection, with a pause between the pieces of its body. */
  function send(to: ApiProcess, agent: Agent, path: string, pieces: readonly Buffer[], type: string): Promise<Sent> {
    const method = pieces.length === 0 ? 'GET' : 'POST';
    const headers = { authorization: `Bearer ${home.key}`, ...(pieces.length > 0 && { 'content-type': type }) };
    return new Promise((resolve, reject) => {
      const sent = request(`${to.url}${path}`, { agent, method, headers }, (response: IncomingMessage) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        response.on('end', () => {
          const { statusCode, headers: responseHeaders } = response;
          resolve({
            status: statusCode!,
            connection: responseHeaders.connection,
            text: Buffer.concat(chunks).toString(),
          });
        });
      });
      sent.on('error', reject);
      void (async () => {
        for (const [index, piece] of pieces.entries()) {
          if (index > 0) await pause(250);
          sent.write(piece);
        }
        sent.end();
      })();
    });
  }

  /**
   * Sends requests through a simulated load balancer with two processes, while `interrupt` stops the first process. The
   * balancer stops using a process that fails its readiness check or closes or refuses a connection.
   * @returns the failures of requests
   */
  async function callWhile(
    interrupt: (first: ApiProcess, judge: (sent: Promise<Sent>) => Promise<Sent | null>) => Promise<unknown>,
  ): Promise<string[]> {
    const failures: string[] = [];
    const open = new Set(processes);
    const agent = new Agent({ keepAlive: true });
    let going = true;
    /**
     * Returns the response, or null if the request failed. A refused connection is not a failure, because the balancer
     * then uses the other process.
     */
    const judge = async (sent: Promise<Sent>): Promise<Sent | null> => {
      try {
        const answer = await sent;
        if (answer.status !== 200) failures.push(String(answer.status));
        return answer;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ECONNREFUSED') return { status: 0, connection: 'refused', text: '' };
        failures.push(String(code));
        return null;
      }
    };
    const probes = processes.map(async (process) => {
      for (; going && open.has(process); await pause(PROBE_EVERY_MS)) {
        const ready = await send(process, agent, '/health/ready', [], '').catch(() => null);
        if (ready?.status !== 200) open.delete(process);
      }
    });
    const callers = Array.from({ length: CALLERS }, async (_, caller) => {
      for (let n = caller; going; n += 1, await pause(REST_MS)) {
        const to = [...open][n % open.size]!;
        const path = n % 3 === 0 ? '/v1/transactions' : '/v1/transactions?limit=5';
        const pieces = n % 3 === 0 ? [Buffer.from(entry())] : [];
        const answer = await judge(send(to, agent, path, pieces, 'application/json'));
        if (answer?.status === 200 && pieces.length > 0) created += 1;
        if (answer?.connection !== undefined && answer.connection !== 'keep-alive') open.delete(to);
      }
    });
    await pause(200);
    await interrupt(processes[0]!, judge);
    await pause(100);
    going = false;
    await Promise.all([...probes, ...callers]);
    agent.destroy();
    return failures;
  }

  function slowUpload(to: ApiProcess): Promise<Sent> {
    const rows = Array.from(
      { length: 40 },
      (_, n) => `2026-03-${String((n % 28) + 1).padStart(2, '0')},Fila ${n},-1.00`,
    );
    const { raw, headers } = multipart(
      { name: 'accountId', content: account.id },
      { name: 'file', filename: 'e.csv', content: ['Fecha,Concepto,Importe', ...rows].join('\n') },
    );
    const bytes = raw as Buffer;
    const pieces = Array.from({ length: 8 }, (_, n) =>
      bytes.subarray((n * bytes.length) / 8, ((n + 1) * bytes.length) / 8),
    );
    return send(to, new Agent(), '/v1/imports', pieces, String(headers!['content-type']));
  }

  /** Sends a write request that waits for a lock until the test releases it. */
  async function lockedWrite(to: ApiProcess): Promise<{ release: () => Promise<unknown>; answer: Promise<Sent> }> {
    const holder = await database.connect();
    const receiver = await anAccount(to.client(home.key));
    await holder.query('begin');
    await holder.query('select from ledger_accounts where id = $1 for update', [receiver.id]);
    const body = Buffer.from(entry().replace(account.id, receiver.id));
    const answer = send(to, new Agent({ keepAlive: true }), '/v1/transactions', [body], 'application/json');
    return { release: () => holder.query('rollback').then(() => holder.end()), answer };
  }

  it(
    'a process that stops under load finishes all requests and exits with code 0',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const failures = await callWhile(async (first, judge) => {
          const upload = judge(slowUpload(first));
          const write = await lockedWrite(first);
          await pause(100);
          const stopped = first.stop();
          await pause(300);
          // The process is not ready, but still accepts requests and announces that it closes the connections.
          const [probe, late] = ['/health/ready', '/v1/accounts'].map((path) => send(first, new Agent(), path, [], ''));
          expect([(await probe!).status, await late]).toMatchObject([503, { status: 200, connection: 'close' }]);
          await pause(2_000);
          await write.release();
          expect(await write.answer).toMatchObject({ status: 200, connection: 'close' });
          const uploaded = await upload;
          expect(JSON.parse(uploaded!.text)).toMatchObject({ stats: { total: 40 } });
          expect(await stopped).toBe(0);
        });
        expect(failures).toEqual([]);
        processes = [processes[1]!, await begin()];
      }
    },
    MAX_TEST_MS,
  );

  it('every acknowledged transaction is stored', async () => {
    const [row] = await database.query('select position::text from ledger_accounts where id = $1', [account.id]);
    expect(created).toBeGreaterThan(CALLERS);
    expect(row).toEqual({ position: String(-100 * created) });
  });

  it('requests fail if the process is killed instead, so the test can detect lost requests', async () => {
    const failures = await callWhile(async (first, judge) => {
      const write = await lockedWrite(first);
      const judged = judge(write.answer);
      await pause(300);
      await first.kill9();
      await Promise.all([judged, write.release()]);
    });
    expect(failures).not.toEqual([]);
    processes.shift();
  });

  it('a stopping process responds on kept-alive connections until it stops listening, and resets none of them', async () => {
    const last = processes.shift()!;
    const agent = new Agent({ keepAlive: true });
    const ends = Array.from({ length: CALLERS }, async () => {
      for (; ; await pause(REST_MS)) {
        try {
          const { status } = await send(last, agent, '/v1/accounts', [], '');
          if (status !== 200) return String(status);
        } catch (error) {
          return String((error as NodeJS.ErrnoException).code);
        }
      }
    });
    await pause(200);
    expect(await last.stop()).toBe(0);
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['ECONNREFUSED']));
  });
}
