import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { RuleRunning } from '@app/categorising';
import { chosenBefore, namedByFile, openRows, setByRules } from './category-hints.query.js';
import type { ImportKey } from './import-rows.query.js';

/**
 * Says under which category the rows of a draft may stand. Asked are, one after the other, the file, the rules, and what
 * the person chose before; each fills what those before it left open (`category_source` null). A person's own choice
 * comes before all of them. Source: decision 0014.
 */
@Injectable()
export class CategoryHints {
  constructor(private readonly rules: RuleRunning) {}

  /** @param index of the one row to file, null for all */
  async give(work: UnitOfWork, key: ImportKey, index: number | null = null): Promise<void> {
    await work.query(namedByFile(key, index));
    const suggested = await this.rules.suggest(work, openRows(key, index));
    if (suggested !== null) await work.query(setByRules(key, suggested));
    await work.query(chosenBefore(key, index));
  }
}
