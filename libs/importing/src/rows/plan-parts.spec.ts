import { describe, expect, it } from '@jest/globals';
import type { PartRow, PurchasePlan } from './plan-parts.js';
import { partsOfPlans } from './plan-parts.js';

const NIMBUS: PurchasePlan = { months: 6, amount: 3_000_00n, text: 'nimbus stay' };
const part = (text: string, number = 2, fields: Partial<PartRow> = {}) => ({
  ...{ text: `${text} ${number} de 6`, number, months: 6, amount: 500_00n, ...fields },
});
const matched = (rows: readonly Omit<PartRow, 'index'>[], ...plans: PurchasePlan[]) =>
  partsOfPlans(
    rows.map((row, index) => ({ index, ...row })),
    plans,
  ).sort();

describe('partsOfPlans', () => {
  it('matches rows that have the same number of months and an installment amount within 5 centavos', () => {
    const amounts = [499_94n, 499_95n, 500_05n, 500_06n];
    expect(amounts.map((amount) => matched([part('x', 2, { amount })], NIMBUS).length)).toEqual([0, 1, 1, 0]);
    expect(matched([part('nimbus', 2, { months: 9 })], NIMBUS)).toEqual([]);
  });

  it('matches a row without a word of the purchase if only this row and one plan fit', () => {
    expect(matched([part('reserva en linea')], NIMBUS)).toEqual([0]);
  });

  it('requires a word of the purchase if rows of several shops fit', () => {
    expect(matched([part('nimbus stay'), part('liverpool polanco')], NIMBUS)).toEqual([0]);
    expect(matched([part('liverpool polanco'), part('stay by nimbus')], NIMBUS)).toEqual([1]);
    expect(matched([part('liverpool polanco', 4), part('nimbus', 3)], NIMBUS)).toEqual([1]);
    expect(matched([part('liverpool'), part('sears')], NIMBUS)).toEqual([]);
  });

  it('requires a word of the purchase if several rows of one shop fit', () => {
    expect(matched([part('nimbus stay', 2), part('nimbus stay', 3)], NIMBUS)).toEqual([0, 1]);
    expect(matched([part('sears', 2), part('sears', 3)], NIMBUS)).toEqual([]);
  });

  it('if several plans fit, matches the plan that shares a word with the row', () => {
    const sears = { ...NIMBUS, text: 'sears' };
    expect(matched([part('liverpool'), part('sears'), part('nimbus stay')], NIMBUS, sears)).toEqual([1, 2]);
    expect(matched([part('reserva')], NIMBUS, sears)).toEqual([]);
  });

  it('matches each installment once and prefers the row that shares the most words with the purchase', () => {
    expect(matched([part('nimbus'), part('nimbus stay'), part('nimbus stay')], NIMBUS)).toEqual([1]);
    expect(matched([part('nimbus'), part('nimbus'), part('nimbus')], NIMBUS, NIMBUS)).toEqual([0, 1]);
  });

  it('skips an installment that a row of an earlier import matched', () => {
    const rows = [
      { index: null, ...part('nimbus stay') },
      { index: 0, ...part('nimbus bar') },
      { index: 1, ...part('nimbus stay', 3) },
    ];
    expect(partsOfPlans(rows, [NIMBUS])).toEqual([1]);
    const nextMonth = [rows[0]!, { index: 0, ...part('otro nombre', 3) }];
    expect(partsOfPlans(nextMonth, [NIMBUS])).toEqual([0]);
  });

  it('ignores generic words when it matches rows with plans', () => {
    const plan = { ...NIMBUS, text: 'compra en liverpool mexico sa de cv' };
    expect(matched([part('compra sears mexico'), part('pago liverpool msi')], plan)).toEqual([1]);
    expect(matched([part('h&m'), part('c&a')], { ...NIMBUS, text: 'h&m reforma' })).toEqual([0]);
  });
});
