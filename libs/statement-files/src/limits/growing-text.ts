import { LIMITS } from './limits.js';
import { StatementUnreadable } from './unreadable.js';

/** Text built from pieces, with a maximum length. */
export class GrowingText {
  private text = '';

  get isEmpty(): boolean {
    return this.text === '';
  }

  /** @throws StatementUnreadable if the text exceeds the maximum length of a field */
  add(piece: string, line: number): void {
    this.text += piece;
    refuseLongText(this.text, line);
  }

  /** Returns the text and resets it to empty. */
  take(): string {
    const taken = this.text;
    this.text = '';
    return taken;
  }
}

export function refuseLongText(text: string, line: number): void {
  if (text.length <= LIMITS.textLength) return;
  throw new StatementUnreadable('a text is longer than 100,000 characters', `line ${line}`);
}
