import type { z } from 'zod';
import type { EffectsView, FineScope, Principal } from '@app/kernel';
import type { Answer, Fact } from '../answers/answer.js';

/** A tool call. `gone` is aborted when the client disconnects. */
export interface Call {
  readonly caller: Principal;
  readonly gone: AbortSignal;
  readonly requestId: string;
}

type Shape = z.ZodRawShape;
type Arguments<S extends Shape> = z.infer<z.ZodObject<S>>;

interface Described<S extends Shape> {
  /** A verb and a noun. */
  readonly name: string;
  /** Title in Spanish, for users. */
  readonly title: string;
  /** Description in English, for models: when to use the tool and when not. */
  readonly description: string;
  readonly input: S;
  /** Fields of the output. Writing tools also return the fields of every preview and change. */
  readonly output: Shape;
  /** Alternative sets of scopes. A token needs all scopes in one of these sets. */
  readonly scopes: readonly (readonly FineScope[])[];
}

export interface ReadingTool<S extends Shape = Shape> extends Described<S> {
  read(args: Arguments<S>, call: Call): Promise<Answer>;
}

/** A tool that creates drafts. Drafts do not affect figures and need no confirmation. */
export interface DraftingTool<S extends Shape = Shape> extends Described<S> {
  draft(args: Arguments<S>, call: Call): Promise<Answer>;
}

export interface Done {
  readonly result: Answer;
  /**
   * Changed objects as text, without new IDs and times. If they differ from those in the preview, the user confirmed a
   * different change.
   */
  readonly touched: readonly (string | number)[];
  /** Instructions to undo the change. `tool` and `arguments` are null if no tool can undo it. */
  readonly undo: { readonly tool: Fact | null; readonly arguments: Answer | null; readonly how: Fact };
}

/** A tool that first previews a change and then makes it. */
export interface WritingTool<S extends Shape = Shape> extends Described<S> {
  readonly destructive: boolean;
  /** True if the change may affect every row in the workspace and must wait for its turn (decision 0083). */
  readonly bulk?: true | ((args: unknown) => boolean);
  /**
   * Returns the current state of the affected objects. If it differs from the state at the preview, the confirmation is
   * invalid.
   */
  seen(args: Arguments<S>, call: Call): Promise<readonly string[]>;
  act(args: Arguments<S>, call: Call): Promise<Done>;
  summary(args: Arguments<S>, effects: EffectsView): Fact;
}

export type Tool = ReadingTool | DraftingTool | WritingTool;

export interface ToolGroup {
  readonly tools: readonly Tool[];
}

/** Identity functions that let TypeScript infer the argument types of a tool. */
export const reading = <S extends Shape>(tool: ReadingTool<S>): Tool => tool;
export const drafting = <S extends Shape>(tool: DraftingTool<S>): Tool => tool;
export const writing = <S extends Shape>(tool: WritingTool<S>): Tool => tool;

export const isWriting = (tool: Tool): tool is WritingTool => 'act' in tool;
export const isReading = (tool: Tool): tool is ReadingTool => 'read' in tool;
