import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { addressesOf } from '../../../libs/kernel/src/testing.js';
import { connectAdministrator } from './administrator.js';

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

/** Runs `ledger verify` in a long-running process, which is faster than starting the program each time. */
export interface LedgerVerifier {
  verify(workspaceId?: string, repair?: boolean): Promise<Report>;
  /** @throws Error if there are no totals or any total has drifted */
  expectNoDrift(workspaceId?: string): Promise<void>;
  stop(): void;
}

export function startVerifier(database: TestDatabase): LedgerVerifier {
  const administrator = connectAdministrator();
  const env = { ...addressesOf(database), FX_FEEDS: 'off', DEMO: 'off' };
  const verifier: LedgerVerifier = {
    verify: (workspaceId, repair = false) =>
      administrator.ask<Report>({ env, workspaceId: workspaceId ?? null, repair }),
    expectNoDrift: async (workspaceId) => {
      const { checked, drift } = await verifier.verify(workspaceId);
      if (checked === 0) throw new Error('there was nothing to verify');
      if (drift.length > 0)
        throw new Error(`the ledger has drifted in ${drift.length} figures: ${JSON.stringify(drift.slice(0, 10))}`);
    },
    stop: () => administrator.stop(),
  };
  return verifier;
}
