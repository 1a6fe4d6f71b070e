import { ApiSchema } from '@nestjs/swagger';
import type { CategoryKind } from './category-tree.js';
import type { Category } from './category.entity.js';

@ApiSchema({ description: 'A category.' })
export class CategoryView {
  /** @example 019aa0c2-7d1e-7c43-9a57-3f1c8e2b0c03 */
  id!: string;
  /** Name of the category. @example Restaurantes */
  name!: string;
  parentId!: string | null;
  /** Kind of transactions in the category. */
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
