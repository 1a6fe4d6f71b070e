import 'reflect-metadata';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { RequestMethod } from '@nestjs/common';
import { CONTROLLER_WATERMARK, METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ContextsModule } from '@app/bootstrap';
import type { OperationDescription } from '@app/kernel';
import { OPERATION } from '@app/kernel';
import { declaredSettings, problemCatalogue, SETTING_DESCRIPTIONS } from '@app/kernel/pure';
import './app.module.js';
import type { AnsweredOperation } from './docs/answer-types.js';
import { answerTypes } from './docs/answer-types.js';
import { errorCatalogue } from './docs/error-catalogue.js';
import { nestProjects } from './docs/nest-projects.js';
import { withSettingsTable } from './docs/settings-table.js';
import { mappedTables, tableMap } from './docs/table-map.js';

writeFileSync('docs/errors.md', errorCatalogue(problemCatalogue()));
writeFileSync('docs/tables.md', tableMap(mappedTables()));
const operating = readFileSync('docs/operating.md', 'utf8');
writeFileSync('docs/operating.md', withSettingsTable(operating, declaredSettings(), SETTING_DESCRIPTIONS));
writeFileSync('test/e2e/support/successes.ts', answerTypes(answeredOperations(), filesOfViews()));
writeFileSync(
  'nest-cli.json',
  nestProjects(readFileSync('nest-cli.json', 'utf8'), readdirSync('apps'), readdirSync('libs')),
);

function answeredOperations(): AnsweredOperation[] {
  return controllersOf(ContextsModule).flatMap(({ prototype, path }) =>
    Object.values(Object.getOwnPropertyDescriptors(prototype)).flatMap(({ value }): AnsweredOperation[] => {
      if (typeof value !== 'function') return [];
      const operation = Reflect.getMetadata(OPERATION, value as object) as OperationDescription | undefined;
      if (operation === undefined || operation.answer === 'text/csv') return [];
      if ('mediaTypes' in operation.answer) return [];
      const isArray = Array.isArray(operation.answer);
      const [answer] = [operation.answer].flat();
      const own = Reflect.getMetadata(PATH_METADATA, value as object) as string;
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, value as object) as RequestMethod];
      const whole = `/${path}/${own}`
        .replaceAll(/\/+/g, '/')
        .replace(/\/$/, '')
        .replaceAll(/:(\w+)/g, '{$1}');
      return [{ method, path: whole, answer: answer!.name, isArray }];
    }),
  );
}

function controllersOf(module: object, seen = new Set<object>()): { prototype: object; path: string }[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const listed = (key: string) => (Reflect.getMetadata(key, module) ?? []) as object[];
  const own = listed(MODULE_METADATA.CONTROLLERS).filter((one) => Reflect.hasMetadata(CONTROLLER_WATERMARK, one));
  return [
    ...own.map((one) => ({
      prototype: (one as { prototype: object }).prototype,
      path: Reflect.getMetadata(PATH_METADATA, one) as string,
    })),
    ...listed(MODULE_METADATA.IMPORTS).flatMap((one) =>
      controllersOf((one as { module?: object }).module ?? one, seen),
    ),
  ];
}

function filesOfViews(): Map<string, string> {
  const paths = readdirSync('libs', { recursive: true, encoding: 'utf8' }).filter((path) => /\.view\.ts$/.test(path));
  return new Map(
    paths.flatMap((path) =>
      [...readFileSync(`libs/${path}`, 'utf8').matchAll(/^export class (\w+)/gm)].map(([, name]): [string, string] => [
        name!,
        `../../../libs/${path.replace(/\.ts$/, '.js')}`,
      ]),
    ),
  );
}
