import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { BULK_PLANNER_SETTINGS, DEFAULT_PLANNER_SETTINGS } from '@app/kernel';
import type { Rows } from '@app/categorising';
import { RuleRunning } from '@app/categorising';
import {
  clearSuggestions,
  enteredRows,
  rowsOfDraft,
  rowsToSuggest,
  saveRewritten,
  setByFile,
  setByHistory,
  setByRules,
} from './category-suggestions.query.js';
import type { ImportKey } from '../rows/import-key.js';

/**
 * Suggests categories. The user's choice comes first, even if the user removed the category. Then come the rules, the
 * file, and earlier transactions with the same description (decision 0014).
 */
@Injectable()
export class CategorySuggestions {
  constructor(private readonly rules: RuleRunning) {}

  /**
   * Stores suggestions from the file, the rules and the history.
   * @param index index of the row to update, or null for all rows
   */
  async suggest(work: UnitOfWork, key: ImportKey, index: number | null = null): Promise<void> {
    await work.query(setByFile(key, index));
    await this.askRules(work, key, index);
    await work.query(setByHistory(key, index));
  }

  /** Recomputes the suggestions, because rules may have changed since the draft was read. */
  async suggestAgain(work: UnitOfWork, key: ImportKey): Promise<void> {
    await work.query(clearSuggestions(key));
    await work.query(setByFile(key));
    await this.askRules(work, key, null);
  }

  suggestedNow(work: UnitOfWork, key: ImportKey): Promise<Rows | null> {
    return this.rules.suggest(work, rowsToSuggest(key));
  }

  /** Runs the rules on committed transactions, whose categories are already set. */
  async runRules(work: UnitOfWork, key: ImportKey): Promise<void> {
    await work.query(BULK_PLANNER_SETTINGS);
    const changed = await this.rules.meetArrivals(work, enteredRows(key));
    if (changed > 0) await work.query(saveRewritten(key));
    await work.query(DEFAULT_PLANNER_SETTINGS);
  }

  rulesState(work: UnitOfWork): Promise<string> {
    return this.rules.state(work);
  }

  private async askRules(work: UnitOfWork, key: ImportKey, index: number | null): Promise<void> {
    const suggested = await this.rules.suggest(work, rowsOfDraft(key, index));
    if (suggested !== null) await work.query(setByRules(key, suggested));
  }
}
