import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';

/** Returns the IDs of the given categories that a context uses. */
type FindUsed = (work: UnitOfWork, categoryIds: readonly string[]) => Promise<readonly string[]>;

/** Finds uses of categories outside the ledger. Each context that uses categories adds its query. */
@Injectable()
export class CategoryUses {
  private readonly finders: FindUsed[] = [];

  add(findUsed: FindUsed): void {
    this.finders.push(findUsed);
  }

  async among(work: UnitOfWork, categoryIds: readonly string[]): Promise<Set<string>> {
    const used = new Set<string>();
    for (const findUsed of this.finders) for (const id of await findUsed(work, categoryIds)) used.add(id);
    return used;
  }
}
