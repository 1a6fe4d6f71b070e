import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database } from '@app/kernel';
import { TagDeleted, tagEvents, TagReplaced } from '../ledger.events.js';
import type { TagView } from './tag.view.js';
import { deleteExpired } from '../trash-retention.query.js';
import { deleteTag, forgetOther, HAS_TAG_NAMED, lockTagNames, lockTags } from './tags.query.js';
import { removeTag, renameTag, replaceTag, restampTagged, taggedTransactions } from './tags.query.js';
import type { FoundTag } from './tags.service.js';
import { tagInPath, Tags, tagView } from './tags.service.js';

/**
 * Renames and deletes tags. Locks the tag names of the workspace, and blocks writers that are about to use an affected
 * tag.
 */
@Injectable()
export class TagRenaming {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly tags: Tags,
  ) {}

  /**
   * Renames a tag, or merges it into the tag that already has the new name. Marks its transactions as updated.
   * @throws TagNotFound
   */
  rename(workspaceId: string, name: string, to: string): Promise<TagView> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const tag = await this.lock(work, name, to);
      if (tag.name === to) return tagView(tag);
      const target = await this.tags.named(work, to);
      return tagView(
        target && target.id !== tag.id ? await this.merge(work, tag, target) : await this.respell(work, tag, to),
      );
    });
  }

  /** Removes a tag from all transactions, including trashed ones, and returns it. @throws TagNotFound */
  delete(workspaceId: string, name: string): Promise<TagView> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const tag = await this.lock(work, name);
      await work.query(removeTag(workspaceId, await this.tagged(work, tag), tag.id));
      await work.publish(new TagDeleted(tag.id, tag.name));
      work.announce(tagEvents.deleted(tag.id));
      await work.query(deleteTag(workspaceId, tag.id));
      return tagView(tag);
    });
  }

  private async respell(work: UnitOfWork, tag: FoundTag, to: string): Promise<FoundTag> {
    const { workspaceId } = work;
    await deleteExpired(work, HAS_TAG_NAMED, to, this.clock.now());
    await work.query(forgetOther(workspaceId, tag.id, to));
    await work.query(renameTag(workspaceId, tag.id, to));
    await work.query(restampTagged(workspaceId, await this.tagged(work, tag)));
    await work.publish(new TagReplaced(tag, { id: tag.id, name: to }, [], []));
    work.announce(tagEvents.renamed(tag.id, { changed: ['name'] }));
    return { ...tag, name: to };
  }

  private async merge(work: UnitOfWork, tag: FoundTag, target: FoundTag): Promise<FoundTag> {
    const { workspaceId } = work;
    const tagged = await this.tagged(work, tag);
    const replaced = await work.query<{ id: string; hadBoth: boolean }>(
      replaceTag(workspaceId, tagged, tag.id, target.id),
    );
    const ids = replaced.map(({ id }) => id);
    const both = replaced.filter(({ hadBoth }) => hadBoth).map(({ id }) => id);
    await work.publish(new TagReplaced(tag, target, ids, both));
    work.announce(tagEvents.renamed(target.id, { changed: ['name'] }));
    await work.query(deleteTag(workspaceId, tag.id));
    return this.tags.find(work, target.name);
  }

  private async tagged(work: UnitOfWork, tag: FoundTag): Promise<string[]> {
    const rows = await work.query<{ id: string }>(taggedTransactions(work.workspaceId, tag.id));
    return rows.map(({ id }) => id);
  }

  /** Locks the tag in the path and returns it. Also locks the tags with the other names, if there are any. */
  private async lock(work: UnitOfWork, pathName: string, ...otherNames: string[]): Promise<FoundTag> {
    const name = tagInPath(pathName);
    await work.query(lockTagNames(work.workspaceId));
    await work.query(lockTags(work.workspaceId, [name, ...otherNames]));
    return this.tags.find(work, name);
  }
}
