import { describe, expect, it } from '@jest/globals';
import { textPieces } from './text-pieces.js';

const KIB = 1024;

describe('textPieces', () => {
  it('joins short lines into one piece', () => {
    expect([...textPieces(['a\n', 'b\n', 'c\n'])]).toEqual(['a\nb\nc\n']);
    expect([...textPieces([])]).toEqual([]);
  });

  it('completes a piece as soon as it has 256 KiB, before it reads the next line', () => {
    let read = 0;
    const lines = function* () {
      for (; read < 6; read += 1) yield String(read).repeat(100 * KIB);
    };
    const sizes: number[] = [];
    for (const piece of textPieces(lines())) {
      sizes.push(piece.length / KIB);
      expect(piece).toContain(String(Math.min(read, 5)));
    }
    expect(sizes).toEqual([300, 300]);
  });

  it('measures a piece in bytes of UTF-8', () => {
    const line = 'ñ'.repeat(128 * KIB);
    expect([...textPieces([line, line])]).toEqual([line, line]);
  });
});
