import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, newId, normaliseText } from '@app/kernel';
import { TagLimitReached, TagNotFound } from '../ledger.problems.js';
import { MAX_TAGS_PER_WORKSPACE } from '../limits.js';
import { isTagName } from './tag-name.js';
import type { TagView } from './tag.view.js';
import type { NamedTagRow } from './tags.query.js';
import { addTags, forgetUnusedTags, holdTags, listedTags, lockTagNames, tagNamed } from './tags.query.js';

/**
 * Thrown if a tag was renamed or deleted after this work found it. Has the error code of a serialization failure, so
 * that the unit of work is retried.
 */
class TagGoneMeanwhile extends Error {
  readonly code = '40001';
}

export interface FoundTag extends TagView, Record<string, unknown> {
  readonly id: string;
}

export function tagView({ name, count, lastDate }: FoundTag): TagView {
  return { name, count, lastDate };
}

/**
 * Normalizes a tag name in a path.
 * @throws TagNotFound if no tag can have this name
 */
export function tagInPath(name: string): string {
  const tag = normaliseText(name);
  if (!isTagName(tag)) throw TagNotFound(name);
  return tag;
}

@Injectable()
export class Tags {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(workspaceId: string): Promise<TagView[]> {
    return (await this.database.read<FoundTag>(workspaceId, listedTags(workspaceId))).map(tagView);
  }

  /** @throws TagNotFound */
  get(workspaceId: string, name: string): Promise<TagView> {
    return this.database.transaction({ workspaceId }, async (work) => tagView(await this.find(work, tagInPath(name))));
  }

  /** @throws TagNotFound */
  async find(work: UnitOfWork, name: string): Promise<FoundTag> {
    const tag = await this.named(work, name);
    if (!tag) throw TagNotFound(name);
    return tag;
  }

  /** Returns a tag by name. Undefined if no live or trashed transaction has it. */
  async named(work: UnitOfWork, name: string): Promise<FoundTag | undefined> {
    const [tag] = await work.query<FoundTag>(tagNamed(work.workspaceId, name, this.clock.now()));
    return tag;
  }

  /**
   * Returns the IDs of the named tags, in the order of the names. Creates missing tags, and locks all of them until the
   * unit of work ends. To avoid deadlocks, call it before locking transactions, as a rename does.
   * @param names without duplicates, see `distinctTags`
   * @throws TagLimitReached
   */
  async hold(work: UnitOfWork, names: readonly string[]): Promise<string[]> {
    if (names.length === 0) return [];
    const { workspaceId } = work;
    let locked = await work.query<NamedTagRow>(holdTags(workspaceId, names));
    if (locked.length === 0) {
      await this.add(work, names);
      locked = await work.query<NamedTagRow>(holdTags(workspaceId, names));
    }
    // A tag was renamed or deleted while the query waited for its lock.
    if (locked.length < names.length) throw new TagGoneMeanwhile();
    return locked.toSorted((a, b) => a.n - b.n).map(({ id }) => id);
  }

  private async add(work: UnitOfWork, names: readonly string[]): Promise<void> {
    const { workspaceId } = work;
    await work.query(lockTagNames(workspaceId));
    const ids = names.map(() => newId());
    const isFull = async () => {
      const [added] = await work.query<{ count: number }>(addTags(workspaceId, ids, names));
      return added!.count > MAX_TAGS_PER_WORKSPACE;
    };
    if (!(await isFull())) return;
    await work.query(forgetUnusedTags(workspaceId));
    if (await isFull()) throw TagLimitReached(MAX_TAGS_PER_WORKSPACE);
  }
}
