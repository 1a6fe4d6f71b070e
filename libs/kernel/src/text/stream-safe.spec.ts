import { describe, expect, it } from '@jest/globals';
import { isStreamSafe, streamSafe } from './stream-safe.js';

const marks = (count: number) => '\u0301\u0323'.repeat(count / 2);

describe('stream-safe text', () => {
  it('text is stream-safe if each letter has at most thirty combining marks', () => {
    for (const text of ['', 'Año', `a${marks(30)}b${marks(30)}`])
      expect([isStreamSafe(text), streamSafe(text)]).toEqual([true, text]);
    expect([isStreamSafe(`a${marks(32)}b`), streamSafe(`a${marks(32)}b`)]).toEqual([false, `a${marks(30)}b`]);
  });

  it('removes combining marks beyond the thirtieth of a letter', () => {
    expect(streamSafe(`a${marks(400_000)}`).normalize('NFC')).toHaveLength(30);
  });
});
