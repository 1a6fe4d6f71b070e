import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { undo, upload } from '../../libs/importing/test/statements.js';
import { hundredths, written } from '../e2e/support/amounts.js';
import type { Service } from '../e2e/support/api-process.js';
import { sharedApi } from '../e2e/support/api-process.js';
import { statusAndCode } from '../e2e/support/client.js';
import type { Client } from '../e2e/support/client.js';
import { aHousehold, anAccount, ok, everyItem } from '../e2e/support/household.js';
import type { LedgerVerifier } from '../e2e/support/ledger-verifier.js';
import { startVerifier } from '../e2e/support/ledger-verifier.js';
import { sized } from '../e2e/support/long-form.js';

const SEED = Number(process.env.CENTAVO_TEST_SEED ?? 20261124);
const ROUNDS = sized(4, 14);

/** The lists are short, so that rows often match. Some descriptions differ only in case, accents or spaces. */
const DAYS = ['2026-03-07', '2026-03-08', '2026-03-25'];
const CENTS = [100n, 2550n, 123456n];
const TEXTS = ['OXXO', 'oxxo', 'Café Peña', 'CAFE  PENA', 'Nómina'];

const LAYOUTS = ['signed', 'debit and credit', 'semicolon and decimal comma', 'newest first'] as const;

interface Account {
  readonly id: string;
  readonly sign: bigint;
  readonly opening: bigint;
}

interface Row {
  readonly day: string;
  readonly text: string;
  readonly signed: bigint;
}

interface Entry extends Row {
  readonly id: string;
  account: number;
  day: string;
  signed: bigint;
  receiver: number | null;
  readonly importId: string | null;
  trashed: boolean;
}

interface Imported {
  readonly id: string;
  readonly account: number;
  readonly rows: readonly Row[];
  status: 'draft' | 'committed' | 'undone';
}

const arbitraryRow = fc.record({
  day: fc.constantFrom(...DAYS),
  text: fc.constantFrom(...TEXTS),
  signed: fc.tuple(fc.constantFrom(...CENTS), fc.boolean()).map(([cents, out]) => (out ? -cents : cents)),
});
const place = fc.nat({ max: 2 });
const pick = fc.nat({ max: 10_000 });
const arbitraryStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('draft' as const),
      account: place,
      layout: fc.constantFrom(...LAYOUTS),
      rows: fc.array(arbitraryRow, { minLength: 1, maxLength: 12 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('draft again' as const), pick, layout: fc.constantFrom(...LAYOUTS) }),
  },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('commit' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('undo' as const), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('enter' as const), account: place, other: place, row: arbitraryRow }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('edit' as const),
      pick,
      how: fc.nat({ max: 3 }),
      other: place,
      row: arbitraryRow,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('trash' as const, 'restore' as const, 'for good' as const), pick }),
  },
);
type Step = typeof arbitraryStep extends fc.Arbitrary<infer T> ? T : never;

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
const keyOf = ({ day, text, signed }: Row) => `${day} ${signed} ${folded(text)}`;

/** Model of a ledger with imports that uses only lists and sums. */
class Model {
  entries: Entry[] = [];
  readonly imports: Imported[] = [];

  constructor(readonly accounts: readonly Account[]) {}

  balance(account: number, entries: readonly Entry[] = this.entries): string {
    const { opening, sign } = this.accounts[account]!;
    let position = opening * sign;
    for (const entry of entries.filter(({ trashed }) => !trashed)) {
      if (entry.account === account) position += entry.signed;
      if (entry.receiver === account) position -= entry.signed;
    }
    return written(position * sign);
  }

  /** Returns the status of each row. An existing transaction makes only one row a duplicate. */
  statuses(account: number, rows: readonly Row[]): string[] {
    const known = this.entries
      .filter(({ trashed }) => !trashed)
      .flatMap((entry) => [
        ...(entry.account === account ? [keyOf(entry)] : []),
        ...(entry.receiver === account ? [keyOf({ ...entry, signed: -entry.signed })] : []),
      ]);
    return rows.map((row) => {
      const at = known.indexOf(keyOf(row));
      if (at < 0) return 'ready';
      known.splice(at, 1);
      return 'duplicate';
    });
  }
}

let service: Service;
let verifier: LedgerVerifier;

beforeAll(async () => {
  service = await sharedApi();
  verifier = startVerifier(service.database);
});
afterAll(async () => {
  verifier.stop();
  await service.stop();
});

function fileOf(rows: readonly Row[], layout: (typeof LAYOUTS)[number]): string {
  const amountOf = (row: Row) => written(row.signed);
  const lines = (() => {
    switch (layout) {
      case 'signed':
        return ['Fecha,Concepto,Importe', ...rows.map((row) => `${row.day},"${row.text}",${amountOf(row)}`)];
      case 'newest first':
        return [
          'Estado de cuenta',
          '',
          'Fecha|Concepto|Importe',
          ...rows.map((row) => `${row.day}|${row.text}|$${amountOf(row)}`),
        ];
      case 'debit and credit':
        return [
          'Fecha,Descripción,Cargo,Abono',
          ...rows.map(
            (row) => `${row.day},${row.text},${row.signed < 0n ? `${written(-row.signed)},` : `,${amountOf(row)}`}`,
          ),
        ];
      case 'semicolon and decimal comma':
        return [
          'Fecha;Concepto;Importe',
          ...rows.map((row) => `${row.day};${row.text};${amountOf(row).replace('.', ',')}`),
        ];
    }
  })();
  return `${lines.join('\n')}\n`;
}

class Run {
  readonly model: Model;

  constructor(
    readonly workspaceId: string,
    readonly api: Client,
    accounts: readonly Account[],
  ) {
    this.model = new Model(accounts);
  }

  async take(step: Step): Promise<void> {
    const { model } = this;
    switch (step.what) {
      case 'draft':
        return this.draft(step.account, step.rows, step.layout);
      case 'draft again': {
        const earlier = model.imports[step.pick % Math.max(1, model.imports.length)];
        return earlier && this.draft(earlier.account, earlier.rows, step.layout);
      }
      case 'commit':
      case 'undo':
        return this.turn(step.what, model.imports[step.pick % Math.max(1, model.imports.length)]);
      case 'enter':
        return this.enter(step.account, step.other, step.row);
      case 'edit': {
        const entry = this.entryAt(step.pick);
        return entry && this.edit(entry, step);
      }
      case 'trash':
      case 'restore':
      case 'for good': {
        const entry = this.entryAt(step.pick);
        return entry && this.move(entry, step.what);
      }
    }
  }

  entryAt(pick: number): Entry | undefined {
    return this.model.entries[pick % Math.max(1, this.model.entries.length)];
  }

  async draft(account: number, rows: readonly Row[], layout: (typeof LAYOUTS)[number]): Promise<void> {
    const ordered = layout === 'newest first' ? rows.toSorted((a, b) => b.day.localeCompare(a.day)) : rows;
    const uploaded = ok(await upload(this.api, this.model.accounts[account]!.id, fileOf(ordered, layout)));
    const read = uploaded.rows.map(
      ({ date, description, amount, type }) => `${date} ${type === 'expense' ? '-' : ''}${amount} ${description}`,
    );
    expect(read).toEqual(
      ordered.map(({ day, text, signed }) => `${day} ${written(signed)} ${text.replace(/\s+/g, ' ')}`),
    );
    expect(uploaded.rows.map(({ status }) => status)).toEqual(this.model.statuses(account, ordered));
    this.model.imports.push({ id: uploaded.id, account, rows: ordered, status: 'draft' });
  }

  async turn(what: 'commit' | 'undo', draft: Imported | undefined): Promise<void> {
    if (!draft) return;
    const { model } = this;
    const answer = await this.api.post(`/v1/imports/${draft.id}/${what}` as `/v1/imports/${string}/commit`);
    if (what === 'commit' && draft.status === 'undone')
      return expect(statusAndCode(answer)).toBe('409 IMPORT_NOT_DRAFT');
    if (what === 'undo' && draft.status === 'draft')
      return expect(statusAndCode(answer)).toBe('409 IMPORT_NOT_COMMITTED');
    const answered = ok(answer);
    if (what === 'commit' && draft.status === 'draft') {
      const before = model.balance(draft.account);
      const statuses = model.statuses(draft.account, draft.rows);
      expect(answered.rows.map(({ status }) => status)).toEqual(statuses);
      const entered = draft.rows.filter((_, index) => statuses[index] === 'ready');
      const { items } = await everyItem(this.api, `/v1/transactions?importId=${draft.id}&limit=200`);
      // The transactions of equal rows are interchangeable.
      const left = items.map(({ id, date, signedAmount, description }) => ({
        id,
        is: `${date} ${signedAmount} ${description}`,
      }));
      for (const row of entered) {
        const at = left.findIndex(
          ({ is }) => is === `${row.day} ${written(row.signed)} ${row.text.replace(/\s+/g, ' ')}`,
        );
        const [match] = left.splice(at, 1);
        model.entries.push({
          ...row,
          id: match!.id,
          account: draft.account,
          receiver: null,
          importId: draft.id,
          trashed: false,
        });
      }
      expect(left).toEqual([]);
      expect(answered).toMatchObject({ balanceBefore: before, balanceAfter: model.balance(draft.account) });
      draft.status = 'committed';
    }
    if (what === 'undo' && draft.status === 'committed') {
      const before = model.balance(draft.account);
      for (const entry of model.entries) if (entry.importId === draft.id) entry.trashed = true;
      expect(answered).toMatchObject({ balanceBefore: before, balanceAfter: model.balance(draft.account) });
      draft.status = 'undone';
    }
    return expect(answered.status).toBe(draft.status);
  }

  async enter(account: number, other: number, row: Row): Promise<void> {
    const { accounts, entries } = this.model;
    const isTransfer = account !== other;
    const answer = await this.api.post('/v1/transactions', {
      ...{ accountId: accounts[account]!.id, date: row.day, description: row.text },
      amount: written(row.signed < 0n ? -row.signed : row.signed),
      ...(isTransfer
        ? { type: 'transfer', toAccountId: accounts[other]!.id }
        : { type: row.signed < 0n ? 'expense' : 'income' }),
    });
    const signed = hundredths(ok(answer).signedAmount);
    entries.push({
      ...row,
      id: answer.body.id,
      account,
      signed,
      receiver: isTransfer ? other : null,
      importId: null,
      trashed: false,
    });
  }

  async edit(entry: Entry, { how, other, row }: { how: number; other: number; row: Row }): Promise<void> {
    const size = row.signed < 0n ? -row.signed : row.signed;
    const becomesTransfer = how === 2 && entry.receiver === null && other !== entry.account;
    const change = becomesTransfer
      ? { type: 'transfer', toAccountId: this.model.accounts[other]!.id }
      : how === 1 && other !== entry.receiver
        ? { accountId: this.model.accounts[other]!.id }
        : how === 0
          ? { date: row.day }
          : { amount: written(size) };
    const answer = await this.api.patch(`/v1/transactions/${entry.id}`, change);
    if (entry.trashed) return expect(statusAndCode(answer)).toBe('409 TRANSACTION_IN_TRASH');
    const { signedAmount, date } = ok(answer);
    if (becomesTransfer) entry.receiver = other;
    if ('accountId' in change) entry.account = other;
    entry.day = date;
    const expected = 'amount' in change ? size : entry.signed < 0n ? -entry.signed : entry.signed;
    entry.signed = becomesTransfer || entry.signed < 0n ? -expected : expected;
    expect(signedAmount).toBe(written(entry.signed));
  }

  async move(entry: Entry, what: 'trash' | 'restore' | 'for good'): Promise<void> {
    const path = `/v1/transactions/${entry.id}` as const;
    if (what === 'trash') {
      ok(await this.api.delete(path));
      entry.trashed = true;
    } else if (what === 'restore') {
      // The final state is compared with a run without the import, so transactions that the undo removed must stay
      // removed.
      if (this.model.imports.some(({ id, status }) => id === entry.importId && status === 'undone')) return;
      expect(statusAndCode(await this.api.post(`${path}/restore`))).toBe(
        entry.trashed ? '200' : '409 TRANSACTION_NOT_IN_TRASH',
      );
      entry.trashed = false;
    } else {
      expect(statusAndCode(await this.api.delete(`${path}/permanently`))).toBe(
        entry.trashed ? '200' : '409 TRANSACTION_NOT_IN_TRASH',
      );
      if (entry.trashed) this.model.entries = this.model.entries.filter((candidate) => candidate !== entry);
    }
  }

  async expectAgreement(): Promise<void> {
    const { accounts } = this.model;
    const shown = ok(await this.api.get('/v1/accounts'));
    const balances = accounts.map(({ id }) => shown.find((each) => each.id === id)!.balance);
    expect(balances).toEqual(accounts.map((_, index) => this.model.balance(index)));
  }
}

it('committing, editing and undoing random statements keeps every balance exact, and an undo reverts all changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryStep, { minLength: 12, maxLength: 30 }), async (steps) => {
      const { api, workspaceId } = await aHousehold(service);
      const accounts: Account[] = [];
      for (const [typeId, openingBalance] of [
        ['checking', '1000.00'],
        ['credit_card', '250.50'],
        ['savings', '0.00'],
      ] as const) {
        const { id } = await anAccount(api, { typeId, openingBalance });
        accounts.push({ id, sign: typeId === 'credit_card' ? -1n : 1n, opening: hundredths(openingBalance) });
      }
      const run = new Run(workspaceId, api, accounts);
      for (const step of steps) {
        await run.take(step);
        await run.expectAgreement();
      }
      await verifier.expectNoDrift(workspaceId);
      for (const { id } of run.model.imports.filter(({ status }) => status === 'committed')) await undo(api, { id });
      const own = run.model.entries.filter(({ importId }) => importId === null);
      const live = (await everyItem(api, '/v1/transactions?limit=200')).items;
      expect(live.map(({ id }) => id).sort()).toEqual(
        own
          .filter(({ trashed }) => !trashed)
          .map(({ id }) => id)
          .sort(),
      );
      const shown = ok(await api.get('/v1/accounts'));
      expect(shown.map(({ balance }) => balance)).toEqual(accounts.map((_, index) => run.model.balance(index, own)));
      await verifier.expectNoDrift(workspaceId);
    }),
    // Interrupts the run, including shrinking, before the test times out.
    { seed: SEED, numRuns: ROUNDS, interruptAfterTimeLimit: 50_000 },
  );
});
