import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldText } from '../../libs/kernel/src/text/fold-text.js';
import type { Service } from '../e2e/support/api-process.js';
import { sharedApi } from '../e2e/support/api-process.js';
import { expectNoDrift, runCli } from '../e2e/support/cli.js';
import type { Answer, Client } from '../e2e/support/client.js';
import { statusAndCode } from '../e2e/support/client.js';
import { aHousehold, anAccount, aTransaction, everyItem, ok } from '../e2e/support/household.js';
import { sized } from '../e2e/support/long-form.js';

const SEED = Number(process.env.CENTAVO_TEST_SEED ?? 20261129);
const OPERATIONS = sized(120, 1_000);
const NAMES = ['Viaje', 'VIAJE', 'viajé', 'Casa', 'casa ', 'ñandú', 'NANDU', 'a b', 'A  B', '50% / "más"', '💸', 'zoo'];
const MAX_TAGS = 20;

interface ModelTransaction {
  readonly id: string;
  date: string;
  tags: string[];
  trashed: boolean;
}

interface ModelRun {
  readonly path: string;
  readonly added: Map<string, string>;
}

class Model {
  transactions: ModelTransaction[] = [];
  readonly runs: ModelRun[] = [];
  /** Spelling of each tag at its first use or at its last rename. */
  readonly spelling = new Map<string, string>();

  use(names: readonly string[]): string[] {
    const folded = [...new Set(names.map(foldText))];
    for (const tag of folded) {
      if (!this.spelling.has(tag)) this.spelling.set(tag, names.find((name) => foldText(name) === tag)!.trim());
    }
    return folded;
  }

  /**
   * Sets the tags of a transaction as a user does. A tag that the user removes no longer belongs to a run, even if the
   * user adds it again.
   */
  give(transaction: ModelTransaction, names: readonly string[]): void {
    transaction.tags = this.use(names);
    for (const { added } of this.runs) {
      const tag = added.get(transaction.id);
      if (tag !== undefined && !transaction.tags.includes(tag)) added.delete(transaction.id);
    }
  }

  shown(tags: readonly string[]): string[] {
    return tags.map((tag) => this.spelling.get(tag)!);
  }

  having(folded: string): ModelTransaction[] {
    return this.transactions.filter(({ tags }) => tags.includes(folded));
  }

  summary(folded: string) {
    const dates = this.having(folded).flatMap(({ trashed, date }) => (trashed ? [] : [date]));
    return { name: this.spelling.get(folded)!, count: dates.length, lastDate: dates.toSorted().at(-1) ?? null };
  }

  listed() {
    const live = new Set(this.transactions.filter(({ trashed }) => !trashed).flatMap(({ tags }) => tags));
    return [...live].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).map((tag) => this.summary(tag));
  }

  rename(from: string, name: string): string {
    const to = foldText(name);
    const merges = to !== from && this.having(to).length > 0;
    for (const { added } of this.runs) {
      for (const [id, tag] of added) {
        const has = (folded: string) =>
          this.transactions.some((transaction) => transaction.id === id && transaction.tags.includes(folded));
        // No transaction had the tag `to` before the rename, so undoing its run must not remove the renamed tag.
        if (tag === to && to !== from && !merges) added.delete(id);
        // After a merge, a transaction that had both tags keeps one of them. If the user had removed this tag before
        // the merge, an undo removes nothing.
        else if (tag === from && merges && (has(to) || !has(from))) added.delete(id);
        else if (tag === from) added.set(id, to);
      }
    }
    for (const transaction of this.transactions) {
      transaction.tags = [...new Set(transaction.tags.map((tag) => (tag === from ? to : tag)))];
    }
    if (to !== from) this.spelling.delete(from);
    if (!merges) this.spelling.set(to, name.trim());
    return to;
  }

  remove(folded: string): void {
    for (const transaction of this.transactions) transaction.tags = transaction.tags.filter((tag) => tag !== folded);
    for (const { added } of this.runs) for (const [id, tag] of added) if (tag === folded) added.delete(id);
    this.spelling.delete(folded);
  }
}

let service: Service;
let api: Client;
let workspaceId: string;
let accountId: string;
const model = new Model();

beforeAll(async () => {
  service = await sharedApi();
  ({ api, workspaceId } = await aHousehold(service));
  accountId = (await anAccount(api)).id;
});
afterAll(() => service.stop());

const name = fc.constantFrom(...NAMES);
const draw = fc.record({
  what: fc.constantFrom('enter', 'enter', 'edit', 'trash', 'restore', 'purge', 'rename', 'delete', 'apply', 'undo'),
  pick: fc.nat(1_000),
  names: fc.array(name, { maxLength: 4 }),
  name,
  to: name,
  date: fc.constantFrom('2026-01-31', '2026-02-28', '2026-03-01', '2026-03-02'),
});
type Draw = ReturnType<typeof drawn>[number];
const drawn = () => fc.sample(draw, { seed: SEED, numRuns: OPERATIONS });
const pathOf = (tag: string) => `/v1/tags/${encodeURIComponent(tag)}` as const;

const pickOne = ({ pick }: Draw, trashed: boolean) => {
  const among = model.transactions.filter((each) => each.trashed === trashed);
  return among[pick % Math.max(1, among.length)];
};

const OPERATION: Readonly<Record<Draw['what'], (drawn: Draw) => Promise<void>>> = {
  async enter({ names, date }) {
    const created = await aTransaction(api, { accountId, date, tags: names });
    const tags = model.use(names);
    model.transactions.push({ id: created.id, date, tags, trashed: false });
    expect(created.tags).toEqual(model.shown(tags));
  },
  async edit(draw) {
    const { names, date, pick } = draw;
    const transaction = pickOne(draw, false);
    if (!transaction) return;
    const change = pick % 3 === 0 ? { date } : pick % 3 === 1 ? { tags: names } : { tags: names, date };
    const edited = ok(await api.patch(`/v1/transactions/${transaction.id}`, change));
    if (change.date) transaction.date = date;
    if (change.tags) model.give(transaction, names);
    expect(edited.tags).toEqual(model.shown(transaction.tags));
  },
  async trash(draw) {
    const transaction = pickOne(draw, false);
    if (!transaction) return;
    expect(ok(await api.delete(`/v1/transactions/${transaction.id}`)).tags).toEqual(model.shown(transaction.tags));
    transaction.trashed = true;
  },
  async restore(draw) {
    const transaction = pickOne(draw, true);
    if (!transaction) return;
    expect(ok(await api.post(`/v1/transactions/${transaction.id}/restore`)).tags).toEqual(
      model.shown(transaction.tags),
    );
    transaction.trashed = false;
  },
  async purge(draw) {
    const transaction = pickOne(draw, true);
    if (!transaction) return;
    ok(await api.delete(`/v1/transactions/${transaction.id}/permanently`));
    model.transactions = model.transactions.filter(({ id }) => id !== transaction.id);
  },
  async rename({ name: tagName, to }) {
    const from = foldText(tagName);
    const answer = await api.patch(pathOf(tagName), { name: to });
    if (isUnknown(from, answer)) return;
    expect(ok(answer)).toEqual(model.summary(model.rename(from, to)));
  },
  async delete({ name: tagName }) {
    const folded = foldText(tagName);
    const answer = await api.delete(pathOf(tagName));
    if (isUnknown(folded, answer)) return;
    expect(ok(answer)).toEqual(model.summary(folded));
    model.remove(folded);
  },
  async apply({ name: tagName, to }) {
    const conditions = [{ field: 'tag', op: 'is_not', value: to }];
    const rule = { name: 'x', enabled: false, conditions, actions: [{ kind: 'add_tag', value: tagName }] };
    const { id } = ok(await api.post('/v1/rules', rule));
    ok(await api.post(`/v1/rules/${id}/apply`));
    const [run] = ok(await api.get(`/v1/rules/${id}/runs`)).items;
    const [tag] = model.use([tagName]);
    const matched = model.transactions.filter(({ trashed, tags }) => !trashed && !tags.includes(foldText(to)));
    const changed = matched.filter(({ tags }) => !tags.includes(tag!) && tags.length < MAX_TAGS);
    for (const { tags } of changed) tags.push(tag!);
    const added = new Map(changed.map((each) => [each.id, tag!]));
    model.runs.push({ path: `/v1/rules/${id}/runs/${run!.id}/undo`, added });
  },
  async undo({ pick }) {
    const [run] = model.runs.splice(pick % Math.max(1, model.runs.length), 1);
    if (!run) return;
    ok(await api.post(run.path));
    for (const each of model.transactions) each.tags = each.tags.filter((tag) => tag !== run.added.get(each.id));
  },
};

function isUnknown(folded: string, answer: Answer): boolean {
  if (model.having(folded).length > 0) return false;
  expect(statusAndCode(answer)).toBe('404 TAG_NOT_FOUND');
  return true;
}

async function expectAgreement({ name: spelling }: Draw): Promise<void> {
  expect(ok(await api.get('/v1/tags'))).toEqual(model.listed());
  const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id).toSorted();
  const { items } = await everyItem(api, `/v1/transactions?tag=${encodeURIComponent(spelling)}&limit=7`);
  expect(idsOf(items)).toEqual(idsOf(model.having(foldText(spelling)).filter(({ trashed }) => !trashed)));
}

it(`tags equal a simple model after each of ${OPERATIONS} operations (seed ${SEED})`, async () => {
  for (const draw of drawn()) {
    await OPERATION[draw.what](draw);
    await expectAgreement(draw);
  }
  const tagged = model.transactions.filter(({ tags }) => tags.length > 0);
  expect(tagged.length).toBeGreaterThan(5);
  for (const { id, tags } of model.transactions) {
    expect(ok(await api.get(`/v1/transactions/${id}`)).tags).toEqual(model.shown(tags));
  }
  await expectNoDrift(service.database, workspaceId);

  const otherHome = await aHousehold(service);
  const folder = await mkdtemp(join(tmpdir(), 'centavo-tags-'));
  const file = join(folder, 'tags.json');
  await writeFile(file, (await api.get('/v1/export')).text);
  expect((await runCli(service.database, 'workspace', 'import', file, '--workspace', otherHome.workspaceId)).code).toBe(
    0,
  );
  await rm(folder, { recursive: true });
  expect(ok(await otherHome.api.get('/v1/tags'))).toEqual(model.listed());
  for (const { id, tags } of model.transactions) {
    expect(ok(await otherHome.api.get(`/v1/transactions/${id}`)).tags).toEqual(model.shown(tags));
  }
  await expectNoDrift(service.database, otherHome.workspaceId);
});
