import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { addressesOf } from '../../../libs/kernel/src/testing.js';

/** What the verification of the built program reports. */
export interface Report {
  readonly checked: number;
  readonly drift: readonly {
    figure: string;
    workspaceId: string;
    id: string;
    stored: string | null;
    expected: string | null;
  }[];
}

/** The built program's own verification, kept ready in a process: what `ledger verify` runs, without its start each time. */
export interface LedgerVerifier {
  verify(workspaceId?: string, repair?: boolean): Promise<Report>;
  /** @throws unless there are figures and all of them are what their recomputation gives. */
  expectNoDrift(workspaceId?: string): Promise<void>;
  stop(): void;
}

export function startVerifier(database: TestDatabase): LedgerVerifier {
  const program = process.env.CENTAVO_TEST_VERIFIER!;
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: join(dirname(program), '.compiled'),
    ...addressesOf(database),
    FX_FEEDS: 'off',
    DEMO: 'off',
  };
  const child = spawn(process.execPath, [program], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let turn: Promise<unknown> = Promise.resolve();
  const ask = async (workspaceId: string | null, repair: boolean): Promise<Report> => {
    child.stdin.write(`${JSON.stringify({ workspaceId, repair })}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error('the verifier ended');
    const report = JSON.parse(value) as Report & { error?: string };
    if (report.error !== undefined) throw new Error(report.error);
    return report;
  };
  const verifier: LedgerVerifier = {
    verify: (workspaceId, repair = false) => {
      const next = turn.then(() => ask(workspaceId ?? null, repair));
      turn = next.catch(() => undefined);
      return next;
    },
    expectNoDrift: async (workspaceId) => {
      const { checked, drift } = await verifier.verify(workspaceId);
      if (checked === 0) throw new Error('there was nothing to verify');
      if (drift.length > 0)
        throw new Error(`the ledger has drifted in ${drift.length} figures: ${JSON.stringify(drift.slice(0, 10))}`);
    },
    stop: () => child.stdin.end(),
  };
  return verifier;
}
