import { LIMITS } from './limits.js';
import { StatementUnreadable } from './unreadable.js';

export class GrowingText {
  private text = '';

  get isEmpty(): boolean {
    return this.text === '';
  }

  /** @throws StatementUnreadable if the text becomes too long */
  add(piece: string, line: number): void {
    this.text += piece;
    refuseLongText(this.text, line);
  }

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
