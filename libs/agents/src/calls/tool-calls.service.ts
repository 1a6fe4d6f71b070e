import type { Log, Principal } from '@app/kernel';
import { InternalError, missingScopes, Problem, problemOfDatabaseError, refuseBeyond } from '@app/kernel';
import type { Answer } from '../answers/answer.js';
import type { Told } from '../answers/shortened.js';
import { shortened, tellingOf } from '../answers/shortened.js';
import { ToolNotFound } from '../agents.problems.js';
import { readArguments } from './arguments.js';
import type { ListedTool } from './catalogue.js';
import { coveredTools, inputOf, listedTool } from './catalogue.js';
import type { Refusal } from './refusal.js';
import { refusalOf } from './refusal.js';
import type { Call, DraftingTool, Tool, ToolGroup, WritingTool } from './tool.js';
import { isReading, isWriting } from './tool.js';

/** What a call came to: an answer, or a refusal. */
export type Outcome = ({ readonly isError: false } & Told<Answer>) | ({ readonly isError: true } & Told<Refusal>);

/** Carries out a tool that changes something. */
export interface Carrying {
  /** Makes or corrects what nothing counts yet. */
  draft(tool: DraftingTool, args: Readonly<Record<string, unknown>>, call: Call): Promise<Answer>;
  /** Answers a preview, or acts where one was confirmed. */
  answer(
    tool: WritingTool,
    args: Readonly<Record<string, unknown>>,
    confirmation: string | undefined,
    call: Call,
  ): Promise<Answer>;
}

/** All tools: listed for a token, and called by their names. */
export class ToolCalls {
  private readonly tools: ReadonlyMap<string, Tool>;
  private readonly listed = new Map<Tool, ListedTool>();
  /** The forms of arguments that were asked for: to make one takes longer than to read by it. */
  private readonly inputs = new Map<Tool, ReturnType<typeof inputOf>>();

  constructor(
    groups: readonly ToolGroup[],
    private readonly acts: Carrying,
    private readonly log: Log,
  ) {
    this.tools = new Map(groups.flatMap(({ tools }) => tools).map((tool) => [tool.name, tool]));
  }

  /** The tools that the caller's token covers, as they are told to clients. */
  list(caller: Principal): ListedTool[] {
    return coveredTools([...this.tools.values()], caller).map((tool) => {
      const known = this.listed.get(tool) ?? listedTool(tool);
      this.listed.set(tool, known);
      return known;
    });
  }

  has(name: string): boolean {
    return this.tools.has(name);
  }

  /** The scope to ask for where a tool is not covered by a token; null where it is, or there is no such tool. */
  missingScope(name: string, caller: Principal): string | null {
    const tool = this.tools.get(name);
    if (!tool || coveredTools([tool], caller).length > 0) return null;
    return missingScopes(caller, tool.scopes[0]!);
  }

  /** Whether a tool may change as many rows as a workspace has. */
  isBulk(name: string): boolean {
    const tool = this.tools.get(name);
    return tool !== undefined && isWriting(tool) && tool.bulk === true;
  }

  /** Calls a tool. What it refuses is an outcome; only a name that no tool has is thrown. */
  async call(name: string, given: unknown, call: Call): Promise<Outcome> {
    const tool = this.tools.get(name);
    if (!tool) throw ToolNotFound();
    try {
      if (coveredTools([tool], call.caller).length === 0) refuseBeyond(call.caller, tool.scopes[0]!);
      const answer = await this.answer(tool, readArguments(this.inputOf(tool), given), call);
      return { isError: false, ...shortened(answer) };
    } catch (error) {
      return { isError: true, ...tellingOf(refusalOf(this.problemOf(error, call), call)) };
    }
  }

  private inputOf(tool: Tool): ReturnType<typeof inputOf> {
    const known = this.inputs.get(tool) ?? inputOf(tool);
    this.inputs.set(tool, known);
    return known;
  }

  private answer(tool: Tool, args: Readonly<Record<string, unknown>>, call: Call): Promise<Answer> {
    if (isReading(tool)) return tool.read(args, call);
    if (!isWriting(tool)) return this.acts.draft(tool, args, call);
    const { confirmation, ...own } = args as { readonly confirmation?: string };
    return this.acts.answer(tool, own, confirmation, call);
  }

  /** Whatever broke is in the log; the caller hears of it no more than a client of the API does. */
  private problemOf(error: unknown, { requestId, gone }: Call): Problem {
    const known = problemOfDatabaseError(error);
    const problem = known instanceof Problem ? known : InternalError();
    if (problem.type.status >= 500 && !gone.aborted) {
      this.log.error({ err: error, requestId, code: problem.type.code }, 'a tool failed');
    }
    return problem;
  }
}
