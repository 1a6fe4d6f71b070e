import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addressesOf, builtFolder } from '../../kernel/src/testing.js';
import type { Service } from '../../../test/e2e/support/api-process.js';
import { sharedApi } from '../../../test/e2e/support/api-process.js';
import { sized } from '../../../test/e2e/support/long-form.js';
import type { AccountView, CategoryView } from '../../../test/e2e/support/answers.js';
import type { Household } from '../../../test/e2e/support/household.js';
import { aHousehold, anAccount, ok } from '../../../test/e2e/support/household.js';

const ROWS = sized(2_500, 100_000);

let service: Service;
let home: Household;
let account: AccountView;
let categories: CategoryView[];

beforeAll(async () => {
  service = await sharedApi();
  home = await aHousehold(service);
  account = await anAccount(home.api);
  categories = ok(await home.api.get('/v1/categories'));
});
afterAll(() => service.stop());

const aRule = async (fields: Record<string, unknown>) =>
  ok(await home.api.post('/v1/rules', { name: 'Regla', ...fields }));

interface Suggested {
  readonly category_id: string;
  readonly description: string;
}

/**
 * Calls `RuleRunning.suggest` in the built program, and runs a query on the result, which is called SUGGESTED in the
 * query.
 */
function suggest(rows: string, query: string): Promise<Suggested[]> {
  const module = (path: string) => JSON.stringify(pathToFileURL(join(builtFolder(), path)).href);
  const program = `
    import 'reflect-metadata';
    import { createRequire } from 'node:module';
    import { createLog, Database, readSettings, Values } from ${module('libs/kernel/src/index.js')};
    import { RuleRunning } from ${module('libs/categorising/src/index.js')};
    import { AppModule } from ${module('apps/api/src/app.module.js')};
    const { NestFactory } = await import(createRequire(${module('apps/api/src/app.module.js')}).resolve('@nestjs/core'));
    const settings = readSettings(process.env);
    const app = await NestFactory.createApplicationContext(
      AppModule.with(settings, settings.databaseUrl, createLog('silent')), { logger: false });
    const answer = await app.get(Database).transaction({ workspaceId: process.env.WORKSPACE }, async (work) => {
      const suggested = await app.get(RuleRunning).suggest(work, () => process.env.ROWS);
      if (suggested === null) return null;
      const values = new Values();
      const text = process.env.QUERY.replace('SUGGESTED', '(' + suggested(values) + ')');
      return work.query({ text, values: values.list });
    });
    process.stdout.write(JSON.stringify(answer));
    await app.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: {
      PATH: process.env.PATH,
      ...addressesOf(service.database),
      FX_FEEDS: 'off',
      DEMO: 'off',
      WORKSPACE: home.workspaceId,
      ROWS: rows,
      QUERY: query,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('close', () => resolve(JSON.parse(output))));
}

const draftRows = () => `
  select i as id, '${account.id}'::uuid as account_id, 'expense' as type, date '2026-03-01' + i % 28 as date,
    case i % 3 when 0 then 'OXXO ' when 1 then 'Café Ñandú ' else 'Otra ' end || i as description, null::text as notes,
    fold_text(case i % 3 when 0 then 'OXXO ' when 1 then 'Café Ñandú ' else 'Otra ' end || i) as folded_description,
    null::text as folded_notes, (i % 1000)::bigint as amount, 'MXN' as currency,
    case when i % 6 = 0 then '${categories[0]!.id}'::uuid end as category_id,
    case when i % 6 = 0 then 'person' end as category_source, 0::smallint as split_count, null::uuid[] as tag_ids, i % 6 <> 0 as is_unfiled,
    i % 6 = 0 as is_chosen
  from generate_series(1, ${ROWS}) i`;

it('returns no suggestions if no rule is enabled', async () => {
  expect(await suggest(draftRows(), 'select * from SUGGESTED s')).toBe(null);
});

it(`matches rules against ${ROWS} draft rows in one query without writing`, async () => {
  const [shop, coffee] = [categories[1], categories[2]];
  const first = await aRule({
    conditions: [{ field: 'description', op: 'starts_with', value: 'oxxo' }],
    actions: [{ kind: 'set_category', value: shop!.id }],
  });
  const second = await aRule({
    conditions: [{ field: 'description', op: 'matches', value: '^café ñandú \\d+$' }],
    actions: [
      { kind: 'set_category', value: coffee!.id },
      { kind: 'set_description', value: 'Café' },
      { kind: 'append_notes', value: 'de la esquina' },
    ],
  });
  const rows = await suggest(
    draftRows(),
    `select category_id, category_source, min(description) as description, notes, rule_ids, count(*)::int as count
     from SUGGESTED s group by category_id, category_source, notes, rule_ids order by category_id`,
  );
  const byCategory = (a: Pick<Suggested, 'category_id'>, b: typeof a) => (a.category_id < b.category_id ? -1 : 1);
  const thirds = [Math.floor(ROWS / 3), Math.floor((ROWS + 2) / 3)] as const;
  expect(rows.map(({ description: _, ...row }) => row)).toEqual(
    [
      {
        category_id: categories[0]!.id,
        category_source: 'person',
        notes: null,
        rule_ids: [first.id],
        count: Math.floor(ROWS / 6),
      },
      {
        category_id: shop!.id,
        category_source: 'rule',
        notes: null,
        rule_ids: [first.id],
        count: thirds[0] - Math.floor(ROWS / 6),
      },
      {
        category_id: coffee!.id,
        category_source: 'rule',
        notes: 'de la esquina',
        rule_ids: [second.id],
        count: thirds[1],
      },
    ].sort(byCategory),
  );
  expect(rows.find(({ category_id: id }) => id === coffee!.id)!.description).toBe('Café');
  expect(
    await service.database.query('select from categorising_changes where workspace_id = $1', [home.workspaceId]),
  ).toEqual([]);
});
