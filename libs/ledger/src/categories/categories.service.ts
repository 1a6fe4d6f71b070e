import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { changedFields, Clock, Database, newId, ReferenceNotFound, ValidationFailed } from '@app/kernel';
import { CategoriesDeleted, categoryEvents, CategoryReplaced } from '../ledger.events.js';
import { CategoryInUse, CategoryLimitReached, CategoryNotFound } from '../ledger.problems.js';
import { Category } from './category.entity.js';
import type { CreateCategoryRequest, EditCategoryRequest } from './category.request.js';
import type { CategoryKind } from './category-tree.js';
import { inTreeOrder, kindUnder } from './category-tree.js';
import { CategoryUses } from './category-uses.service.js';
import { deleteExpired } from '../trash-retention.query.js';
import { STARTER_CATEGORIES } from './starter-categories.js';
import type { ExistingCategory, WantedCategory } from './imported-categories.query.js';
import { MAX_CATEGORIES } from '../limits.js';
import {
  categoriesNamedAs,
  insertCategories,
  UNCATEGORIZE,
  UNUSED_BUT_BY_IMPORT,
  UNUSED_SUBTREES,
  wantedCategories,
} from './imported-categories.query.js';
import type { NamedCategory } from './missing-categories.js';
import { MissingCategories } from './missing-categories.js';
import { removeUntouchedStarters } from './starter-categories.query.js';

/**
 * Thrown if a category was deleted after this work found it. Has the error code of a serialization failure, so that the
 * unit of work is retried.
 */
class CategoryDeletedMeanwhile extends Error {
  readonly code = '40001';
}

@Injectable()
export class Categories {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly uses: CategoryUses,
  ) {}

  list(workspaceId: string): Promise<Category[]> {
    return this.database.transaction({ workspaceId }, (work) => this.tree(work));
  }

  /** Returns all categories, parents before their children. */
  async tree(work: UnitOfWork): Promise<Category[]> {
    return inTreeOrder(await this.all(work));
  }

  get(workspaceId: string, id: string): Promise<Category> {
    return this.database.transaction({ workspaceId }, (work) => this.find(work, id));
  }

  async exists(work: UnitOfWork, id: string): Promise<boolean> {
    return (await work.em.count(Category, { workspaceId: work.workspaceId, id })) > 0;
  }

  /** Returns a hash that changes when a category is added, deleted, renamed or archived. */
  async fingerprint(work: UnitOfWork): Promise<string> {
    const [categories] = await work.query<{ fingerprint: string }>({
      text: `
        select md5(coalesce(string_agg(concat_ws('/', id, kind, name, archived_at), ';' order by id), '')) as fingerprint
        from ledger_categories where workspace_id = $1`,
      values: [work.workspaceId],
    });
    return categories!.fingerprint;
  }

  create(workspaceId: string, request: CreateCategoryRequest): Promise<Category> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const count = await this.lockTree(work);
      const parent = request.parentId == null ? null : await this.findParent(work, request.parentId);
      refuseBeyondLimit(count + 1);
      const category = this.add(work, request.name, kindUnder(parent?.kind, request.kind), parent?.id ?? null);
      work.audit(category.id);
      work.announce(categoryEvents.created(category.id));
      return category;
    });
  }

  /**
   * Finds categories by name or by a path such as `Hogar > Luz`. Creates missing categories and their missing parents.
   * Returns one result per name, in the same order.
   * @throws CategoryLimitReached
   */
  async findOrCreateAll(
    work: UnitOfWork,
    names: readonly { readonly name: string; readonly kind: CategoryKind }[],
  ): Promise<NamedCategory[]> {
    const count = await this.lockTree(work);
    const wanted = await work.query<WantedCategory>(wantedCategories(work.workspaceId, names));
    const steps = wanted.flatMap(({ id, foldedSteps }) => (id === null ? foldedSteps : []));
    const missing = new MissingCategories(
      await work.query<ExistingCategory>(categoriesNamedAs(work.workspaceId, steps)),
    );
    const found = wanted.map(({ id, ...category }) => (id ? { id, created: [] } : missing.findOrCreate(category)));
    if (missing.created.length > 0) refuseBeyondLimit(count + missing.created.length);
    await work.query(insertCategories(work.workspaceId, missing.created, this.clock.now()));
    return found;
  }

  edit(workspaceId: string, id: string, request: EditCategoryRequest): Promise<Category> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await this.lockTree(work);
      const category = await this.find(work, id);
      const before = editableFields(category);
      if (request.parentId === null) category.moveUnder(null, []);
      else if (request.parentId !== undefined) {
        category.moveUnder(await this.findParent(work, request.parentId), await this.all(work));
      }
      category.name = request.name ?? category.name;
      if (request.archived === false) category.restore();
      if (request.archived === true) category.archive(this.clock.now());
      const changed = changedFields(before, editableFields(category));
      if (changed.length > 0) work.announce(categoryEvents.updated(id, { changed }));
      return category;
    });
  }

  /**
   * Moves all uses of the category to `moveTo` and deletes the category.
   * @throws CategoryInUse if it has children, or uses that cannot be moved
   */
  delete(workspaceId: string, id: string, moveTo: string | undefined): Promise<Category> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await this.lockTree(work);
      const category = await this.find(work, id);
      await this.lockForUpdate(work, [id]);
      const replacement = moveTo === undefined ? null : await this.findReplacement(work, category, moveTo);
      if (await work.em.count(Category, { workspaceId, parentId: id })) throw CategoryInUse();
      if (replacement) await this.replace(work, id, replacement.id);
      if ((await this.uses.among(work, [id])).size > 0 || (await this.isUsed(work, id))) throw CategoryInUse();
      await work.publish(new CategoriesDeleted([id]));
      work.em.remove(category);
      work.announce(categoryEvents.deleted(id));
      return category;
    });
  }

  /**
   * Deletes categories that only the import used, and removes them from its trashed transactions. Keeps categories that
   * another context uses, and their ancestors.
   */
  async deleteUnusedOfImport(work: UnitOfWork, importId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.lockTree(work);
    await this.lockForUpdate(work, ids);
    const { workspaceId } = work;
    const candidates = await work.query<{ id: string }>({
      text: UNUSED_BUT_BY_IMPORT,
      values: [workspaceId, ids, importId],
    });
    const used = await this.uses.among(
      work,
      candidates.map(({ id }) => id),
    );
    const freed = candidates.filter(({ id }) => !used.has(id)).map(({ id }) => id);
    const rows = await work.query<{ id: string }>({ text: UNUSED_SUBTREES, values: [workspaceId, freed] });
    if (rows.length === 0) return;
    const unused = rows.map(({ id }) => id);
    await work.publish(new CategoriesDeleted(unused));
    await work.query({ text: UNCATEGORIZE, values: [workspaceId, unused, this.clock.now()] });
    await work.em.nativeDelete(Category, { workspaceId, id: unused });
  }

  /** Locks the category, so that it cannot be deleted, and returns its kind. Undefined if it does not exist. */
  async lockForKeyShare(work: UnitOfWork, id: string): Promise<CategoryKind | undefined> {
    const [category] = await work.query<{ kind: CategoryKind }>({
      text: `select kind from ledger_categories where workspace_id = $1 and id = $2 for key share`,
      values: [work.workspaceId, id],
    });
    return category?.kind;
  }

  /** Locks the categories, so that they cannot be deleted. If one is already deleted, the unit of work runs again. */
  async lockAllForKeyShare(work: UnitOfWork, ids: readonly string[]): Promise<void> {
    const locked = await work.query({
      text: `select from ledger_categories where workspace_id = $1 and id = any($2::uuid[]) order by id for key share`,
      values: [work.workspaceId, ids],
    });
    if (locked.length < ids.length) throw new CategoryDeletedMeanwhile();
  }

  async addStarterTree(work: UnitOfWork): Promise<void> {
    for (const [kind, roots] of Object.entries(STARTER_CATEGORIES) as [CategoryKind, Record<string, string[]>][]) {
      for (const [rootName, names] of Object.entries(roots)) {
        const root = this.add(work, rootName, kind, null);
        // The parent must exist before its children reference it.
        await work.flush();
        for (const name of names) this.add(work, name, kind, root.id);
      }
    }
  }

  async removeUntouchedStarters(work: UnitOfWork): Promise<void> {
    await work.query(removeUntouchedStarters(work.workspaceId));
  }

  private add(work: UnitOfWork, name: string, kind: CategoryKind, parentId: string | null): Category {
    const { workspaceId } = work;
    const createdAt = this.clock.now();
    return work.em.create(Category, { workspaceId, id: newId(), name, kind, parentId, archivedAt: null, createdAt });
  }

  private async replace(work: UnitOfWork, from: string, to: string): Promise<void> {
    const values = [work.workspaceId, from, to, this.clock.now()];
    await work.query({
      text: `
        with splits as (
          update ledger_splits set category_id = $3 where workspace_id = $1 and category_id = $2
          returning transaction_id)
        update ledger_transactions t set updated_at = $4,
          category_id = case when t.category_id = $2 then $3 else t.category_id end
        where t.workspace_id = $1 and (t.category_id = $2 or t.id in (select transaction_id from splits))`,
      values,
    });
    await work.publish(new CategoryReplaced(from, to));
  }

  private async isUsed(work: UnitOfWork, id: string): Promise<boolean> {
    const underCategory = `t.category_id = $3 or exists (
      select from ledger_splits s where s.workspace_id = $1 and s.transaction_id = t.id and s.category_id = $3)`;
    await deleteExpired(work, underCategory, id, this.clock.now());
    const [usage] = await work.query<{ used: boolean }>({
      text: `
        select exists (select from ledger_transactions where workspace_id = $1 and category_id = $2)
          or exists (select from ledger_splits where workspace_id = $1 and category_id = $2) as used`,
      values: [work.workspaceId, id],
    });
    return usage!.used;
  }

  private async findReplacement(work: UnitOfWork, category: Category, id: string): Promise<Category> {
    const replacement = await this.find(work, id, () => ReferenceNotFound(['moveTo']));
    if (replacement.id === category.id || replacement.kind !== category.kind) {
      const detail = `must be another category of the same kind, ${category.kind}`;
      throw ValidationFailed([{ parameter: 'moveTo', code: 'KIND_MISMATCH', detail }]);
    }
    return replacement;
  }

  private findParent(work: UnitOfWork, id: string): Promise<Category> {
    return this.find(work, id, () => ReferenceNotFound(['#/parentId']));
  }

  private find(work: UnitOfWork, id: string, failHandler = () => CategoryNotFound(id)): Promise<Category> {
    return work.em.findOneOrFail(Category, { workspaceId: work.workspaceId, id }, { failHandler });
  }

  private all(work: UnitOfWork): Promise<Category[]> {
    return work.em.find(Category, { workspaceId: work.workspaceId });
  }

  /**
   * Locks the tree and returns the number of categories before the lock. Without the lock, two concurrent moves could
   * create a cycle that neither of them notices.
   */
  private async lockTree(work: UnitOfWork): Promise<number> {
    const [tree] = await work.query<{ count: number }>({
      text: `
        select count(*)::int as count, pg_advisory_xact_lock(hashtextextended('ledger_categories ' || $1::uuid::text, 0))
        from ledger_categories where workspace_id = $1::uuid`,
      values: [work.workspaceId],
    });
    return tree!.count;
  }

  /**
   * Locks the categories. Waits for uncommitted transactions that use them, because their foreign keys hold key-share
   * locks.
   */
  private async lockForUpdate(work: UnitOfWork, ids: readonly string[]): Promise<void> {
    await work.query({
      text: `select from ledger_categories where workspace_id = $1 and id = any($2::uuid[]) order by id for update`,
      values: [work.workspaceId, ids],
    });
  }
}

function refuseBeyondLimit(count: number): void {
  if (count > MAX_CATEGORIES) throw CategoryLimitReached(MAX_CATEGORIES);
}

function editableFields({ name, parentId, archivedAt }: Category) {
  return { name, parentId, archived: archivedAt !== null };
}
