import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'docs/decisions');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const files = readdirSync(FOLDER).filter((name) => !['README.md', 'archive.md'].includes(name));
const numbers = files.map((name) => name.slice(0, 4));

function faultsOf(name: string, text: string): string[] {
  const hasStatus = /^Date: \d{4}-\d{2}-\d{2} · Status: accepted$/m.test(text);
  return [
    text.startsWith(`# ${name.slice(0, 4)} `) ? [] : ['the title starts with the number'],
    hasStatus ? [] : ['a line contains date and status'],
    ...['Context', 'Decision', 'Consequences'].map((part) =>
      text.includes(`\n## ${part}\n`) ? [] : [`contains ${part}`],
    ),
  ].flat();
}

/** Returns the numbers in references such as "decision 0001" and "decisions 0001 and\n * 0002", and in links. */
function referencesIn(text: string): string[] {
  const prose = [...text.matchAll(/\bdecisions?((?:[\s*/#,-]|\band\b|\[?0\d{3}\]?(?:\(\S*\.md\))?)+)/gi)];
  return [
    ...prose.flatMap(([, list]) => list!.match(/(?<![\d(/])0\d{3}(?![\d-])/g) ?? []),
    ...[...text.matchAll(/\((?:\S*decisions\/)(0\d{3})-\S*\.md\)/g)].map(([, number]) => number!),
  ];
}

function projectFiles(): string[] {
  return execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.(ts|tsx|js|mjs|sql|md|yml)$/.test(path) && !/decisions(\.spec\.ts|\/archive\.md)$/.test(path));
}

describe('the decision records', () => {
  it('each record follows the template, with a date and a status', () => {
    expect(files.flatMap((name) => faultsOf(name, read(name)).map((fault) => `${name}: ${fault}`))).toEqual([]);
  });

  it('each record has a unique number', () => {
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });

  it('the index lists each record with its title', () => {
    const entry = (name: string) => read(name).replace(/^# (\d{4}) (.*)[^]*$/, `- [$1](${name}) $2`);
    const index = [...read('README.md').matchAll(/^- \[\d{4}\].*$/gm)].map(([line]) => line);
    expect(index.sort()).toEqual(files.map(entry).sort());
  });

  it('each reference names an existing record', () => {
    const dangling = projectFiles().flatMap((path) =>
      referencesIn(readFileSync(join(ROOT, path), 'utf8'))
        .filter((number) => !numbers.includes(number))
        .map((number) => `${path}: ${number}`),
    );
    expect(dangling).toEqual([]);
  });

  it('finds references in prose, across lines and in links', () => {
    expect(referencesIn('(decision 0901)')).toEqual(['0901']);
    expect(referencesIn(' * (decisions 0901, 0902 and\n * 0903)')).toEqual(['0901', '0902', '0903']);
    expect(referencesIn('[0904](docs/decisions/0904-a-record.md)')).toEqual(['0904']);
  });

  it('reports a missing status and a missing part', () => {
    const record =
      '# 0901 A record\n\nDate: 2026-11-22 · Status: accepted\n\n## Context\n\n## Decision\n\n## Consequences\n';
    expect(faultsOf('0901-a-record.md', record)).toEqual([]);
    expect(faultsOf('0901-a-record.md', record.replace(' · Status: accepted', ''))).toEqual([
      'a line contains date and status',
    ]);
    expect(faultsOf('0901-a-record.md', record.replace('## Decision\n', ''))).toEqual(['contains Decision']);
  });
});
