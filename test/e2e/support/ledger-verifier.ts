import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { addressesOf } from '../../../libs/kernel/src/testing.js';
import { connectAdministrator } from './administrator.js';

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
