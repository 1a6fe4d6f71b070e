import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { BULK_PLANNER_SETTINGS, DEFAULT_PLANNER_SETTINGS } from '@app/kernel';
import type { Rows } from '@app/categorising';
import { RuleRunning } from '@app/categorising';
import {
  clearSuggestions,
  enteredRows,
  rowsOfDraft,
  rowsToSuggestAnew,
  saveRewritten,
  setByFile,
  setByHistory,
  setByRules,
} from './category-suggestions.query.js';
import type { ImportKey } from '../rows/import-key.js';

/**
 * Says under which category the rows of a draft will stand. A person's own choice, also that of none, comes before all
 * others; then a rule, which may write over what the file names; then the file; and last what was chosen for an equal
 * description before. Source: decision 0014.
 */
@Injectable()
export class CategorySuggestions {
  constructor(private readonly rules: RuleRunning) {}

  /** @param index of the one row to file, null for all */
  async suggest(work: UnitOfWork, key: ImportKey, index: number | null = null): Promise<void> {
    await work.query(setByFile(key, index));
    await this.askRules(work, key, index);
    await work.query(setByHistory(key, index));
  }

  /** Asks the file and the rules again, which may have changed since the draft was read. */
  async suggestAgain(work: UnitOfWork, key: ImportKey): Promise<void> {
    await work.query(clearSuggestions(key));
    await work.query(setByFile(key));
    await this.askRules(work, key, null);
  }

  /** What the rules would suggest for the rows of a draft now; null where no rule is enabled. */
  suggestedNow(work: UnitOfWork, key: ImportKey): Promise<Rows | null> {
    return this.rules.suggest(work, rowsToSuggestAnew(key));
  }

  /** Runs the rules over what was entered: they find their categories set, and write descriptions and notes. */
  async runRules(work: UnitOfWork, key: ImportKey): Promise<void> {
    await work.query(BULK_PLANNER_SETTINGS);
    const changed = await this.rules.meetArrivals(work, enteredRows(key));
    if (changed > 0) await work.query(saveRewritten(key));
    await work.query(DEFAULT_PLANNER_SETTINGS);
  }

  /** A fingerprint of the rules. */
  rulesState(work: UnitOfWork): Promise<string> {
    return this.rules.state(work);
  }

  private async askRules(work: UnitOfWork, key: ImportKey, index: number | null): Promise<void> {
    const suggested = await this.rules.suggest(work, rowsOfDraft(key, index));
    if (suggested !== null) await work.query(setByRules(key, suggested));
  }
}
