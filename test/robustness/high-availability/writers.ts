import { setTimeout as pause } from 'node:timers/promises';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, balanceOf, everyItem } from '../../e2e/support/household.js';

const RETRY_MS = 100;
const PAUSE_MS = 10;

export interface Written {
  readonly acknowledged: number;
  readonly refused: number;
  /** Acknowledged transactions that do not exist. */
  readonly lost: readonly string[];
  readonly double: readonly string[];
  /** Acknowledged transactions that the next list of the same caller did not contain. */
  readonly unread: readonly string[];
  /** Responses other than 200, 409 and 503 with Retry-After. */
  readonly unexpected: readonly string[];
}

export interface Writers {
  /** Times of the acknowledgments so far, in milliseconds of the monotonic clock. */
  readonly times: readonly number[];
  /** Names of the acknowledged transactions so far. */
  readonly names: readonly string[];
  stop(): Promise<Written>;
}

interface Caller {
  readonly home: Household;
  readonly accountId: string;
  readonly names: string[];
}

/**
 * Creates transactions with idempotency keys through all processes in turn, one household per caller. A caller repeats
 * a transaction until it is acknowledged, then reads it through a reader.
 */
export async function startWriters(
  services: readonly ApiProcess[],
  readers: readonly ApiProcess[],
  count: number,
): Promise<Writers> {
  const [times, names] = [[] as number[], [] as string[]];
  const [unread, unexpected] = [[] as string[], [] as string[]];
  let [going, refused] = [true, 0];
  const callers: Caller[] = await Promise.all(
    Array.from({ length: count }, async () => {
      const home = await aHousehold(services[0]!);
      const { id } = await anAccount(home.api, { openingBalance: '0.00' });
      return { home, accountId: id, names: [] };
    }),
  );
  const send = async (at: number, caller: Caller, name: string): Promise<boolean> => {
    const body = {
      type: 'expense',
      accountId: caller.accountId,
      date: '2026-03-07',
      amount: '1.00',
      description: name,
    };
    const options = { headers: { 'idempotency-key': name.replaceAll(' ', '-') }, mayFail: true };
    const answer = await clientOf(services, at, caller).post('/v1/transactions', body, options);
    if (answer.status === 200) return true;
    refused += 1;
    if (answer.headers['retry-after'] === undefined || ![409, 503].includes(answer.status))
      unexpected.push(`${answer.status} ${answer.text.slice(0, 300)}`);
    return false;
  };
  const write = async (caller: Caller, number: number): Promise<void> => {
    let attempt = number;
    for (let count = 0; going; count += 1) {
      const name = `Compra ${number}-${count}`;
      while (!(await send((attempt += 1), caller, name))) await pause(RETRY_MS);
      caller.names.push(name);
      names.push(name);
      times.push(performance.now());
      const list = `/v1/transactions?accountId=${caller.accountId}&limit=5` as const;
      const { status, body, headers, text } = await clientOf(readers, attempt + 1, caller).get(list, {
        mayFail: true,
      });
      if (status === 200) {
        if (!body.items.some(({ description }) => description === name)) unread.push(name);
      } else if (status !== 503 || headers['retry-after'] === undefined) unexpected.push(`${status} ${text}`);
      await pause(PAUSE_MS);
    }
  };
  const work = Promise.all(callers.map(write));
  return {
    times,
    names,
    stop: async () => {
      going = false;
      await work;
      const checked = await Promise.all(callers.map(compare));
      const [lost, double] = [checked.flatMap((one) => one.lost), checked.flatMap((one) => one.double)];
      return { acknowledged: names.length, refused, lost, double, unread, unexpected };
    },
  };
}

function clientOf(services: readonly ApiProcess[], at: number, { home }: Caller) {
  return services[at % services.length]!.client(home.key);
}

/** Compares the acknowledged transactions with those in the ledger, and their sum with the balance. */
async function compare({ home, accountId, names }: Caller) {
  const { items } = await everyItem(home.api, `/v1/transactions?accountId=${accountId}&limit=200`);
  const listed = items.map(({ description }) => description as string);
  const existing = new Set(listed);
  const balance = await balanceOf(home.api, accountId);
  if (balance !== `-${listed.length}.00`) throw new Error(`${listed.length} transactions, but a balance of ${balance}`);
  return {
    lost: names.filter((name) => !existing.has(name)),
    double: listed.filter((name, index) => listed.indexOf(name) !== index),
  };
}

/**
 * Returns the time from a fault until writes are acknowledged again. Zero if no two acknowledgments were a second
 * apart.
 */
export function outageAfter(fault: number, times: readonly number[]): number {
  const later = [fault, ...times.filter((time) => time > fault)];
  const gaps = later.slice(1).map((time, index) => ({ ms: time - later[index]!, end: time }));
  const longest = gaps.toSorted((a, b) => b.ms - a.ms)[0];
  return longest === undefined || longest.ms < 1_000 ? 0 : longest.end - fault;
}
