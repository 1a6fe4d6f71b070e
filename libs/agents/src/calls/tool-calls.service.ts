import type { Log, Principal } from '@app/kernel';
import { InternalError, missingScopes, Problem, problemOfDatabaseError, refuseBeyond } from '@app/kernel';
import type { Answer } from '../answers/answer.js';
import type { Serialized } from '../answers/shortened.js';
import { serialize, shortened } from '../answers/shortened.js';
import { ToolNotFound } from '../agents.problems.js';
import { readArguments } from './arguments.js';
import type { ListedTool } from './catalogue.js';
import { coveredTools, inputOf, listedTool } from './catalogue.js';
import type { Refusal } from './refusal.js';
import { refusalOf } from './refusal.js';
import type { Call, DraftingTool, Tool, ToolGroup, WritingTool } from './tool.js';
import { isReading, isWriting } from './tool.js';

export type Outcome =
  ({ readonly isError: false } & Serialized<Answer>) | ({ readonly isError: true } & Serialized<Refusal>);

export interface Carrying {
  draft(tool: DraftingTool, args: Readonly<Record<string, unknown>>, call: Call): Promise<Answer>;
  /** Returns a preview, or makes the change if `confirmation` is valid. */
  answer(
    tool: WritingTool,
    args: Readonly<Record<string, unknown>>,
    confirmation: string | undefined,
    call: Call,
  ): Promise<Answer>;
}

export class ToolCalls {
  private readonly tools: ReadonlyMap<string, Tool>;
  private readonly listed = new Map<Tool, ListedTool>();
  /** Cached, because building a schema takes longer than parsing with it. */
  private readonly inputs = new Map<Tool, ReturnType<typeof inputOf>>();

  constructor(
    groups: readonly ToolGroup[],
    private readonly acts: Carrying,
    private readonly log: Log,
  ) {
    this.tools = new Map(groups.flatMap(({ tools }) => tools).map((tool) => [tool.name, tool]));
  }

  list(caller: Principal): ListedTool[] {
    return coveredTools([...this.tools.values()], caller).map((tool) => {
      const listed = this.listed.get(tool) ?? listedTool(tool);
      this.listed.set(tool, listed);
      return listed;
    });
  }

  has(name: string): boolean {
    return this.tools.has(name);
  }

  /**
   * Returns the scope that the client should request. Null if the token already covers the tool, or if the tool does
   * not exist.
   */
  missingScope(name: string, caller: Principal): string | null {
    const tool = this.tools.get(name);
    if (!tool || coveredTools([tool], caller).length > 0) return null;
    return missingScopes(caller, tool.scopes[0]!);
  }

  isBulk(name: string, args: unknown): boolean {
    const tool = this.tools.get(name);
    if (tool === undefined || !isWriting(tool)) return false;
    return typeof tool.bulk === 'function' ? tool.bulk(args) : tool.bulk === true;
  }

  /**
   * Calls a tool. Returns problems as outcomes instead of throwing them.
   * @throws ToolNotFound
   */
  async call(name: string, args: unknown, call: Call): Promise<Outcome> {
    const tool = this.tools.get(name);
    if (!tool) throw ToolNotFound();
    try {
      if (coveredTools([tool], call.caller).length === 0) refuseBeyond(call.caller, tool.scopes[0]!);
      const answer = await this.answer(tool, readArguments(this.inputOf(tool), args), call);
      return { isError: false, ...shortened(answer) };
    } catch (error) {
      return { isError: true, ...serialize(refusalOf(this.problemOf(error, call), call)) };
    }
  }

  private inputOf(tool: Tool): ReturnType<typeof inputOf> {
    const input = this.inputs.get(tool) ?? inputOf(tool);
    this.inputs.set(tool, input);
    return input;
  }

  private answer(tool: Tool, args: Readonly<Record<string, unknown>>, call: Call): Promise<Answer> {
    if (isReading(tool)) return tool.read(args, call);
    if (!isWriting(tool)) return this.acts.draft(tool, args, call);
    const { confirmation, ...own } = args as { readonly confirmation?: string };
    return this.acts.answer(tool, own, confirmation, call);
  }

  /** Returns the problem that the HTTP API would return for this error. Logs internal errors. */
  private problemOf(error: unknown, { requestId, gone }: Call): Problem {
    const cause = problemOfDatabaseError(error);
    const problem = cause instanceof Problem ? cause : InternalError();
    if (problem.type.status >= 500 && !gone.aborted) {
      this.log.error({ err: error, requestId, code: problem.type.code }, 'a tool failed');
    }
    return problem;
  }
}
