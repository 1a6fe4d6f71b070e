import type { CategoryKind } from './category-tree.js';
import type { Category } from './category.entity.js';

export class CategoryView {
  id!: string;
  name!: string;
  parentId!: string | null;
  kind!: CategoryKind;
  archivedAt!: string | null;
  createdAt!: string;
}

export function categoryView(category: Category): CategoryView {
  return {
    id: category.id,
    name: category.name,
    parentId: category.parentId,
    kind: category.kind,
    archivedAt: category.archivedAt?.toISOString() ?? null,
    createdAt: category.createdAt.toISOString(),
  };
}
