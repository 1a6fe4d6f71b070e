import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../../libs/kernel/src/id/id.js';
import type { Client } from '../../e2e/support/client.js';
import type { Household } from '../../e2e/support/household.js';
import { anAccount, everyItem } from '../../e2e/support/household.js';
import { sized } from '../../e2e/support/long-form.js';

/** What a transaction should be, by what was acknowledged. */
interface Expected {
  readonly amount: string;
  readonly description: string;
}

/** Callers of one household who write and read all the time, and remember what they were told. */
export interface Load {
  /** Ends it. @throws the first failure of a caller */
  stop(): Promise<LoadReport>;
  /** How many writes were acknowledged so far. */
  written(): number;
  /** Compares what is there with what was acknowledged; while the load goes on it means nothing. */
  differences(api: Client): Promise<string[]>;
}

/** How callers fared. */
export interface LoadReport {
  readonly written: number;
  readonly reads: number;
  /** The longest time in which a caller could not write, from its first refusal to the next success. */
  readonly longestStopMs: number;
  readonly longestReadMs: number;
  /** What was sent and answered, by its key. */
  readonly answers: ReadonlyMap<string, { readonly body: object; readonly text: string }>;
}

const MAY_FAIL = { mayFail: true };
const RETRY_MS = 25;
/** Between two requests of a caller: some dozens in a second are enough, and leave the processor to the move. */
const BREATH_MS = sized(20, 0);

/**
 * Starts callers who use the processes by turns, so that each process meets what another one has just done.
 * @param clients one for each process
 */
export async function startLoad(home: Household, clients: readonly Client[], writers: number): Promise<Load> {
  const live = new Map<string, Expected>();
  const trashed = new Set<string>();
  const answers = new Map<string, { body: object; text: string }>();
  const figures = { written: 0, reads: 0, longestStopMs: 0, longestReadMs: 0 };
  let isOver = false;
  let turn = 0;
  const next = () => clients[(turn += 1) % clients.length]!;
  const accounts = await Promise.all(
    Array.from({ length: writers }, (_, n) => anAccount(home.api, { name: `Cuenta ${n}` })),
  );

  /** Sends until it is taken; what was refused with 503 says when to come again. */
  async function insist(send: (api: Client) => Promise<Awaited<ReturnType<Client['send']>>>) {
    let refusedAt: number | undefined;
    for (;;) {
      const answer = await send(next());
      if (answer.status === 200) {
        if (refusedAt !== undefined)
          figures.longestStopMs = Math.max(figures.longestStopMs, performance.now() - refusedAt);
        figures.written += 1;
        return answer;
      }
      // Another request of the same key may still be under way in a process that was killed.
      if (answer.status !== 503) throw new Error(`a write was answered ${answer.status}: ${answer.text}`);
      if (answer.headers['retry-after'] === undefined) throw new Error('a refusal does not say when to come again');
      refusedAt ??= performance.now();
      await pause(RETRY_MS);
    }
  }

  async function write(accountId: string, n: number): Promise<void> {
    const expected = { amount: `${1 + (n % 900)}.00`, description: `w ${newId()}` };
    const key = newId();
    const body = { accountId, type: 'expense', date: '2026-03-07', ...expected };
    const headers = { 'idempotency-key': key };
    const entered = await insist((api) => api.post('/v1/transactions', body, { ...MAY_FAIL, headers }));
    const { id } = entered.body as unknown as { id: string };
    answers.set(key, { body, text: entered.text });
    live.set(id, expected);
    const seen = await next().get(`/v1/transactions/${id}`);
    if (seen.status !== 200 || seen.body.description !== expected.description)
      throw new Error(`what was written is not read: ${seen.status} ${seen.text}`);
    await pause(BREATH_MS);
    if (n % 3 === 1) {
      const edited = { ...expected, amount: `${2 + (n % 900)}.50` };
      await insist((api) => api.patch(`/v1/transactions/${id}`, { amount: edited.amount }, MAY_FAIL));
      live.set(id, edited);
    }
    if (n % 5 === 2) {
      const again = { ...MAY_FAIL, headers: { 'idempotency-key': newId() } };
      await insist((api) => api.delete(`/v1/transactions/${id}`, undefined, again));
      live.delete(id);
      trashed.add(id);
    }
  }

  async function read(api: Client): Promise<void> {
    while (!isOver) {
      const began = performance.now();
      const answer = await api.get('/v1/transactions?limit=5');
      figures.longestReadMs = Math.max(figures.longestReadMs, performance.now() - began);
      if (answer.status !== 200) throw new Error(`a read was answered ${answer.status}: ${answer.text}`);
      figures.reads += 1;
      await pause(5 + BREATH_MS);
    }
  }

  const callers = [
    ...accounts.map(async ({ id }) => {
      for (let n = 0; !isOver; n += 1) await write(id, n);
    }),
    ...clients.map(read),
  ];
  for (const one of callers) one.catch(() => undefined);
  return {
    written: () => figures.written,
    stop: async () => {
      isOver = true;
      await Promise.all(callers);
      return { ...figures, answers };
    },
    differences: async (api) => {
      const all = await everyItem(api, '/v1/transactions?limit=200');
      const own = new Set<string | null>(accounts.map(({ id }) => id));
      const items = all.items.filter(({ accountId }) => own.has(accountId));
      const found = new Map(items.map(({ id, amount, description }) => [id, `${amount} ${description}`]));
      const lost = [...live].filter(([id, { amount, description }]) => found.get(id) !== `${amount} ${description}`);
      const more = [...found].filter(([id]) => !live.has(id));
      const twice = items.length - found.size;
      return [
        ...lost.map(([id, { description }]) => `lost: ${id} ${description}, found ${found.get(id)}`),
        ...more.map(
          ([id, text]) => `too many: ${id} ${text}${trashed.has(id) ? ', which was moved to the trash' : ''}`,
        ),
        ...(twice > 0 ? [`${twice} twice`] : []),
      ];
    },
  };
}
