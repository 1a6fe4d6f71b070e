import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { commandOf, HAS_PROC, isAlive, parentOf } from './processes.launcher.js';

const HAS_PS = spawnSync('ps', ['-p', String(process.pid)]).status === 0;
const SOURCES = [HAS_PROC ? [true] : [], HAS_PS ? [false] : []].flat();
const NOBODY = 2 ** 30;

describe.each(SOURCES)('processes described by /proc: %s', (hasProc) => {
  it('returns the parent and command line of a process', () => {
    expect(parentOf(process.pid, hasProc)).toBe(process.ppid);
    expect(commandOf(process.pid, hasProc)).toContain('jest');
  });

  it('finds no parent and no command line for a process that has ended', () => {
    expect([parentOf(NOBODY, hasProc), commandOf(NOBODY, hasProc)]).toEqual([undefined, '']);
  });
});

it('reports a process as alive until it ends, even if another user owns it', () => {
  expect([isAlive(process.pid), isAlive(1), isAlive(NOBODY), isAlive(NaN)]).toEqual([true, true, false, false]);
});
