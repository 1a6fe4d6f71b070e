import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const guide = read('docs/architecture.md');

function chapter(title: string): string {
  const [, text] = guide.split(`\n## ${title}`);
  return text!.split('\n## ')[0]!;
}

describe('the architecture page', () => {
  it('the architecture page documents each public method of Database', () => {
    const source = read('libs/kernel/src/database/database.service.ts');
    const methods = [...source.matchAll(/^ {2}(?:async )?(\w+)(?:<[^\n]*>)?\(/gm)].map(([, name]) => name!);
    const named = [...new Set(methods)].filter((name) => name !== 'constructor');
    expect(named).toEqual(['read', 'single', 'transaction']);
    const ways = chapter('Ways to the database');
    expect(named.filter((name) => !ways.includes(`\`database.${name}(`))).toEqual([]);
  });

  it('the architecture page lists each context in the diagram and in the table', () => {
    const order = (JSON.parse(read('test/architecture/order-of-contexts.json')) as string[][]).flat();
    const [, diagram, table] = /```\n(.*?)```(.*)/s.exec(chapter('The order'))!;
    expect(order.length).toBeGreaterThan(15);
    expect(order.filter((context) => !new RegExp(`\\b${context}\\b`).test(diagram!))).toEqual([]);
    // bootstrap, demo and embedded-postgres are not contexts.
    const contexts = order.filter((name) => !['bootstrap', 'demo', 'embedded-postgres'].includes(name));
    expect(contexts.filter((context) => !new RegExp(`^\\| ${context} +\\|`, 'm').test(table!))).toEqual([]);
  });

  it.each([
    ['One request', 7],
    ['A second request', 10],
  ])('the chapter "%s" of the architecture page names only existing files', (title, count) => {
    const steps = [...chapter(title).matchAll(/^(\d+)\. `([^`]+)`/gm)].map(([, , path]) => path!);
    expect(steps).toHaveLength(count);
    const folders = ['libs/ledger/src', 'libs/kernel/src/database', 'libs/budgeting/src/totals'];
    expect(steps.filter((path) => !folders.some((folder) => existsSync(join(ROOT, folder, path))))).toEqual([]);
  });
});
