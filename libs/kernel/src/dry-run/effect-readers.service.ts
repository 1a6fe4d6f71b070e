import { Injectable } from '@nestjs/common';
import type { Values } from '../sql/statement.js';
import type { EffectsView } from './effects.view.js';

/**
 * Reads figures of a context before and after a change, and compares them (decision 0062). `before` and `after` return
 * the SQL of a column. Both read the same moment: `after` with the change and `before` without it. `$1` is the
 * workspace ID.
 * @typeParam Question description of the figures to read; `further` extends it if the figures that were read require
 * more
 */
export interface EffectReader<Question = unknown> {
  question?(workspaceId: string): Question;
  after(values: Values, question: Question, published: readonly object[]): string;
  before(values: Values, question: Question, after: string, published: readonly object[]): string;
  further?(seen: string, question: Question): Question | null;
  compare(seen: SeenChange, question: Question, workspaceId: string): Partial<EffectsView>;
}

export interface SeenChange {
  readonly before: string;
  readonly after: string;
  readonly published: readonly object[];
}

@Injectable()
export class EffectReaders {
  readonly all: EffectReader[] = [];

  add<Question>(reader: EffectReader<Question>): void {
    this.all.push(reader);
  }
}
