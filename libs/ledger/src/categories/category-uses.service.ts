import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';

/** Returns those of the categories that a context uses. */
type FindUsed = (work: UnitOfWork, categoryIds: readonly string[]) => Promise<readonly string[]>;

/** Uses of categories outside the ledger. The contexts that refer to categories register them. */
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
