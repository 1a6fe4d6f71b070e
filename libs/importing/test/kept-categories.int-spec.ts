import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Service } from '../../../test/e2e/support/api-process.js';
import { sharedApi } from '../../../test/e2e/support/api-process.js';
import { aHousehold, anAccount, ok, everyItem } from '../../../test/e2e/support/household.js';
import { addressesOf, builtFolder } from '../../kernel/src/testing.js';
import { aDraft, commit, statement } from './statements.js';

let service: Service;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());

/** Undoes an import with a listener that needs one category and touches the rows of every draft. */
function undoWhileNeeded(workspaceId: string, importId: string, neededId: string) {
  const module = (path: string) => JSON.stringify(pathToFileURL(join(builtFolder(), path)).href);
  const program = `
    import 'reflect-metadata';
    import { createRequire } from 'node:module';
    import { createLog, DomainEvents, readSettings } from ${module('libs/kernel/src/index.js')};
    import { CategoriesDeleted, CategoryInUse } from ${module('libs/ledger/src/index.js')};
    import { ImportCommitment } from ${module('libs/importing/src/index.js')};
    import { AppModule } from ${module('apps/api/src/app.module.js')};
    const { NestFactory } = await import(createRequire(${module('apps/api/src/app.module.js')}).resolve("@nestjs/core"));
    const settings = readSettings(process.env);
    const app = await NestFactory.createApplicationContext(
      AppModule.with(settings, settings.databaseUrl, createLog('silent')), { logger: false });
    app.get(DomainEvents).on(CategoriesDeleted, async ({ categoryIds }) => {
      if (categoryIds.includes(${JSON.stringify(neededId)})) throw CategoryInUse();
    });
    const { text } = await app.get(ImportCommitment).undo(${JSON.stringify(workspaceId)}, ${JSON.stringify(importId)});
    process.stdout.write(text, () => process.exit(0));`;
  const env = { PATH: process.env.PATH, ...addressesOf(service.database), LOG_LEVEL: 'silent' };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['--input-type=module', '-e', program], { env }, (error, output, errors) =>
      error ? reject(new Error(errors, { cause: error })) : resolve(JSON.parse(output)),
    );
  });
}

it('does not delete a category on undo if another context uses it', async () => {
  const { api, workspaceId } = await aHousehold(service);
  const account = await anAccount(api, { openingBalance: '100.00' });
  const file = (day: string) =>
    statement(
      [
        [`2026-03-${day}`, 'Uno', '-1.00', 'Comprometida'],
        [`2026-03-${day}`, 'Dos', '-2.00', 'Libre'],
      ],
      'Categoría',
    );
  const draft = await aDraft(api, account.id, file('07'));
  await commit(api, draft);
  const named = async (name: string) => ok(await api.get('/v1/categories')).find((each) => each.name === name)?.id;
  const [kept, free] = [await named('Comprometida'), await named('Libre')];
  expect([typeof kept, typeof free]).toEqual(['string', 'string']);
  const other = await aDraft(api, account.id, file('08'));
  expect(other.rows.map(({ categoryId }) => categoryId)).toEqual([kept, free]);

  const undone = await undoWhileNeeded(workspaceId, draft.id, kept!);

  expect(undone).toMatchObject({ status: 'undone', balanceAfter: '100.00', undone: [] });
  expect([await named('Comprometida'), await named('Libre')]).toEqual([kept, undefined]);
  // The rejected deletion rolls back its changes to drafts.
  const { rows } = ok(await api.get(`/v1/imports/${other.id}`));
  expect(rows.map(({ categoryId }) => categoryId)).toEqual([kept, null]);
  const trash = (await everyItem(api, '/v1/transactions/trash')).items;
  expect(trash.map(({ description, category }) => [description, category?.id ?? null]).sort()).toEqual([
    ['Dos', null],
    ['Uno', kept],
  ]);
});
