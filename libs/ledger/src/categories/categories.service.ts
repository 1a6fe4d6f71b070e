import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, invalidField, newId, Problem, ReferenceNotFound, ValidationFailed } from '@app/kernel';
import { CategoryDeleted, CategoryReplaced } from '../ledger.events.js';
import { CategoryCycle, CategoryInUse, CategoryNotFound } from '../ledger.problems.js';
import type { CategoryKind } from './category.entity.js';
import { Category } from './category.entity.js';
import type { CreateCategoryRequest, EditCategoryRequest } from './category.request.js';
import { inTreeOrder, wouldCycle } from './category-tree.js';
import { deleteExpired } from '../trash-retention.query.js';
import { STARTER_CATEGORIES } from './starter-categories.js';
import { removeUntouchedStarters } from './starter-categories.query.js';

/** A category was deleted between being chosen and being used; its code makes the unit of work run again. */
class CategoryGoneMeanwhile extends Error {
  readonly code = '40001';
}

/** The tree of categories. Source: contract section 6. */
@Injectable()
export class Categories {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** All categories, parents before children. */
  list(workspaceId: string): Promise<Category[]> {
    return this.database.transaction({ workspaceId }, (work) => this.tree(work));
  }

  /** All categories within a unit of work, parents before children. */
  async tree(work: UnitOfWork): Promise<Category[]> {
    return inTreeOrder(await this.all(work));
  }

  get(workspaceId: string, id: string): Promise<Category> {
    return this.database.transaction({ workspaceId }, (work) => this.find(work, id));
  }

  /** Whether the unit of work's workspace has a category with the id. */
  async exists(work: UnitOfWork, id: string): Promise<boolean> {
    return (await work.em.count(Category, { workspaceId: work.workspaceId, id })) > 0;
  }

  /** What the categories are, in few letters: others, or other names, give another text. */
  async state(work: UnitOfWork): Promise<string> {
    const [categories] = await work.query<{ state: string }>({
      text: `
        select md5(coalesce(string_agg(concat_ws('/', id, kind, name, archived_at), ';' order by id), '')) as state
        from ledger_categories where workspace_id = $1`,
      values: [work.workspaceId],
    });
    return categories!.state;
  }

  create(workspaceId: string, request: CreateCategoryRequest): Promise<Category> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await this.holdTree(work);
      const parent = request.parentId == null ? null : await this.findParent(work, request.parentId);
      const kind = request.kind ?? parent?.kind;
      if (kind === undefined) throw invalidField(['kind'], 'REQUIRED', 'is required without a parent');
      if (parent && parent.kind !== kind)
        throw invalidField(['kind'], 'KIND_MISMATCH', `must be its parent's, ${parent.kind}`);
      return this.add(work, request.name, kind, parent?.id ?? null);
    });
  }

  /** Makes a category of this name at the root, or finds the one that is there already. */
  async findOrCreateRoot(
    work: UnitOfWork,
    name: string,
    kind: CategoryKind,
  ): Promise<{ id: string; created: boolean }> {
    const existing = await this.named(work, name, kind);
    if (existing) return { id: existing, created: false };
    await this.holdTree(work);
    // Somebody else may have made it while the tree was waited for.
    const meanwhile = await this.named(work, name, kind);
    if (meanwhile) return { id: meanwhile, created: false };
    return { id: this.add(work, name, kind, null).id, created: true };
  }

  edit(workspaceId: string, id: string, request: EditCategoryRequest): Promise<Category> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await this.holdTree(work);
      const category = await this.find(work, id);
      if (request.name !== undefined) category.name = request.name;
      if (request.parentId !== undefined) category.parentId = await this.newParent(work, category, request.parentId);
      if (request.archived === false) category.archivedAt = null;
      if (request.archived === true) category.archivedAt ??= this.clock.now();
      return category;
    });
  }

  /** Deletes a category without children under which nothing is filed, or of which another takes over everything. */
  delete(workspaceId: string, id: string, moveTo: string | undefined): Promise<Category> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await this.holdTree(work);
      const category = await this.find(work, id);
      // Held against whatever is being filed under it meanwhile, whose foreign key takes a key share of this row.
      await work.query({
        text: 'select from ledger_categories where workspace_id = $1 and id = $2 for update',
        values: [workspaceId, id],
      });
      const heir = moveTo === undefined ? null : await this.findHeir(work, category, moveTo);
      if (await work.em.count(Category, { workspaceId, parentId: id })) throw CategoryInUse();
      if (heir) await this.replace(work, id, heir.id);
      await work.publish(new CategoryDeleted(id));
      if (await this.isUsed(work, id)) throw CategoryInUse();
      work.em.remove(category);
      return category;
    });
  }

  /**
   * Deletes those of the categories that an import made and nothing else uses; its own trashed transactions lose them. One
   * that another context still needs, which says so when it hears of the deletion, stays.
   * @returns the ids that are gone
   */
  async deleteMadeByImport(work: UnitOfWork, importId: string, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    await this.holdTree(work);
    // Whoever is filing something under one of them is waited for, and then seen.
    await work.query({ text: HOLD_AGAINST_FILING, values: [work.workspaceId, ids] });
    const unused = await work.query<{ id: string }>({
      text: UNUSED_BUT_BY_IMPORT,
      values: [work.workspaceId, ids, importId],
    });
    const gone: string[] = [];
    for (const { id } of unused) if (await this.isGivenUp(work, id)) gone.push(id);
    await work.query({ text: UNFILE, values: [work.workspaceId, gone, this.clock.now()] });
    await work.em.nativeDelete(Category, { workspaceId: work.workspaceId, id: gone });
    return gone;
  }

  /** Tells everybody that a category is about to go; nothing of that stays where one of them refuses. */
  private async isGivenUp(work: UnitOfWork, id: string): Promise<boolean> {
    try {
      await work.savepoint(() => work.publish(new CategoryDeleted(id)));
      return true;
    } catch (error) {
      if (error instanceof Problem && error.type === CategoryInUse) return false;
      throw error;
    }
  }

  /** The kind of a category, which is held against deletion; undefined where the workspace has none with the id. */
  async keep(work: UnitOfWork, id: string): Promise<CategoryKind | undefined> {
    const [kept] = await work.query<{ kind: CategoryKind }>({
      text: `select kind from ledger_categories where workspace_id = $1 and id = $2 for key share`,
      values: [work.workspaceId, id],
    });
    return kept?.kind;
  }

  /** Holds categories against deletion; where one is gone already, the unit of work is done again. */
  async hold(work: UnitOfWork, ids: readonly string[]): Promise<void> {
    const held = await work.query({ text: HOLD_AGAINST_DELETION, values: [work.workspaceId, ids] });
    if (held.length < ids.length) throw new CategoryGoneMeanwhile();
  }

  /** Puts in the tree that a new workspace starts with. */
  async addStarterTree(work: UnitOfWork): Promise<void> {
    for (const [kind, roots] of Object.entries(STARTER_CATEGORIES) as [CategoryKind, Record<string, string[]>][]) {
      for (const [rootName, names] of Object.entries(roots)) {
        const root = this.add(work, rootName, kind, null);
        // A parent has to be there before its children refer to it.
        await work.flush();
        for (const name of names) this.add(work, name, kind, root.id);
      }
    }
  }

  /** Takes away what `addStarterTree` made, where nothing else is there; the tree of a workspace that nobody used yet. */
  async removeUntouchedStarters(work: UnitOfWork): Promise<void> {
    await work.query(removeUntouchedStarters(work.workspaceId));
  }

  private async named(work: UnitOfWork, name: string, kind: CategoryKind): Promise<string | undefined> {
    const [found] = await work.query<{ id: string }>({
      text: `
        select id from ledger_categories where workspace_id = $1 and kind = $2 and folded_name = fold_text($3)
        order by parent_id is not null, archived_at is not null, id limit 1`,
      values: [work.workspaceId, kind, name],
    });
    return found?.id;
  }

  private add(work: UnitOfWork, name: string, kind: CategoryKind, parentId: string | null): Category {
    const { workspaceId } = work;
    return work.em.create(Category, { workspaceId, id: newId(), name, kind, parentId, createdAt: this.clock.now() });
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
    const [found] = await work.query<{ used: boolean }>({
      text: `
        select exists (select from ledger_transactions where workspace_id = $1 and category_id = $2)
          or exists (select from ledger_splits where workspace_id = $1 and category_id = $2) as used`,
      values: [work.workspaceId, id],
    });
    return found!.used;
  }

  private async newParent(work: UnitOfWork, category: Category, parentId: string | null): Promise<string | null> {
    if (parentId === null) return null;
    const parent = await this.findParent(work, parentId);
    if (wouldCycle(await this.all(work), category.id, parentId)) throw CategoryCycle();
    if (parent.kind !== category.kind) {
      throw invalidField(['parentId'], 'KIND_MISMATCH', `must be a category of the same kind, ${category.kind}`);
    }
    return parent.id;
  }

  private async findHeir(work: UnitOfWork, category: Category, id: string): Promise<Category> {
    const heir = await work.em.findOne(Category, { workspaceId: work.workspaceId, id });
    if (!heir) throw ReferenceNotFound(['moveTo']);
    if (heir.id === category.id || heir.kind !== category.kind) {
      const detail = `must be another category of the same kind, ${category.kind}`;
      throw ValidationFailed([{ parameter: 'moveTo', code: 'KIND_MISMATCH', detail }]);
    }
    return heir;
  }

  private async findParent(work: UnitOfWork, id: string): Promise<Category> {
    const parent = await work.em.findOne(Category, { workspaceId: work.workspaceId, id });
    if (!parent) throw ReferenceNotFound(['#/parentId']);
    return parent;
  }

  private async find(work: UnitOfWork, id: string): Promise<Category> {
    const category = await work.em.findOne(Category, { workspaceId: work.workspaceId, id });
    if (!category) throw CategoryNotFound(id);
    return category;
  }

  private all(work: UnitOfWork): Promise<Category[]> {
    return work.em.find(Category, { workspaceId: work.workspaceId });
  }

  /** Two moves at once could make a circle that neither of them sees, so that the tree changes one move at a time. */
  private async holdTree(work: UnitOfWork): Promise<void> {
    await work.query({
      text: `select pg_advisory_xact_lock(hashtextextended('ledger_categories ' || $1, 0))`,
      values: [work.workspaceId],
    });
  }
}

const HOLD_AGAINST_FILING = `
  select from ledger_categories where workspace_id = $1 and id = any($2::uuid[]) order by id for update`;

const HOLD_AGAINST_DELETION = `
  select id from ledger_categories where workspace_id = $1 and id = any($2::uuid[]) order by id for key share`;

const UNUSED_BUT_BY_IMPORT = `
  select c.id from ledger_categories c
  where c.workspace_id = $1 and c.id = any($2::uuid[])
    and not exists (select from ledger_categories child where child.workspace_id = $1 and child.parent_id = c.id)
    and not exists (
      select from ledger_transactions t where t.workspace_id = $1 and t.category_id = c.id
        and (t.import_id is distinct from $3 or t.deleted_at is null))
    and not exists (
      select from ledger_splits s join ledger_transactions t on t.workspace_id = $1 and t.id = s.transaction_id
      where s.workspace_id = $1 and s.category_id = c.id
        and (t.import_id is distinct from $3 or t.deleted_at is null))
  order by c.id`;

const UNFILE = `
  with parts as (
    update ledger_splits set category_id = null where workspace_id = $1 and category_id = any($2::uuid[])
    returning transaction_id)
  update ledger_transactions t set updated_at = $3,
    category_id = case when t.category_id = any($2::uuid[]) then null else t.category_id end,
    filed_by = case when t.category_id = any($2::uuid[]) then null else t.filed_by end
  where t.workspace_id = $1 and (t.category_id = any($2::uuid[]) or t.id in (select transaction_id from parts))`;
