import type { z } from 'zod';
import type { EffectsView, FineScope, Principal } from '@app/kernel';
import type { Answer, Fact } from '../answers/answer.js';

/** Who calls a tool, and whether the caller still waits. */
export interface Call {
  readonly caller: Principal;
  readonly gone: AbortSignal;
  readonly requestId: string;
}

type Shape = z.ZodRawShape;
type Arguments<S extends Shape> = z.infer<z.ZodObject<S>>;

/** What every tool says of itself to the one who chooses among them. */
interface Described<S extends Shape> {
  /** A verb and a noun. */
  readonly name: string;
  /** For people, in Spanish. */
  readonly title: string;
  /** For a model, in English: when to use it, and when not. */
  readonly description: string;
  readonly input: S;
  /** What it answers; a writing tool adds what every one of them says. */
  readonly output: Shape;
  /** Alternatives, of which a token needs one whole. */
  readonly scopes: readonly (readonly FineScope[])[];
}

/** A tool that changes nothing. */
export interface ReadingTool<S extends Shape = Shape> extends Described<S> {
  read(args: Arguments<S>, call: Call): Promise<Answer>;
}

/** A tool that makes what nothing counts before it is committed, and needs no confirmation. */
export interface DraftingTool<S extends Shape = Shape> extends Described<S> {
  draft(args: Arguments<S>, call: Call): Promise<Answer>;
}

/** What an act did, and how it is undone. */
export interface Done {
  readonly result: Answer;
  /** The things that it changed, as texts without ids and times of this run: a different text was not confirmed. */
  readonly touched: readonly (string | number)[];
  /** The tool that undoes it with its arguments, or null where it is done in another way; and a sentence that says so. */
  readonly undo: { readonly tool: Fact | null; readonly arguments: Answer | null; readonly how: Fact };
}

/** A tool that changes something: first it says what it would do, and then it does that. */
export interface WritingTool<S extends Shape = Shape> extends Described<S> {
  readonly destructive: boolean;
  /** Whether it may change as many rows as a workspace has, so that it waits for its turn (decision 0083). */
  readonly bulk?: true;
  /** What the things that it touches are now, as texts: where one of them has changed, what was confirmed is out of date. */
  seen(args: Arguments<S>, call: Call): Promise<readonly string[]>;
  act(args: Arguments<S>, call: Call): Promise<Done>;
  /** What it would do, in a Spanish sentence of figures. */
  summary(args: Arguments<S>, effects: EffectsView): Fact;
}

/** A tool, however it works. */
export type Tool = ReadingTool | DraftingTool | WritingTool;

/** What a class of tools offers. */
export interface ToolGroup {
  readonly tools: readonly Tool[];
}

/** Writes a tool down with the types of its own arguments. */
export const reading = <S extends Shape>(tool: ReadingTool<S>): Tool => tool;
export const drafting = <S extends Shape>(tool: DraftingTool<S>): Tool => tool;
export const writing = <S extends Shape>(tool: WritingTool<S>): Tool => tool;

export const isWriting = (tool: Tool): tool is WritingTool => 'act' in tool;
export const isReading = (tool: Tool): tool is ReadingTool => 'read' in tool;
