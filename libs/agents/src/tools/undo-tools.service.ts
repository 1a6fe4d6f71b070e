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

/** Acts taken back as a whole. */
@Injectable()
export class UndoTools implements ToolGroup {
  readonly tools = [
    writing({
      name: 'undo',
      title: 'Deshacer una importación o una regla aplicada',
      description:
        'Takes back a committed import (importId): its transactions go to the trash, edited ones too. Or a run of a rule (ruleId and runId, ' +
        'from list_rules): transactions get their earlier category back, unless they changed since. For single transactions use ' +
        'trash_transactions or restore_transactions.',
      scopes: [['imports:write'], ['rules:write', 'transactions:write']],
      destructive: true,
      bulk: true,
      input: {
        importId: idArgument('a committed import').optional(),
        ruleId: idArgument('the rule, with runId').optional(),
        runId: idArgument('the run').optional(),
      },
      output: {
        importId: idOf('the import').nullable(),
        runId: idOf('the run').nullable(),
        transactionsRemoved: z.number().int().nullable().describe('Of an import: how many went to the trash.'),
        balanceAfter: amountOf('Of the account of the import.').nullable(),
        restored: z.number().int().nullable().describe('Of a run: how many transactions are as they were.'),
        leftAlone: z.number().int().nullable().describe('Of a run: how many transactions changed since.'),
      },
      seen: (args, call) => this.seen(args, call),
      act: (args, call) => this.takeBack(args, call),
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
    const { importId, ruleId, runId } = oneOfBoth(args);
    if (importId !== undefined) return [await this.imports.fingerprint(caller.workspaceId, importId)];
    return [await this.runs.undoState(caller.workspaceId, ruleId, runId)];
  }

  private async takeBack(args: Undone, { caller }: Call): Promise<Done> {
    const { importId, ruleId, runId } = oneOfBoth(args);
    const { workspaceId } = caller;
    const again = { tool: null, arguments: null };
    if (importId !== undefined) {
      refuseBeyond(caller, ['imports:write']);
      const whole = JSON.parse((await this.commitment.undo(workspaceId, importId)).text) as ImportView;
      const undone = visibleImport(whole, caller);
      return {
        result: answer({
          importId: id(importId),
          runId: null,
          transactionsRemoved: undone.transactionsRemoved,
          balanceAfter: decimal(undone.balanceAfter),
          restored: null,
          leftAlone: null,
        }),
        touched: [whole.transactionsRemoved ?? 0, ...whole.accounts.map(({ accountId }) => accountId)],
        undo: {
          ...again,
          how: says`For 30 days restore_transactions takes single ones out of the trash; the file can be read again.`,
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
      undo: { ...again, how: says`Call save_rule with this ruleId and applyToExisting true to categorise them again.` },
    };
  }
}

type Which =
  | { readonly importId: string; readonly ruleId?: never; readonly runId?: never }
  | { readonly importId?: never; readonly ruleId: string; readonly runId: string };

/** @throws ValidationFailed unless an import is named, or a rule and its run */
function oneOfBoth({ importId, ruleId, runId }: Undone): Which {
  if (importId !== undefined && ruleId === undefined && runId === undefined) {
    if (!isId(importId)) throw ImportNotFound(importId);
    return { importId };
  }
  if (importId === undefined && ruleId !== undefined && runId !== undefined) {
    if (!isId(ruleId)) throw RuleNotFound(ruleId);
    if (!isId(runId)) throw RuleRunNotFound(runId);
    return { ruleId, runId };
  }
  throw argumentInvalid('importId', 'has to be given alone, or ruleId and runId together');
}
