import { describe, expect, it } from '@jest/globals';
import { Money } from '@app/kernel/pure';
import type { Cell, Counted, Named } from '../counting/counted.js';
import { categoryGroupsOf } from './spending-groups.js';

const pesos = (amount: string) => Money.parse(amount, 'MXN');
const named = (id: string, parentId: string | null): Named => ({ id, name: `Categoría ${id}`, parentId });
const cell = (key: string | null, amount: string, period = 0): Cell => ({
  ...{ period, type: 'expense', key, amount: pesos(amount), count: 1 },
});
const counted = (names: Named[], cells: Cell[]): Counted => ({
  ...{ currency: 'MXN', cells, sums: [], names, unconverted: [], narrowed: {} },
});
const shown = (of: Counted) =>
  categoryGroupsOf(of).map(
    ({ key, amount, own, count, previous }) => `${key} ${String(amount)} ${String(own)} ${count} ${String(previous)}`,
  );

describe('the categories of a spending report', () => {
  it('lists parents with the sums of their descendants, siblings by amount, uncategorized last', () => {
    const names = [named('luz', 'hogar'), named('hogar', null), named('gas', 'hogar'), named('ocio', null)];
    const cells = [cell('luz', '10.00'), cell('gas', '30.00'), cell('ocio', '50.00'), cell(null, '99.00')];
    const before = [cell('luz', '7.00', 1), cell('hogar', '2.00', 1)];
    expect(shown(counted(names, [...cells, ...before]))).toEqual([
      'ocio 50.00 50.00 1 0.00',
      'hogar 40.00 0.00 2 9.00',
      'gas 30.00 30.00 1 0.00',
      'luz 10.00 10.00 1 7.00',
      'null 99.00 99.00 1 0.00',
    ]);
  });

  it('omits categories without entries, but includes their earlier amounts in their parents', () => {
    const names = [named('hogar', null), named('luz', 'hogar'), named('agua', 'luz'), named('ocio', null)];
    const cells = [cell('hogar', '5.00'), cell('agua', '3.00', 1), cell('ocio', '4.00', 1)];
    expect(shown(counted(names, cells))).toEqual(['hogar 5.00 5.00 1 3.00']);
  });

  it('lists a subtree whose root has a parent outside the report', () => {
    const names = [named('luz', 'hogar'), named('foco', 'luz')];
    expect(
      categoryGroupsOf(counted(names, [cell('foco', '1.00')])).map(({ key, parentId }) => [key, parentId]),
    ).toEqual([
      ['luz', 'hogar'],
      ['foco', 'luz'],
    ]);
  });

  it('sums a chain of 5,000 categories', () => {
    const names = Array.from({ length: 5_000 }, (_, at) => named(`n${at}`, at === 0 ? null : `n${at - 1}`));
    const groups = categoryGroupsOf(counted(names.toReversed(), [cell('n4999', '1.00'), cell('n2500', '2.00')]));
    expect(groups.map(({ key }) => key)).toEqual(names.map(({ id }) => id));
    expect([0, 2500, 2501, 4999].map((at) => String(groups[at]!.amount))).toEqual(['3.00', '3.00', '1.00', '1.00']);
  });
});
