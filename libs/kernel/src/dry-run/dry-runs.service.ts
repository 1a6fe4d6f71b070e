import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { READ_TIMEOUT } from '../database/advisory-locks.js';
import { refuseAsProblem } from '../database/database-error.js';
import { RequestTransactions } from '../database/request-transactions.service.js';
import type { DryRunTransaction } from '../database/dry-run-steps.js';
import { UNDO } from '../database/dry-run-steps.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import type { Statement } from '../sql/statement.js';
import { Values } from '../sql/statement.js';
import type { EffectReader } from './effect-readers.service.js';
import { EffectReaders } from './effect-readers.service.js';
import type { EffectsView } from './effects.view.js';
import type { EffectsReader } from './visible-effects.js';
import { visibleEffects } from './visible-effects.js';

export interface DryRun<T> {
  readonly result: T;
  readonly effects: EffectsView;
}

interface Sights {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly published: readonly object[];
  readonly questions: readonly unknown[];
}

interface SightAfter extends Pick<Sights, 'after' | 'questions'> {
  readonly snapshot: string;
}

const NOTHING: EffectsView = {
  netWorth: null,
  accounts: [],
  budgets: [],
  contacts: [],
  transactions: { created: 0, updated: 0, trashed: 0, restored: 0, deleted: 0 },
};

/**
 * Runs work, computes its effects and rolls it back (decision 0062).
 *
 * If the transaction sees one snapshot, reads the figures after the work, undoes the work, and reads the figures again.
 * This is impossible if another request commits a change to the same rows. In that case, the statement that reads the
 * figures after the work exports its snapshot, and a second transaction reads the earlier figures with that snapshot.
 * Changes that other requests commit never count as effects.
 */
@Injectable()
export class DryRuns {
  constructor(
    private readonly transactions: RequestTransactions,
    private readonly readers: EffectReaders,
  ) {}

  /**
   * Runs the work, rolls it back and returns the effects that the caller may read.
   * @throws the errors of the work
   */
  async run<T>(caller: EffectsReader, work: () => Promise<T>): Promise<DryRun<T>> {
    const { workspaceId } = caller;
    let requested = this.readers.all.map((reader): unknown => reader.question?.(workspaceId));
    for (;;) {
      const { result, sights } = await this.transactions.dryRun(workspaceId, {
        work,
        look: (transaction) => this.lookAfter(transaction, requested),
        conclude: async (transaction, done, after) => ({
          result: done,
          sights: await this.lookBefore(transaction, after),
        }),
      });
      const { before, after, published, questions } = await sights();
      const further = this.further(before, questions);
      if (further === null) {
        const effects = this.differences({ before, after, published, questions }, workspaceId);
        return { result, effects: visibleEffects(effects, caller) };
      }
      requested = further;
    }
  }

  private async lookBefore(
    { unit, published, seesOneSnapshot }: DryRunTransaction,
    { snapshot, after, questions }: SightAfter,
  ): Promise<() => Promise<Sights>> {
    const columns = (values: Values) =>
      this.readers.all.map((reader, at) => reader.before(values, questions[at], after[at]!, published));
    const lookAgain = (other: UnitOfWork) => look(other, 'kernel.effects-before', columns);
    if (seesOneSnapshot) unit.enqueue(UNDO);
    const before = seesOneSnapshot
      ? lookAgain(unit)
      : (await this.transactions.readAt(unit.workspaceId, snapshot, lookAgain)).answer;
    // Prevents an unhandled rejection. If the transaction fails too, its error is thrown first.
    before.catch(() => undefined);
    return async () => ({ before: await before.catch(refuseAsProblem), after, published, questions });
  }

  /** Reads the figures after the work with one statement. Repeats the read if a reader requests more figures. */
  private async lookAfter(
    { unit, published, seesOneSnapshot }: DryRunTransaction,
    requested: readonly unknown[],
  ): Promise<SightAfter> {
    for (let questions = requested; ;) {
      const [snapshot, ...after] = await look(unit, 'kernel.effects-after', (values) => [
        seesOneSnapshot ? `''` : 'pg_export_snapshot()',
        ...this.readers.all.map((reader, at) => reader.after(values, questions[at], published)),
      ]);
      const further = this.further(after, questions);
      if (further === null) return { snapshot: snapshot!, after, questions };
      questions = further;
    }
  }

  private further(seen: readonly string[], questions: readonly unknown[]): unknown[] | null {
    const more = this.readers.all.map((reader, at) => reader.further?.(seen[at]!, questions[at]) ?? null);
    if (more.every((question) => question === null)) return null;
    return more.map((question, at) => question ?? questions[at]);
  }

  private differences({ before, after, published, questions }: Sights, workspaceId: string): EffectsView {
    const parts = this.readers.all.map((reader: EffectReader, at) =>
      reader.compare({ before: before[at]!, after: after[at]!, published }, questions[at], workspaceId),
    );
    return Object.assign({}, NOTHING, ...parts) as EffectsView;
  }
}

/**
 * Statement that makes PostgreSQL reuse a generic plan, because planning a statement with many parts takes much longer
 * than running it. Limits the duration as for other reads.
 */
const ONE_PLAN: Statement = {
  name: 'kernel.one-plan',
  text: `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_nestloop', 'on', true),
    set_config('statement_timeout', '${READ_TIMEOUT}', true)`,
  values: [],
};

async function look(unit: UnitOfWork, name: string, columns: (values: Values) => readonly string[]): Promise<string[]> {
  const values = new Values();
  values.bind(unit.workspaceId);
  const written = columns(values);
  const list = ['$1::uuid', ...written].map((column, at) => `${column} as c${at}`);
  const text = `select ${list.join(',\n')}`;
  // The SQL depends on the questions, so its digest is part of the name of the prepared statement.
  const digest = createHash('md5').update(text).digest('hex');
  // If this statement fails, the next query also fails and reports the error.
  unit.query(ONE_PLAN).catch(() => undefined);
  const [row] = await unit.query<Record<string, string>>({ name: `${name}.${digest}`, text, values: values.list });
  return written.map((_, at) => row![`c${at + 1}`]!);
}
