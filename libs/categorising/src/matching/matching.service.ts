import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Values } from '@app/kernel';
import type { Conditions } from './condition.js';
import type { SoughtPattern } from './found-texts.js';
import { FoundTexts, patternsOf } from './found-texts.js';
import { PatternSearch } from './pattern-search.service.js';
import type { Rows } from './predicate.query.js';
import { meets } from './predicate.query.js';

/**
 * What has to be done before conditions can be asked of rows: PostgreSQL has no patterns with a bound on their time, so
 * that they are looked for here, in the texts that the other conditions leave in question, each text once. Everything
 * else that decides whether a transaction matches is SQL (`meets`), in one statement whatever asks.
 */
@Injectable()
export class Matching {
  constructor(private readonly patterns: PatternSearch) {}

  /** Looks for the patterns among the conditions in the texts of the rows. */
  async lookAt(work: UnitOfWork, all: readonly Conditions[], rows: Rows): Promise<FoundTexts> {
    const sought = patternsOf(all);
    if (sought.length === 0) return FoundTexts.none;
    const withPatterns = all.filter((one) => patternsOf([one]).length > 0);
    const texts = new Map<SoughtPattern['field'], readonly string[]>();
    for (const field of new Set(sought.map((one) => one.field))) {
      texts.set(field, await this.textsInQuestion(work, field, withPatterns, rows));
    }
    const found: (SoughtPattern & { texts: string[] })[] = [];
    // PostgreSQL ends a transaction in which nothing happens for long.
    const stayAlive = () => work.query({ name: 'categorising.stay-alive', text: 'select', values: [] });
    for (const one of sought) {
      found.push({ ...one, texts: await this.patterns.search(one.pattern, texts.get(one.field)!, stayAlive) });
    }
    return FoundTexts.from(found);
  }

  private async textsInQuestion(
    work: UnitOfWork,
    field: SoughtPattern['field'],
    all: readonly Conditions[],
    rows: Rows,
  ): Promise<string[]> {
    const values = new Values();
    const source = rows(values);
    const possible = all.map((one) => meets('e', one, values, FoundTexts.unknown)).join(' or ');
    const texts = await work.query<{ text: string }>({
      text: `
        with came as materialized (${source})
        select distinct e.folded_${field} as text from came e
        where e.folded_${field} is not null and (${possible})`,
      values: values.list,
    });
    return texts.map(({ text }) => text);
  }
}
