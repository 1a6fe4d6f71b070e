import { ApiSchema } from '@nestjs/swagger';
import type { CategoryKind } from './category-tree.js';
import type { Category } from './category.entity.js';

@ApiSchema({ description: 'A category.' })
export class CategoryView {
  id!: string;
  name!: string;
  parentId!: string | null;
  kind!: CategoryKind;
  archivedAt!: string | null;
  createdAt!: string;
}

export function categoryView({ id, name, parentId, kind, archivedAt, createdAt }: Category): CategoryView {
  return {
    id,
    name,
    parentId,
    kind,
    archivedAt: archivedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
