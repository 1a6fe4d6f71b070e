import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import {
  Clock,
  RequestTransactions,
  DryRuns,
  findRecord,
  saveRecord,
  newId,
  runAudited,
  StoredAnswersFull,
} from '@app/kernel';
import { Workspaces } from '@app/workspace';
import type { Answer, Fact } from '../answers/answer.js';
import { answer, inOneText, instant, says, token, word } from '../answers/answer.js';
import { ConfirmationExpired } from '../agents.problems.js';
import type { Call, Done, DraftingTool, Tool, WritingTool } from '../calls/tool.js';
import { effectsAnswer } from './effects-answer.js';
import type { Confirmed } from './confirmations.service.js';
import { Confirmations, digest } from './confirmations.service.js';

type Arguments = Readonly<Record<string, unknown>>;

const CHANGED = says`The data has changed since the preview. Nothing was done. Show the user this new preview.`;
const FIRST = says`Nothing was done. Show the user the summary. If the user agrees, call again with the same arguments and this confirmation.`;

/**
 * Runs writing tools. The first call returns a preview. A second call with the preview's confirmation makes the change
 * (decision 0078).
 */
@Injectable()
export class Acts {
  constructor(
    private readonly transactions: RequestTransactions,
    private readonly dryRuns: DryRuns,
    private readonly confirmations: Confirmations,
    private readonly workspaces: Workspaces,
    private readonly clock: Clock,
  ) {}

  draft(tool: DraftingTool, args: Arguments, call: Call): Promise<Answer> {
    return runAudited(this.auditContext(tool, args, call), () => tool.draft(args, call));
  }

  async answer(tool: WritingTool, args: Arguments, confirmation: string | undefined, call: Call): Promise<Answer> {
    return runAudited(this.auditContext(tool, args, call), async () => {
      if (confirmation === undefined) return this.preview(tool, args, call, FIRST);
      const confirmed = await this.confirmations.read(confirmation, tool.name, args, call);
      try {
        return await this.actOnce(tool, args, call, confirmed);
      } catch (error) {
        if (!(error instanceof ChangedSince)) throw error;
        return this.preview(tool, args, call, CHANGED);
      }
    });
  }

  private async preview(tool: WritingTool, args: Arguments, call: Call, next: Fact) {
    const seen = await tool.seen(args, call);
    const { result, effects } = await this.dryRuns.run<Done>(call.caller, () => tool.act(args, call));
    const previewed = { seen, touched: result.touched };
    const { confirmation, expiresAt } = await this.confirmations.issue(tool.name, args, previewed, call);
    return answer({
      status: word('preview'),
      summary: inOneText([tool.summary(args, effects), result.note ?? null]),
      next,
      confirmation: token(confirmation),
      confirmationExpiresAt: instant(expiresAt.toISOString()),
      effects: effectsAnswer(effects, (await this.workspaces.current(call.caller.workspaceId)).baseCurrency),
      result: result.result,
    });
  }

  /**
   * Makes the change once. A repeated call returns the stored result. Locks the workspace exclusively, so that nothing
   * changes between the comparison with the preview and the change.
   * @throws ConfirmationExpired
   * @throws ChangedSince if an affected object or the outcome differs from the preview
   */
  private actOnce(tool: WritingTool, args: Arguments, call: Call, confirmed: Confirmed): Promise<Answer> {
    const { workspaceId } = call.caller;
    return this.transactions.join(workspaceId, { exclusive: true }, async (work) => {
      const now = this.clock.now();
      const { record: stored, fullForSeconds } = await findRecord(work, confirmed.key, now);
      if (stored) return JSON.parse(stored.body) as Answer;
      if (fullForSeconds !== null) throw StoredAnswersFull(fullForSeconds);
      if (now > confirmed.expiresAt) throw ConfirmationExpired();
      if (digest(await tool.seen(args, call)) !== confirmed.seen) throw new ChangedSince();
      const { result, undo, touched } = await tool.act(args, call);
      if (digest(touched) !== confirmed.touched) throw new ChangedSince();
      const done = answer({
        status: word('done'),
        result,
        undo: answer({ tool: undo.tool, arguments: undo.arguments, how: undo.how }),
      });
      await this.keep(work, confirmed.key, done, now);
      return done;
    });
  }

  private async keep(work: UnitOfWork, key: string, done: Answer, now: Date): Promise<void> {
    const record = { fingerprint: Buffer.alloc(0), status: 200, body: JSON.stringify(done) };
    await saveRecord(work, key, record, now);
  }

  private auditContext(tool: Tool, args: Arguments, { caller, requestId }: Call) {
    return {
      id: newId(),
      at: this.clock.now(),
      actor: { kind: caller.credential, id: caller.credentialId, name: null },
      action: `POST /mcp ${tool.name}`,
      resourceId: resourceOf(args),
      fields: Object.keys(args),
      requestId,
    };
  }
}

/** Thrown to roll back a change whose preview is outdated. */
class ChangedSince extends Error {}

/** Returns the ID of the changed import, run, budget, rule or goal for the audit log; null for other changes. */
function resourceOf(args: Arguments): string | null {
  const ids = ['importId', 'runId', 'budgetId', 'ruleId', 'goalId'].map((name) => args[name]);
  return ids.find((id) => typeof id === 'string') ?? null;
}
