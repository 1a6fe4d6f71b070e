import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** True if /proc exists. On macOS, the functions below use `ps` instead. */
export const HAS_PROC = existsSync('/proc/self/stat');

/** True if the process exists, even if another user owns it. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the ID of the parent process, or undefined if the process has ended. */
export function parentOf(pid: number, hasProc = HAS_PROC): number | undefined {
  if (!hasProc) return Number(psFact(pid, 'ppid')) || undefined;
  try {
    const facts = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(facts.slice(facts.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** Returns the command line of a process, or an empty string if the process has ended. */
export function commandOf(pid: number, hasProc = HAS_PROC): string {
  if (!hasProc) return psFact(pid, 'command');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

function psFact(pid: number, fact: 'ppid' | 'command'): string {
  return spawnSync('ps', ['-ww', '-o', `${fact}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}
