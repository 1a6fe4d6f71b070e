import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Database, FindFirst } from '@app/kernel';
import { candidateTexts, liveCandidates } from './candidate-texts.query.js';
import type { LiveCandidates } from './candidate-texts.query.js';
import type { Conditions } from './condition.js';
import { PatternSearch, searchHere, stepsOf } from './pattern-search.service.js';
import type { Rows } from './predicate.query.js';
import type { SoughtPattern } from './regex-hits.js';
import { patternsOf, RegexHits, RegexSearch } from './regex-hits.js';

/**
 * Maximum number of search steps on the main thread in a transaction. They usually take less than 1 ms, and never more
 * than about 10 ms.
 */
const STEPS_AT_ONCE = 200_000;
const ROWS_SEARCH = 'patterns in rows';

/**
 * Searches for patterns outside PostgreSQL, whose regular expressions have no time limit. Searches each distinct text
 * once and skips rows that cannot match because of other conditions, which `matchesSql` evaluates. A long search must
 * not hold a connection: `FindFirst` rolls back the transaction, and repeats it with the hits after the search.
 */
@Injectable()
export class Matching {
  constructor(
    private readonly database: Database,
    private readonly patterns: PatternSearch,
  ) {}

  /** @throws PatternSearchTooLong, PatternSearchesBusy */
  hitsInLive(work: UnitOfWork, { match, conditions }: Conditions, clientGone: AbortSignal): RegexHits {
    const searched: Conditions = { match, conditions };
    const patterns = patternsOf([searched]);
    if (patterns.length === 0) return new RegexHits();
    const key = `patterns of ${JSON.stringify(searched)}`;
    const earlier = work.findings.get(key);
    if (earlier instanceof RegexHits) return earlier;
    throw new FindFirst(key, () => this.searchLive(work.workspaceId, searched, patterns, clientGone));
  }

  /**
   * Returns the hits in rows that only this transaction can see.
   * @throws PatternSearchTooLong, PatternSearchesBusy
   */
  async hitsInRows(work: UnitOfWork, all: readonly Conditions[], rows: Rows): Promise<RegexHits> {
    const patterns = patternsOf(all);
    if (patterns.length === 0) return new RegexHits();
    const before = work.findings.get(ROWS_SEARCH);
    const search = before instanceof RegexSearch ? before : new RegexSearch();
    const [texts] = await work.query<Record<SoughtPattern['field'], string[]>>(
      candidateTexts(work.workspaceId, all, rows),
    );
    const missing = patterns.map((sought) => ({ sought, texts: search.unknown(sought, texts![sought.field]) }));
    const steps = missing.reduce((sum, { sought, texts }) => sum + stepsOf(sought.pattern, texts), 0);
    if (steps > STEPS_AT_ONCE) {
      throw new FindFirst(ROWS_SEARCH, () =>
        this.patterns.run(work.workspaceId, undefined, async (searchIn) => {
          for (const { sought, texts } of missing) search.note(sought, texts, await searchIn(sought.pattern, texts));
          return search;
        }),
      );
    }
    for (const { sought, texts } of missing) search.note(sought, texts, searchHere(sought.pattern, texts));
    return search.hits(patterns);
  }

  /** Searches the texts of live transactions, page by page to limit memory. */
  private searchLive(
    workspaceId: string,
    conditions: Conditions,
    patterns: readonly SoughtPattern[],
    clientGone: AbortSignal,
  ): Promise<RegexHits> {
    return this.patterns.run(workspaceId, clientGone, async (searchIn) => {
      const hits = new RegexHits();
      for (const sought of patterns) hits.add(sought, []);
      let after: LiveCandidates['last'] = null;
      do {
        const statement = liveCandidates(workspaceId, conditions, after);
        const [page]: LiveCandidates[] = await this.database.read<LiveCandidates & Record<string, unknown>>(
          workspaceId,
          statement,
        );
        for (const sought of patterns) hits.add(sought, await searchIn(sought.pattern, page![sought.field]));
        after = page!.last;
      } while (after !== null);
      return hits;
    });
  }
}
