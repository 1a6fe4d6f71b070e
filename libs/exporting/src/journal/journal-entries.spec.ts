import { describe, expect, it } from '@jest/globals';
import type { BookPart, BookTransaction } from './journal-entries.js';
import { entriesOf, negated, signed } from './journal-entries.js';

const transaction = (id: string) => ({ id }) as BookTransaction;
const part = (transactionId: string, amount: string) => ({ transactionId, amount }) as BookPart;

async function* batches<Row>(...all: Row[][]): AsyncGenerator<Row[]> {
  yield* all;
}

describe('entriesOf', () => {
  it('joins transactions and their splits across batch boundaries', async () => {
    const transactions = batches([transaction('a'), transaction('b')], [transaction('c')], [transaction('d')]);
    const parts = batches([part('b', '1.00')], [part('b', '2.00'), part('d', '3.00')], [part('d', '4.00')]);
    const lines: string[] = [];
    for await (const entries of entriesOf(transactions, parts)) {
      lines.push(
        ...entries.map((entry) => [entry.transaction.id, ...entry.parts.map(({ amount }) => amount)].join(' ')),
      );
    }

    expect(lines).toEqual(['a', 'b 1.00 2.00', 'c', 'd 3.00 4.00']);
  });
});

describe('journal amounts', () => {
  it.each([
    ['expense', '25.00', '-25.00'],
    ['lent', '25.00', '-25.00'],
    ['repayment_received', '25.00', '25.00'],
    ['adjustment', '-5.00', '-5.00'],
  ])('for a transaction of type %s, converts the amount %s to %s', (type, amount, effect) => {
    expect(signed(type, amount)).toBe(effect);
  });

  it('negates an amount without creating a negative zero', () => {
    expect([negated('0.00'), negated('-0.05'), negated('1.00')]).toEqual(['0.00', '0.05', '-1.00']);
  });
});
