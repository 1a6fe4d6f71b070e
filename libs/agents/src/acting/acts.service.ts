import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, DryRuns, findRecord, saveRecord, newId, runAudited } from '@app/kernel';
import { Workspaces } from '@app/workspace';
import type { Answer, Fact } from '../answers/answer.js';
import { answer, instant, says, token, word } from '../answers/answer.js';
import { ConfirmationExpired } from '../agents.problems.js';
import type { Call, Done, DraftingTool, Tool, WritingTool } from '../calls/tool.js';
import { effectsAnswer } from './effects-answer.js';
import type { Confirmed } from './confirmations.service.js';
import { Confirmations, digest } from './confirmations.service.js';

type Arguments = Readonly<Record<string, unknown>>;

/** Why a preview is answered where a confirmation was sent. */
const CHANGED = says`Something that this would touch has changed since the preview. Nothing was done: show the person this new preview.`;
const FIRST = says`Nothing was done. Show the person the summary; if they agree, call again with the same arguments and this confirmation.`;

/** Tools that change something: first what they would do, then, with the confirmation of that, the act (decision 0078). */
@Injectable()
export class Acts {
  constructor(
    private readonly database: Database,
    private readonly dryRuns: DryRuns,
    private readonly confirmations: Confirmations,
    private readonly workspaces: Workspaces,
    private readonly clock: Clock,
  ) {}

  draft(tool: DraftingTool, args: Arguments, call: Call): Promise<Answer> {
    return runAudited(this.auditContext(tool, args, call), () => tool.draft(args, call));
  }

  /** Answers a preview, or acts where it was confirmed. */
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
      summary: tool.summary(args, effects),
      next,
      confirmation: token(confirmation),
      confirmationExpiresAt: instant(expiresAt.toISOString()),
      effects: effectsAnswer(effects, (await this.workspaces.current(call.caller.workspaceId)).baseCurrency),
      result: result.result,
    });
  }

  /**
   * Acts, or answers what was answered when it was done. While it is compared and done no other work is done in the workspace, in
   * whatever process, as for a request with If-Match.
   * @throws ChangedSince if a thing that it touches is not as it was seen, or would not become what was shown
   */
  private actOnce(tool: WritingTool, args: Arguments, call: Call, confirmed: Confirmed): Promise<Answer> {
    const { workspaceId } = call.caller;
    return this.database.joinedTransaction(workspaceId, { exclusive: true }, async (work) => {
      const now = this.clock.now();
      const [known] = await work.query<StoredRecord>(findRecord(workspaceId, confirmed.key, now));
      if (known) return JSON.parse(known.body) as Answer;
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
    await work.query(saveRecord(work.workspaceId, key, record, now));
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

/** What was confirmed is out of date. It ends the transaction, so that nothing is done. */
class ChangedSince extends Error {}

/** The one thing that an act is about, where it is about one. */
function resourceOf(args: Arguments): string | null {
  const named = ['importId', 'runId', 'budgetId', 'ruleId'].map((name) => args[name]);
  return named.find((id) => typeof id === 'string') ?? null;
}

type StoredRecord = Parameters<typeof saveRecord>[2];
