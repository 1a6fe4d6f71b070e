import { describe, expect, it } from '@jest/globals';
import type { Answer } from './answer.js';
import { answer, decimal } from './answer.js';
import { shortened } from './shortened.js';
import { untrusted } from './untrusted.js';

const things = (count: number, text = 'x') =>
  Array.from({ length: count }, () => answer({ amount: decimal('1.00') }, untrusted({ description: text })));
const read = (shortAnswer: Answer) =>
  shortAnswer as unknown as Record<string, { untrusted: { description: string } }[]> & { leftOut: number };
const length = (shortAnswer: Answer) => JSON.stringify(shortAnswer).length;

describe('a long tool response', () => {
  it('leaves a short tool response unchanged', () => {
    const short = answer({ items: things(3) });
    expect(shortened(short)).toEqual({ value: short, text: JSON.stringify(short) });
  });

  it('shortens third-party text and ends the shortened text with an ellipsis', () => {
    const { value: short } = shortened(answer({ transactions: things(50, 'é'.repeat(500)) }));
    expect(length(short)).toBeLessThan(20_000);
    expect(read(short)['transactions']).toHaveLength(50);
    expect(read(short)['transactions']![0]!.untrusted.description).toBe(`${'é'.repeat(199)}…`);
    expect(read(short).leftOut).toBeUndefined();
  });

  it('shortens lists of third-party text', () => {
    const { value: short } = shortened(
      answer({}, untrusted({ values: Array.from({ length: 100 }, () => 'v'.repeat(500)) })),
    );
    expect(short).toEqual({ untrusted: { values: Array(20).fill(`${'v'.repeat(199)}…`) } });
  });

  it('shortens the longest lists if the facts alone are too long, but does not shorten a page', () => {
    const [lists, page] = [things(800), things(100)];
    const { value: short } = shortened(answer({ lists, few: things(4), items: page }));
    expect(length(short)).toBeLessThan(20_000);
    expect([read(short)['items'], read(short)['few']]).toEqual([page, things(4)]);
    expect(read(short)['lists']!.length + read(short).leftOut).toBe(800);
    expect(lists).toHaveLength(800);
  });
});
