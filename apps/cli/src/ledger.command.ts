import type { Command } from 'commander';
import type { VerificationReport } from '@app/ledger';
import { LedgerVerification } from '@app/ledger';
import { answer } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';
import { idValue } from './option-value.js';

export function ledgerCommand(): Command {
  const group = commandGroup('ledger', 'stored balances and totals');
  group
    .command('verify')
    .description('recompute all stored figures from the transactions; exits with 1 if one differs')
    .option('--workspace <id>', 'only this workspace', idValue)
    .option('--repair', 'correct figures that differ')
    .action(async ({ workspace, repair }: { workspace?: string; repair?: true }, command: Command) => {
      const report = await withApplication(
        (app) => app.get(LedgerVerification).verify(workspace ?? null, repair ?? false),
        workspace,
      );
      answer(command, report, reportLines(report));
      if (report.drift.length > 0) process.exitCode = 1;
    });
  return group;
}

function reportLines({ checked, drift, repaired, brokenAssertions = [] }: VerificationReport): string[] {
  const lines = drift.map(
    ({ figure, workspaceId, id, stored, expected }) =>
      `${figure} of ${id} in workspace ${workspaceId}: stored ${stored ?? 'nothing'}, expected ${expected ?? 'nothing'}`,
  );
  const result = drift.length === 0 ? 'none differs' : `${drift.length} ${drift.length === 1 ? 'differs' : 'differ'}`;
  const broken = brokenAssertions.map(
    ({ workspaceId, accountId, date, balance, actual }) =>
      `account ${accountId} in workspace ${workspaceId} had ${actual} on ${date}, not the asserted ${balance}`,
  );
  return [...lines, ...broken, `checked ${checked} figures: ${result}${repaired ? ', repaired' : ''}`];
}
