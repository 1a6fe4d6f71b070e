import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.service.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import type { Statement } from '../sql/statement.js';
import { Values } from '../sql/statement.js';
import type { EffectReader } from './effect-readers.service.js';
import { EffectReaders } from './effect-readers.service.js';
import type { EffectsView } from './effects.view.js';

/** What some work would answer, and what it would change. */
export interface DryRun<T> {
  readonly result: T;
  readonly effects: EffectsView;
}

/** The questions of the readers, and what each read, in the order of the readers. */
interface Sight {
  readonly questions: readonly unknown[];
  readonly seen: readonly string[];
}

const NOTHING: EffectsView = {
  netWorth: null,
  accounts: [],
  budgets: [],
  contacts: [],
  transactions: { created: 0, updated: 0, trashed: 0, restored: 0, deleted: 0 },
};

/**
 * Does work as if it were for real, says what it changed, and takes all of it back (decision 0062).
 *
 * What the work changed is what tells its own sight of the database from that of everybody else at the same moment: the
 * snapshot of the statement that looks at the changed figures is exported, and another transaction reads the same figures by
 * it. So nothing that others commit meanwhile is taken for an effect, and no caller waits longer than for the work itself.
 */
@Injectable()
export class DryRuns {
  constructor(
    private readonly database: Database,
    private readonly readers: EffectReaders,
  ) {}

  /** @throws what the work throws */
  async run<T>(workspaceId: string, work: () => Promise<T>): Promise<DryRun<T>> {
    const { result, effects } = await this.database.dryRun(workspaceId, async (unit, within, published) => {
      const done = await within(work);
      const { snapshot, after } = await this.seeAfter(unit);
      const { answer } = await this.database.readAt(workspaceId, snapshot, (before) =>
        this.compare(before, after, published),
      );
      // The transaction need not wait for what is compared: it may end now.
      return { result: done, effects: { answer } };
    });
    return { result, effects: await effects.answer };
  }

  /** The figures after the work, read by one statement and so from one snapshot. A caller that asked for too few asks again. */
  private async seeAfter(unit: UnitOfWork): Promise<{ snapshot: string; after: Sight }> {
    const known = this.readers.all.map((reader): unknown => reader.question?.(unit.workspaceId));
    for (let questions: readonly unknown[] = known; ;) {
      const columns = (values: Values) => this.readers.all.map((reader, at) => reader.after(values, questions[at]));
      const [snapshot, ...seen] = await look(unit, 'kernel.effects-after', (values) => [
        'pg_export_snapshot()',
        ...columns(values),
      ]);
      const after = { questions, seen };
      const further = this.further(after);
      if (further === null) return { snapshot: snapshot!, after };
      questions = further;
    }
  }

  private async compare(unit: UnitOfWork, after: Sight, published: readonly object[]): Promise<EffectsView> {
    for (let { questions } = after; ;) {
      const columns = (values: Values) =>
        this.readers.all.map((reader, at) => reader.before(values, questions[at], after.seen[at]!, published));
      const before = { questions, seen: await look(unit, 'kernel.effects-before', columns) };
      const further = this.further(before);
      if (further === null) return this.differences(before, after, unit.workspaceId);
      questions = further;
    }
  }

  private further({ questions, seen }: Sight): readonly unknown[] | null {
    const more = this.readers.all.map((reader, at) => reader.further?.(seen[at]!, questions[at]) ?? null);
    if (more.every((question) => question === null)) return null;
    return more.map((question, at) => question ?? questions[at]);
  }

  private differences(before: Sight, after: Sight, workspaceId: string): EffectsView {
    const parts = this.readers.all.map((reader: EffectReader, at) =>
      reader.compare(before.seen[at]!, after.seen[at]!, before.questions[at], workspaceId),
    );
    return Object.assign({}, NOTHING, ...parts) as EffectsView;
  }
}

/**
 * To plan a statement of so many parts takes many times what it takes to run it; of each text there is one plan, whatever
 * is bound.
 */
const ONE_PLAN: Statement = {
  name: 'kernel.one-plan',
  text: `select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_nestloop', 'on', true)`,
  values: [],
};

/** The columns of a statement of one row, in their order. */
async function look(unit: UnitOfWork, name: string, columns: (values: Values) => readonly string[]): Promise<string[]> {
  const values = new Values();
  values.bind(unit.workspaceId);
  const written = columns(values);
  const list = ['$1::uuid', ...written].map((column, at) => `${column} as c${at}`);
  const text = `select ${list.join(',\n')}`;
  // What there is to ask for says which parts the text has.
  const digest = createHash('md5').update(text).digest('hex');
  unit.enqueue(ONE_PLAN);
  const [row] = await unit.query<Record<string, string>>({ name: `${name}.${digest}`, text, values: values.list });
  return written.map((_, at) => row![`c${at + 1}`]!);
}
