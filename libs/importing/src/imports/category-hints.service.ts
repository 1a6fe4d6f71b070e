import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { BULK_PLANS, EVERYDAY_PLANS } from '@app/kernel';
import { RuleRunning } from '@app/categorising';
import {
  chosenBefore,
  enteredRows,
  forgetSuggestions,
  namedByFile,
  openRows,
  setByRules,
} from './category-hints.query.js';
import { keepRewritten } from './import-undo.query.js';
import type { ImportKey } from './import-rows.query.js';

/**
 * Says under which category the rows of a draft will stand. A person's own choice, also that of none, comes before all
 * others; then a rule, which may write over what the file names; then the file; and last what was chosen for an equal
 * description before. Source: decision 0014.
 */
@Injectable()
export class CategoryHints {
  constructor(private readonly rules: RuleRunning) {}

  /** @param index of the one row to file, null for all */
  async give(work: UnitOfWork, key: ImportKey, index: number | null = null): Promise<void> {
    await work.query(namedByFile(key, index));
    await this.askRules(work, key, index);
    await work.query(chosenBefore(key, index));
  }

  /** Asks the file and the rules anew, which may have changed since the draft was read. */
  async giveAgain(work: UnitOfWork, key: ImportKey): Promise<void> {
    await work.query(forgetSuggestions(key));
    await work.query(namedByFile(key));
    await this.askRules(work, key, null);
  }

  /** Runs the rules over what was entered: they find their categories set, and write descriptions and notes. */
  async runRules(work: UnitOfWork, key: ImportKey): Promise<void> {
    await work.query(BULK_PLANS);
    const changed = await this.rules.meetArrivals(work, enteredRows(key));
    if (changed > 0) await work.query(keepRewritten(key));
    await work.query(EVERYDAY_PLANS);
  }

  /** Which rules there are, in few letters. */
  rulesState(work: UnitOfWork): Promise<string> {
    return this.rules.state(work);
  }

  private async askRules(work: UnitOfWork, key: ImportKey, index: number | null): Promise<void> {
    const suggested = await this.rules.suggest(work, openRows(key, index));
    if (suggested !== null) await work.query(setByRules(key, suggested));
  }
}
