import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { commandOf, HAS_PROC, isAlive, parentOf } from './processes.launcher.js';

const HAS_PS = spawnSync('ps', ['-p', String(process.pid)]).status === 0;
const SOURCES = [HAS_PROC ? [true] : [], HAS_PS ? [false] : []].flat();
/** Larger than any process id of Linux and macOS. */
const NOBODY = 2 ** 30;

describe.each(SOURCES)('processes described by /proc: %s', (hasProc) => {
  it('have a parent and a command line', () => {
    expect(parentOf(process.pid, hasProc)).toBe(process.ppid);
    expect(commandOf(process.pid, hasProc)).toContain('jest');
  });

  it('have neither after their end', () => {
    expect([parentOf(NOBODY, hasProc), commandOf(NOBODY, hasProc)]).toEqual([undefined, '']);
  });
});

it('a process is alive until it ends, also if another user owns it', () => {
  expect([isAlive(process.pid), isAlive(1), isAlive(NOBODY), isAlive(NaN)]).toEqual([true, true, false, false]);
});
