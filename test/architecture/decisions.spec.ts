import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const FOLDER = join(import.meta.dirname, '../../docs/decisions');
const files = readdirSync(FOLDER).filter((name) => name !== 'README.md');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

function faultsOf(name: string, text: string): string[] {
  const number = name.slice(0, 4);
  const status = /^Date: \d{4}-\d{2}-\d{2} · Status: (accepted|superseded by \[(\d{4})\]\((\S+)\))$/m.exec(text);
  const successor = status?.[3];
  return [
    text.startsWith(`# ${number} `) ? [] : ['the title starts with the number'],
    status ? [] : ['a line contains date and status'],
    successor === undefined || files.includes(successor) ? [] : [`${successor} exists`],
    ...['Context', 'Decision', 'Consequences'].map((part) =>
      text.includes(`\n## ${part}\n`) ? [] : [`contains ${part}`],
    ),
  ].flat();
}

describe('the decision records', () => {
  it('each record follows the template, with a date and a status', () => {
    expect(files.flatMap((name) => faultsOf(name, read(name)).map((fault) => `${name}: ${fault}`))).toEqual([]);
  });

  it('each record has a unique number', () => {
    const numbers = files.map((name) => name.slice(0, 4));
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });

  it('reports a missing status and a missing successor', () => {
    const record =
      '# 0099 A record\n\nDate: 2026-11-22 · Status: accepted\n\n## Context\n\n## Decision\n\n## Consequences\n';
    expect(faultsOf('0099-a-record.md', record)).toEqual([]);
    expect(faultsOf('0099-a-record.md', record.replace(' · Status: accepted', ''))).toEqual([
      'a line contains date and status',
    ]);
    const replaced = record.replace('accepted', 'superseded by [0100](0100-nothing.md)');
    expect(faultsOf('0099-a-record.md', replaced)).toEqual(['0100-nothing.md exists']);
  });
});
