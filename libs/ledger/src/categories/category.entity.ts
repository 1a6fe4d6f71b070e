import { invalidField } from '@app/kernel';
import type { Opt } from '@mikro-orm/postgresql';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { CategoryCycle } from '../ledger.problems.js';
import type { CategoryKind, TreeNode } from './category-tree.js';
import { wouldCycle } from './category-tree.js';

const CategorySchema = defineEntity({
  name: 'Category',
  tableName: 'ledger_categories',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    foldedName: p.text().$type<Opt<string>>().generated('fold_text(name) stored').lazy(),
    parentId: p.uuid().strictNullable(),
    kind: p.text().$type<CategoryKind>(),
    archivedAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
  },
});

/** A category in a tree of any depth. All categories in a tree are of the same kind. */
export class Category extends CategorySchema.class {
  archive(now: Date): void {
    this.archivedAt ??= now;
  }

  restore(): void {
    this.archivedAt = null;
  }

  /**
   * Moves the category with its descendants. A null parent moves it to the root.
   * @throws CategoryCycle if the parent is the category itself or a descendant
   * @throws ValidationFailed if the parent has a different kind
   */
  moveUnder(parent: Category | null, tree: readonly TreeNode[]): void {
    if (parent && wouldCycle(tree, this.id, parent.id)) throw CategoryCycle();
    if (parent && parent.kind !== this.kind) {
      throw invalidField(['parentId'], 'KIND_MISMATCH', `must be a category of the same kind, ${this.kind}`);
    }
    this.parentId = parent?.id ?? null;
  }
}
CategorySchema.setClass(Category);
