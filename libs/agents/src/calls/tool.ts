import type { z } from 'zod';
import type { EffectsView, FineScope, Principal } from '@app/kernel';
import type { Answer, Fact } from '../answers/answer.js';

/** A tool call. `gone` aborts when the client disconnects. */
export interface Call {
  readonly caller: Principal;
  readonly gone: AbortSignal;
  readonly requestId: string;
}

type Shape = z.ZodRawShape;
type Arguments<S extends Shape> = z.infer<z.ZodObject<S>>;

interface Described<S extends Shape> {
  /** Verb and noun, such as `list_accounts`. */
  readonly name: string;
  /** Spanish title for users. */
  readonly title: string;
  /** English description for models: when to use the tool, and when not. */
  readonly description: string;
  readonly input: S;
  /** Output fields. Writing tools also return the fields that all previews and changes have. */
  readonly output: Shape;
  /** Alternative sets of scopes. A token needs all scopes of one set. */
  readonly scopes: readonly (readonly FineScope[])[];
}

export interface ReadingTool<S extends Shape = Shape> extends Described<S> {
  read(args: Arguments<S>, call: Call): Promise<Answer>;
}

/** Tool that creates drafts, which do not affect balances and need no confirmation. */
export interface DraftingTool<S extends Shape = Shape> extends Described<S> {
  draft(args: Arguments<S>, call: Call): Promise<Answer>;
}

export interface Done {
  readonly result: Answer;
  /**
   * Changed objects as text, without new IDs and times. If they differ from the preview, the user confirmed a different
   * change.
   */
  readonly touched: readonly (string | number)[];
  /** Sentence for the preview about a consequence that the effects do not show. */
  readonly note?: Fact | null;
  /** Instructions for undoing the change. `tool` and `arguments` are null if no tool can undo it. */
  readonly undo: { readonly tool: Fact | null; readonly arguments: Answer | null; readonly how: Fact };
}

/** Tool that first previews a change and then makes it. */
export interface WritingTool<S extends Shape = Shape> extends Described<S> {
  readonly destructive: boolean;
  /** True if the change may affect every row in the workspace and must wait for its turn (decision 0083). */
  readonly bulk?: true | ((args: unknown) => boolean);
  /** Returns the current state of the affected objects. If it differs from the preview, the confirmation is invalid. */
  seen(args: Arguments<S>, call: Call): Promise<readonly string[]>;
  act(args: Arguments<S>, call: Call): Promise<Done>;
  summary(args: Arguments<S>, effects: EffectsView): Fact;
}

export type Tool = ReadingTool | DraftingTool | WritingTool;

export interface ToolGroup {
  readonly tools: readonly Tool[];
}

/** Identity functions that let TypeScript infer a tool's argument types. */
export const reading = <S extends Shape>(tool: ReadingTool<S>): Tool => tool;
export const drafting = <S extends Shape>(tool: DraftingTool<S>): Tool => tool;
export const writing = <S extends Shape>(tool: WritingTool<S>): Tool => tool;

export const isWriting = (tool: Tool): tool is WritingTool => 'act' in tool;
export const isReading = (tool: Tool): tool is ReadingTool => 'read' in tool;
