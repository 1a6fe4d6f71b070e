import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork, Values } from '@app/kernel';
import { BULK_PLANNER_SETTINGS, DEFAULT_PLANNER_SETTINGS } from '@app/kernel';
import { InstallmentPlans } from '@app/cards';
import { Categories, LedgerVerification } from '@app/ledger';
import { installmentPart, partWarning, proofOf } from '@app/statement-files';
import { checkBalances } from '../rows/balance-checks.query.js';
import { clearSuggestions } from '../suggestions/category-suggestions.query.js';
import { ofValidatedRows } from '../suggestions/validated-rows.query.js';
import { CategorySuggestions } from '../suggestions/category-suggestions.service.js';
import { touchesPossibleDuplicates } from '../rows/possible-duplicates.query.js';
import { evaluateRows, IMPORT_COUNTS, ROW_STATUSES } from '../rows/duplicates.query.js';
import type { ImportKey } from '../rows/import-key.js';
import { Import } from './import.entity.js';
import type { EditedRow } from '../rows/import-rows.query.js';
import { applyEdits, selectRow } from '../rows/import-rows.query.js';
import { asProofRow, rowsToProve, type ProvenRow } from '../rows/proof-rows.query.js';
import { partsOfPlans } from '../rows/plan-parts.js';
import type { EditedDescription, PartRowFound } from '../rows/plan-parts.query.js';
import { editedDescriptions, markParts, MAX_COMPARED, partRows } from '../rows/plan-parts.query.js';

const COUNTED = { ready: 'ready', error: 'errors', duplicate: 'duplicates', excluded: 'excluded' } as const;

/** Fields that validation does not need. They would take too much memory for all drafts of an account. */
const DOCUMENTS = ['columns', 'detected', 'warnings', 'proofFacts', 'proof', 'newCategories', 'undone'] as const;

interface RowCount extends Record<string, unknown> {
  readonly was: keyof typeof COUNTED;
  readonly status: keyof typeof COUNTED;
  readonly count: number;
  readonly signed: string;
}

@Injectable()
export class DraftValidation {
  constructor(
    private readonly suggestions: CategorySuggestions,
    private readonly categories: Categories,
    private readonly plans: InstallmentPlans,
    verification: LedgerVerification,
  ) {
    // Checks the counts last, because they depend on the statuses.
    verification.include(ROW_STATUSES);
    verification.include(IMPORT_COUNTS);
  }

  async validateNew(work: UnitOfWork, draft: Import, edited: boolean): Promise<void> {
    const key = draft.key();
    await work.query(BULK_PLANNER_SETTINGS);
    if (edited) await this.applyEdits(work, key);
    if (edited && draft.balanceSign != null) await work.query(checkBalances(key, draft.balanceSign));
    await this.suggestions.suggest(work, key);
    await this.compare(work, draft);
  }

  /** Validates the rows of a locked draft again if relevant data changed since the last validation. */
  async refresh(work: UnitOfWork, draft: Import): Promise<void> {
    if (await this.isStale(work, draft)) await this.validateAgain(work, draft);
  }

  async isStale(work: UnitOfWork, draft: Import): Promise<boolean> {
    return draft.isDraft() && draft.validatedAgainst !== (await this.state(work));
  }

  /** Runs a query on the rows as validated now, without storing anything (decision 0014). */
  async readNow<Row extends Record<string, unknown>>(
    work: UnitOfWork,
    draft: Import,
    query: (values: Values) => string,
  ): Promise<Row[]> {
    await work.query(BULK_PLANNER_SETTINGS);
    const suggested = await this.suggestions.suggestedNow(work, draft.key());
    const parts = await this.partsOfPlans(work, draft);
    const rows = await work.query<Row>(ofValidatedRows(draft.key(), draft.accountId, parts, suggested, query));
    await work.query(DEFAULT_PLANNER_SETTINGS);
    return rows;
  }

  async validateAgain(work: UnitOfWork, draft: Import): Promise<void> {
    await work.query(BULK_PLANNER_SETTINGS);
    await this.suggestions.suggestAgain(work, draft.key());
    await this.compare(work, draft);
  }

  /**
   * Validates only the rows that an edit can affect: the edited row, equal rows, and rows whose balances depend on it.
   */
  async validateEdit(work: UnitOfWork, draft: Import, before: EditedRow): Promise<void> {
    const key = draft.key();
    await this.applyEdits(work, key, before.index);
    const [after] = await work.query<EditedRow & Record<string, unknown>>(selectRow(key, before.index));
    if (!likeBefore(before, after!)) await work.query(clearSuggestions(key, before.index));
    await this.suggestions.suggest(work, key, before.index);
    if (draft.balanceSign != null && before.chronologicalIndex !== null) {
      await work.query(checkBalances(key, draft.balanceSign, before.chronologicalIndex));
    }
    const both = [before, after!];
    const alike = {
      index: before.index,
      dates: both.map(({ date }) => date),
      amounts: both.map(({ amount }) => amount),
      types: both.map(({ type }) => type),
      texts: both.map(({ folded }) => folded),
      externalId: before.externalId,
    };
    const [{ touches } = { touches: false }] = await work.query<{ touches: boolean }>(
      touchesPossibleDuplicates(key, draft.accountId, alike),
    );
    // After such an edit, another row may match the installment or transaction that this row matched, or may lose its
    // match.
    if (touches || ((before.isPart || after!.isPart) && !likeBefore(before, after!))) {
      await work.query(BULK_PLANNER_SETTINGS);
      return this.compare(work, draft);
    }
    const parts = await this.partsOfPlans(work, draft);
    const changed = await work.query<RowCount>(evaluateRows(key, draft.accountId, parts, alike));
    recount(draft, changed, before.status === 'ready' ? signed(after!) - signed(before) : 0n);
  }

  /** Compares the rows of a PDF with its printed totals and balances. */
  async prove(work: UnitOfWork, draft: Import): Promise<void> {
    const facts = draft.proofFacts ?? null;
    const rows = facts === null ? [] : await work.query<ProvenRow>(rowsToProve(draft.key()));
    const proof = facts && proofOf(facts, rows.map(asProofRow));
    work.em.assign(draft, { proof });
  }

  /** Adds an error to all rows in the account's drafts, because they were read in its former currency. */
  async rejectCurrency(work: UnitOfWork, accountId: string, from: string, to: string): Promise<void> {
    const { workspaceId } = work;
    const drafts = await work.em.find(
      Import,
      { workspaceId, accountId, status: 'draft' },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, exclude: DOCUMENTS },
    );
    const detail = `The statement was read in ${from}, and the account is in ${to} now. Read the statement again.`;
    for (const draft of drafts as unknown as Import[]) {
      await work.query({
        text: `
          update importing_rows set errors = (
            select coalesce(jsonb_agg(error order by n), '[]') from jsonb_array_elements(errors) with ordinality as listed (error, n)
            where error->>'detail' not like 'The statement was read in %') || $3::jsonb
          where workspace_id = $1 and import_id = $2`,
        values: [workspaceId, draft.id, JSON.stringify([{ field: 'currency', code: 'CURRENCY_MISMATCH', detail }])],
      });
      if (draft.balanceSign != null) await work.query(checkBalances(draft.key(), draft.balanceSign));
      await this.validateAgain(work, draft);
    }
  }

  /** Returns a fingerprint of the transactions, card plans, categories and rules. */
  private async state(work: UnitOfWork): Promise<string> {
    const [latest] = await work.query<{ change: string }>({
      text: `select concat_ws(' ', ledger_latest_change($1), cards_plans_state($1)) as change`,
      values: [work.workspaceId],
    });
    return [latest!.change, await this.categories.fingerprint(work), await this.suggestions.rulesState(work)].join(' ');
  }

  private async partsOfPlans(work: UnitOfWork, draft: Import): Promise<number[]> {
    const plans = await this.plans.purchases(work, draft.accountId, MAX_COMPARED);
    if (plans.length === 0) return [];
    const parts = await work.query<PartRowFound>(partRows(draft.key(), draft.accountId));
    // An installment in two statements counts once.
    const keyOf = ({ date, amount, imported }: PartRowFound) => `${date} ${amount} ${imported}`;
    const own = new Set(parts.filter(({ index }) => index !== null).map(keyOf));
    const rows = parts.filter((row) => row.index !== null || !own.has(keyOf(row)));
    return partsOfPlans(
      rows.flatMap(({ index, amount, text }) => {
        const part = installmentPart(text);
        return part === null ? [] : [{ index, text, amount: BigInt(amount), ...part }];
      }),
      plans,
    );
  }

  private async applyEdits(work: UnitOfWork, key: ImportKey, index: number | null = null): Promise<void> {
    await work.query(applyEdits(key, index));
    const edited = await work.query<EditedDescription>(editedDescriptions(key, index));
    if (edited.length === 0) return;
    const parts = edited.map((row) => {
      const part = row.type === 'expense' ? installmentPart(row.description ?? '') : null;
      return { index: row.index, months: part?.months ?? null, warnings: part ? [partWarning(part)] : [] };
    });
    await work.query(markParts(key, JSON.stringify(parts)));
  }

  private async compare(work: UnitOfWork, draft: Import): Promise<void> {
    const key = draft.key();
    const counted = await work.query<RowCount>(
      evaluateRows(key, draft.accountId, await this.partsOfPlans(work, draft)),
    );
    await work.query(DEFAULT_PLANNER_SETTINGS);
    const none = { total: 0, ready: 0, errors: 0, duplicates: 0, excluded: 0, readyChange: '0' };
    work.em.assign(draft, { ...none, validatedAgainst: await this.state(work) });
    for (const { status, count, signed: amount } of counted) {
      draft.total += count;
      draft[COUNTED[status]] += count;
      if (status === 'ready') draft.readyChange = (BigInt(draft.readyChange) + BigInt(amount)).toString();
    }
  }
}

function recount(draft: Import, changed: readonly RowCount[], edited: bigint): void {
  let change = BigInt(draft.readyChange) + edited;
  for (const { was, status, count, signed: amount } of changed) {
    if (was === status) continue;
    draft[COUNTED[was]] -= count;
    draft[COUNTED[status]] += count;
    if (was === 'ready') change -= BigInt(amount);
    if (status === 'ready') change += BigInt(amount);
  }
  draft.readyChange = change.toString();
}

/** True if the edit did not change any field that suggestions depend on. */
function likeBefore(before: EditedRow, after: EditedRow): boolean {
  return (['type', 'date', 'amount', 'description'] as const).every((field) => before[field] === after[field]);
}

function signed({ amount, type }: EditedRow): bigint {
  const minor = BigInt(amount ?? 0);
  return type === 'expense' ? -minor : minor;
}
