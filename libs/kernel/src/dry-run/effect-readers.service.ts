import { Injectable } from '@nestjs/common';
import type { Values } from '../sql/statement.js';
import type { EffectsView } from './effects.view.js';

/**
 * Reads some of the figures that a change may move, as a context shows them, and says which of them it moved (decision
 * 0062). What is read after the change is one column of one statement, and what was before it of another: both see the
 * database at one moment, the second without the change. `$1` is the workspace.
 * @typeParam Question what has to be asked for and is not known without a look at the database
 */
export interface EffectReader<Question = unknown> {
  /** What to ask for first, as well as it is known without a look. */
  question?(workspaceId: string): Question;
  /**
   * Writes the column, a text, of what is there after the change.
   * @param published the events of the change; they tell what need not be looked at
   */
  after(values: Values, question: Question, published: readonly object[]): string;
  /**
   * Writes the column, a text, of what was there before it.
   * @param after what the other column had
   */
  before(values: Values, question: Question, after: string, published: readonly object[]): string;
  /** What else had to be asked to understand a column; null where it says all. */
  further?(seen: string, question: Question): Question | null;
  /** What differs. */
  compare(seen: SeenChange, question: Question, workspaceId: string): Partial<EffectsView>;
}

/** What a reader saw of a change. */
export interface SeenChange {
  /** What its column had before the change, and after it. */
  readonly before: string;
  readonly after: string;
  /** The events that were published by the change. */
  readonly published: readonly object[];
}

/** The readers of all contexts, each told by the context whose figures they are. */
@Injectable()
export class EffectReaders {
  readonly all: EffectReader[] = [];

  add<Question>(reader: EffectReader<Question>): void {
    this.all.push(reader);
  }
}
