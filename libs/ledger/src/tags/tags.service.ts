import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, newId, normaliseText } from '@app/kernel';
import { TagLimitReached, TagNotFound } from '../ledger.problems.js';
import { isTagName } from './tag-name.js';
import type { TagView } from './tag.view.js';
import type { NamedTagRow } from './tags.query.js';
import { addTags, forgetUnusedTags, holdTags, listedTags, lockTagNames, tagNamed } from './tags.query.js';

/** How many tags a workspace has at most (decision 0051). */
const MAX_TAGS_PER_WORKSPACE = 5_000;

/** A tag was renamed or deleted after it was found. Its code makes the unit of work run again. */
class TagGoneMeanwhile extends Error {
  readonly code = '40001';
}

/** A tag that transactions have. */
export interface FoundTag extends TagView, Record<string, unknown> {
  readonly id: string;
}

export function tagView({ name, count, lastDate }: FoundTag): TagView {
  return { name, count, lastDate };
}

/**
 * The name of a tag as a path gives it, in the form in which it is kept.
 * @throws TagNotFound where no tag can have it
 */
export function tagInPath(name: string): string {
  const kept = normaliseText(name);
  if (!isTagName(kept)) throw TagNotFound(name);
  return kept;
}

/** Tags: words of the owner's on transactions. Source: contract section 14. */
@Injectable()
export class Tags {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The tags of live transactions, by name. */
  async list(workspaceId: string): Promise<TagView[]> {
    return (await this.database.read<FoundTag>(workspaceId, listedTags(workspaceId))).map(tagView);
  }

  /** @throws TagNotFound */
  get(workspaceId: string, name: string): Promise<TagView> {
    return this.database.transaction({ workspaceId }, async (work) => tagView(await this.find(work, tagInPath(name))));
  }

  /** @throws TagNotFound */
  async find(work: UnitOfWork, name: string): Promise<FoundTag> {
    const found = await this.named(work, name);
    if (!found) throw TagNotFound(name);
    return found;
  }

  /** The tag of a name; undefined where no transaction has it, neither live nor in the trash. */
  async named(work: UnitOfWork, name: string): Promise<FoundTag | undefined> {
    const [found] = await work.query<FoundTag>(tagNamed(work.workspaceId, name, this.clock.now()));
    return found;
  }

  /**
   * The ids of tags by their names, each held against renaming and deletion until the unit of work ends; those that there
   * are not yet are made. It comes before the transactions of a unit of work are held, as in a renaming.
   * @param names each once, as `distinctTags` leaves them
   * @throws TagLimitReached
   */
  async hold(work: UnitOfWork, names: readonly string[]): Promise<string[]> {
    if (names.length === 0) return [];
    const { workspaceId } = work;
    let held = await work.query<NamedTagRow>(holdTags(workspaceId, names));
    if (held.length === 0) {
      await this.add(work, names);
      held = await work.query<NamedTagRow>(holdTags(workspaceId, names));
    }
    // A writer that waited for a renaming or a deletion finds the names that remain.
    if (held.length < names.length) throw new TagGoneMeanwhile();
    return held.toSorted((a, b) => a.n - b.n).map(({ id }) => id);
  }

  /** Adds those that there are not; tags of a workspace come one unit of work at a time. */
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
