import { describe, expect, it } from '@jest/globals';
import { Problem } from '@app/kernel/pure';
import { Category } from './category.entity.js';
import type { CategoryKind } from './category-tree.js';

function aCategory(id: string, parentId: string | null = null, kind: CategoryKind = 'expense'): Category {
  return Object.assign(new Category(), { id, name: id, parentId, kind, archivedAt: null });
}

function refusalOf(action: () => void): string | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof Problem) return error.type.code;
  }
  return undefined;
}

describe('archiving a category', () => {
  it('archiving a category again keeps the time of the first archiving, and restoring the category clears the time', () => {
    const category = aCategory('a');
    category.archive(new Date(1));
    category.archive(new Date(2));
    expect(category.archivedAt).toEqual(new Date(1));
    category.restore();
    expect(category.archivedAt).toBe(null);
  });
});

describe('moving a category', () => {
  const root = aCategory('root');
  const child = aCategory('child', 'root');
  const grandchild = aCategory('grandchild', 'child');
  const income = aCategory('income', null, 'income');
  const tree = [root, child, grandchild, income];

  it('a category can move under a new parent or to the root', () => {
    const moved = aCategory('grandchild', 'child');
    moved.moveUnder(root, tree);
    expect(moved.parentId).toBe('root');
    moved.moveUnder(null, tree);
    expect(moved.parentId).toBe(null);
  });

  it('a category cannot move under itself or a descendant', () => {
    for (const parent of tree.slice(0, 3)) {
      expect(refusalOf(() => root.moveUnder(parent, tree))).toBe('CATEGORY_CYCLE');
    }
    expect(root.parentId).toBe(null);
  });

  it('a category cannot move under a category of a different kind', () => {
    expect(refusalOf(() => child.moveUnder(income, tree))).toBe('VALIDATION_FAILED');
    expect(child.parentId).toBe('root');
  });
});
