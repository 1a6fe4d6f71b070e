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

/** Steps that are taken at once within a transaction: mostly less than a millisecond, some hundredths of a second at worst. */
const STEPS_AT_ONCE = 200_000;
const ROWS_SEARCH = 'patterns in rows';

/**
 * What has to be done before conditions can be asked of rows: PostgreSQL has no patterns with a bound on their time, so
 * that they are looked for here, in the texts that the other conditions leave in question, each text once. Everything
 * else that decides whether a transaction matches is SQL (`matchesSql`), in one statement whatever asks.
 *
 * No transaction is open and no connection is held while patterns are looked for: the transaction is rolled back, and
 * is repeated with what was found (`FindFirst`).
 */
@Injectable()
export class Matching {
  constructor(
    private readonly database: Database,
    private readonly patterns: PatternSearch,
  ) {}

  /**
   * Where the patterns among conditions are, in the texts of all live transactions.
   * @param clientGone ends the search
   * @throws PatternSearchTooLong, PatternSearchesBusy
   */
  hitsInLive(work: UnitOfWork, { match, conditions }: Conditions, clientGone: AbortSignal): RegexHits {
    const asked: Conditions = { match, conditions };
    const patterns = patternsOf([asked]);
    if (patterns.length === 0) return new RegexHits();
    const key = `patterns of ${JSON.stringify(asked)}`;
    const found = work.findings.get(key);
    if (found instanceof RegexHits) return found;
    throw new FindFirst(key, () => this.searchLive(work.workspaceId, asked, patterns, clientGone));
  }

  /**
   * Where the patterns among conditions are, in the texts of rows that may be visible to this transaction alone.
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
    const missing = patterns.map((one) => ({ one, texts: search.unknown(one, texts![one.field]) }));
    const steps = missing.reduce((sum, { one, texts }) => sum + stepsOf(one.pattern, texts), 0);
    if (steps > STEPS_AT_ONCE) {
      throw new FindFirst(ROWS_SEARCH, () =>
        this.patterns.run(work.workspaceId, undefined, async (searchIn) => {
          for (const { one, texts } of missing) search.note(one, texts, await searchIn(one.pattern, texts));
          return search;
        }),
      );
    }
    for (const { one, texts } of missing) search.note(one, texts, searchHere(one.pattern, texts));
    return search.hits(patterns);
  }

  /** Reads the texts a page at a time, so that memory is bounded, and looks at none twice where the pattern was found. */
  private searchLive(
    workspaceId: string,
    conditions: Conditions,
    patterns: readonly SoughtPattern[],
    clientGone: AbortSignal,
  ): Promise<RegexHits> {
    return this.patterns.run(workspaceId, clientGone, async (searchIn) => {
      const hits = new RegexHits();
      for (const one of patterns) hits.add(one, []);
      let after: LiveCandidates['last'] = null;
      do {
        const statement = liveCandidates(workspaceId, conditions, after);
        const [page]: LiveCandidates[] = await this.database.read<LiveCandidates & Record<string, unknown>>(
          workspaceId,
          statement,
        );
        for (const one of patterns) hits.add(one, await searchIn(one.pattern, page![one.field]));
        after = page!.last;
      } while (after !== null);
      return hits;
    });
  }
}
