import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { isId, refuseBeyond } from '@app/kernel';
import { RuleNotFound, RuleRunNotFound, RuleRuns } from '@app/categorising';
import type { ImportView } from '@app/importing';
import { ImportCommitment, ImportNotFound, Imports, visibleImport } from '@app/importing';
import { effectsSentence } from '../acting/effects-sentence.js';
import { answer, decimal, id, inOneText, says } from '../answers/answer.js';
import { argumentInvalid, idArgument } from '../calls/arguments.js';
import type { Call, Done, ToolGroup } from '../calls/tool.js';
import { writing } from '../calls/tool.js';
import { amountOf, idOf } from './output.js';

interface Undone {
  readonly importId?: string | undefined;
  readonly ruleId?: string | undefined;
  readonly runId?: string | undefined;
}

@Injectable()
export class UndoTools implements ToolGroup {
  readonly tools = [
    writing({
      name: 'undo',
      title: 'Deshacer una importación o una regla aplicada',
      description:
        'Reverses a committed import (importId): its transactions, including edited ones, move to the trash. Or reverses a rule run (ruleId ' +
        'and runId, from list_rules): it restores the earlier fields of the transactions, unless they have changed since. For individual transactions use ' +
        'trash_transactions or restore_transactions.',
      scopes: [['imports:write'], ['rules:write', 'transactions:write']],
      destructive: true,
      bulk: true,
      input: {
        importId: idArgument('a committed import').optional(),
        ruleId: idArgument('the rule; requires runId').optional(),
        runId: idArgument('the run; requires ruleId').optional(),
      },
      output: {
        importId: idOf('the import').nullable(),
        runId: idOf('the run').nullable(),
        transactionsRemoved: z
          .number()
          .int()
          .nullable()
          .describe('For an import: number of transactions moved to the trash.'),
        balanceAfter: amountOf('Balance of the import account.').nullable(),
        restored: z.number().int().nullable().describe('For a run: number of restored transactions.'),
        leftAlone: z
          .number()
          .int()
          .nullable()
          .describe('For a run: number of transactions not restored because they changed later.'),
      },
      seen: (args, call) => this.seen(args, call),
      act: (args, call) => this.undo(args, call),
      summary: ({ importId }, effects) =>
        inOneText([
          importId === undefined
            ? says`Se desharía una regla aplicada.`
            : says`Se desharía un estado de cuenta registrado.`,
          effectsSentence(effects),
        ]),
    }),
  ];

  constructor(
    private readonly imports: Imports,
    private readonly commitment: ImportCommitment,
    private readonly runs: RuleRuns,
  ) {}

  private async seen(args: Undone, { caller }: Call): Promise<string[]> {
    const { importId, ruleId, runId } = undoTarget(args);
    if (importId !== undefined) return [await this.imports.fingerprint(caller.workspaceId, importId)];
    return [await this.runs.undoState(caller.workspaceId, ruleId, runId)];
  }

  private async undo(args: Undone, { caller }: Call): Promise<Done> {
    const { importId, ruleId, runId } = undoTarget(args);
    const { workspaceId } = caller;
    const noTool = { tool: null, arguments: null };
    if (importId !== undefined) {
      refuseBeyond(caller, ['imports:write']);
      const fullView = JSON.parse((await this.commitment.undo(workspaceId, importId)).text) as ImportView;
      const undone = visibleImport(fullView, caller);
      return {
        result: answer({
          importId: id(importId),
          runId: null,
          transactionsRemoved: undone.transactionsRemoved,
          balanceAfter: decimal(undone.balanceAfter),
          restored: null,
          leftAlone: null,
        }),
        touched: [fullView.transactionsRemoved ?? 0, ...fullView.accounts.map(({ accountId }) => accountId)],
        undo: {
          ...noTool,
          how: says`Call restore_transactions within 30 days to restore individual transactions, or import the file again.`,
        },
      };
    }
    refuseBeyond(caller, ['rules:write', 'transactions:write']);
    const { restored, skipped } = await this.runs.undo(workspaceId, ruleId, runId);
    return {
      result: answer({
        importId: null,
        runId: id(runId),
        transactionsRemoved: null,
        balanceAfter: null,
        restored,
        leftAlone: skipped,
      }),
      touched: [restored, skipped],
      undo: {
        ...noTool,
        how: says`Call save_rule with this ruleId and applyToExisting true to categorize them again.`,
      },
    };
  }
}

type UndoTarget =
  | { readonly importId: string; readonly ruleId?: never; readonly runId?: never }
  | { readonly importId?: never; readonly ruleId: string; readonly runId: string };

/** @throws ValidationFailed unless the arguments name either an import, or a rule and a run */
function undoTarget({ importId, ruleId, runId }: Undone): UndoTarget {
  if (importId !== undefined && ruleId === undefined && runId === undefined) {
    if (!isId(importId)) throw ImportNotFound(importId);
    return { importId };
  }
  if (importId === undefined && ruleId !== undefined && runId !== undefined) {
    if (!isId(ruleId)) throw RuleNotFound(ruleId);
    if (!isId(runId)) throw RuleRunNotFound(runId);
    return { ruleId, runId };
  }
  throw argumentInvalid('importId', 'must be the only argument, or be replaced by ruleId and runId');
}
