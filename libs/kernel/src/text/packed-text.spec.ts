import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { packedText, unpackedText } from './packed-text.js';

describe('the compression of text', () => {
  it('compresses text to less than a tenth and restores the same text', async () => {
    const text = JSON.stringify(
      Array.from({ length: 500 }, (_, n) => ({ description: 'Café Niño 🌮', amount: `${n}.00` })),
    );
    const packed = (await packedText(text))!;
    expect(packed.length).toBeLessThan(text.length / 10);
    expect(await unpackedText(packed)).toBe(text);
  });

  it('does not compress text shorter than 4 KiB', async () => {
    expect(await packedText('x'.repeat(4_095))).toBeNull();
    expect(await packedText('ñ'.repeat(2_048))).not.toBeNull();
  });

  it('rejects text beyond the maximum length when it compresses or decompresses', async () => {
    await expect(packedText('x'.repeat(9_001), 9_000)).rejects.toThrow('too long');
    await expect(unpackedText(brotliCompressSync('x'.repeat(9_001)), 9_000)).rejects.toThrow('larger than 9000 bytes');
    expect(await unpackedText(brotliCompressSync('x'.repeat(9_000)), 9_000)).toHaveLength(9_000);
  });
});
