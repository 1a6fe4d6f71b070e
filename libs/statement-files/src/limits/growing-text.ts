import { LIMITS } from './limits.js';
import { StatementUnreadable } from './unreadable.js';

/** A text that comes in pieces, of which only so much is ever held. */
export class GrowingText {
  private text = '';

  get isEmpty(): boolean {
    return this.text === '';
  }

  /** @throws StatementUnreadable when it becomes longer than any field of a statement is */
  add(piece: string, line: number): void {
    this.text += piece;
    refuseLongText(this.text, line);
  }

  /** What has come so far; the next text begins empty. */
  take(): string {
    const taken = this.text;
    this.text = '';
    return taken;
  }
}

/** @throws StatementUnreadable */
export function refuseLongText(text: string, line: number): void {
  if (text.length <= LIMITS.textLength) return;
  throw new StatementUnreadable('a text is longer than 100,000 characters', `line ${line}`);
}
