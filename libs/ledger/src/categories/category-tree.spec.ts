import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TreeNode } from './category-tree.js';
import { inTreeOrder, kindUnder, wouldCycle } from './category-tree.js';

const node = (id: string, parentId: string | null = null, kind = 'expense', name = id): TreeNode => ({
  id,
  name,
  parentId,
  kind,
});

describe('the order of a category tree', () => {
  it('sorts expense before income, children after their parent, and names in Spanish', () => {
    const nodes = [
      node('5', null, 'income', 'Ahorro'),
      node('4', '3', 'expense', 'Zapatos'),
      node('3', null, 'expense', 'Ñame'),
      node('2', null, 'expense', 'nuez'),
      node('1', '3', 'expense', 'Árbol'),
      node('0', null, 'expense', 'Oso'),
    ];
    expect(inTreeOrder(nodes).map(({ name }) => name)).toEqual(['nuez', 'Ñame', 'Árbol', 'Zapatos', 'Oso', 'Ahorro']);
  });

  const forests = fc
    .array(fc.nat(100), { minLength: 1, maxLength: 40 })
    .map((parents) =>
      parents.map((parent, at) =>
        node(String(at), at === 0 || parent % 3 === 0 ? null : String(parent % at), 'expense', `n${parent}`),
      ),
    );

  it('lists every category once, each after its parent', () => {
    fc.assert(
      fc.property(forests, (nodes) => {
        const ordered = inTreeOrder([...nodes].reverse());
        expect(ordered.map(({ id }) => id).sort()).toEqual(nodes.map(({ id }) => id).sort());
        ordered.forEach(
          ({ parentId }, at) =>
            parentId != null && expect(ordered.slice(0, at).some(({ id }) => id === parentId)).toBe(true),
        );
      }),
    );
  });

  it('the order of categories does not depend on the input order', () => {
    fc.assert(fc.property(forests, (nodes) => expect(inTreeOrder([...nodes].reverse())).toEqual(inTreeOrder(nodes))));
  });

  it('sorts a hundred thousand categories that are all at the root or form a single chain', () => {
    const ids = Array.from({ length: 100_000 }, (_, at) => String(at));
    const chain = ids.map((id, at) => node(id, at === 0 ? null : String(at - 1)));

    expect(inTreeOrder(ids.map((id) => node(id))).map(({ id }) => id)).toEqual(ids);
    expect(inTreeOrder([...chain].reverse()).map(({ id }) => id)).toEqual(ids);
  });
});

describe('cycles in the category tree', () => {
  const nodes = [node('a'), node('b', 'a'), node('c', 'b'), node('d')];

  it.each([
    ['a', 'a', true],
    ['a', 'b', true],
    ['a', 'c', true],
    ['b', 'c', true],
    ['b', 'd', false],
    ['c', 'a', false],
    ['d', 'c', false],
  ])('wouldCycle(nodes, %j, %j) returns %j', (id, parentId, circle) => {
    expect(wouldCycle(nodes, id, parentId)).toBe(circle);
  });

  it('reports a cycle without looping forever if the parents already form a cycle', () => {
    const cyclic = [node('1', '2'), node('2', '1'), node('3')];
    expect(wouldCycle(cyclic, '3', '1')).toBe(true);
  });
});

describe('the kind of a new category', () => {
  it('a new category has the kind of its parent, or the requested kind at the root', () => {
    expect([kindUnder('income', undefined), kindUnder('income', 'income'), kindUnder(undefined, 'expense')]).toEqual([
      'income',
      'income',
      'expense',
    ]);
  });

  it('rejects a new category without a kind at the root, or with a kind that differs from its parent', () => {
    expect(() => kindUnder(undefined, undefined)).toThrow('kind: is required');
    expect(() => kindUnder('income', 'expense')).toThrow('kind: must be the kind of the parent, income');
  });
});
