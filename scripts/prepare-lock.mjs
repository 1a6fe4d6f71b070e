// Lock that lets only one process at a time prepare the project. The lock is the folder with the highest number, such
// as `.prepare.lock.7`. Its holder keeps the modification time of the folder recent; if the time is old, the lock is
// free. The next holder creates the folder with the next number. The last folder always remains, so that no number is
// used twice.
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const NAME = '.prepare.lock.';
const REFRESH_MS = 1_000;
const ABANDONED_MS = 15_000;

/** Acquires the lock and returns a function that releases it. Calls `onWaiting` once if the lock is not free soon. */
export async function lock(root, onWaiting, abandonedMs = ABANDONED_MS) {
  for (let waits = 0; ; waits += 1) {
    const last = highest(root);
    if (last === 0 || isLetGo(join(root, NAME + last), abandonedMs)) {
      const mine = join(root, NAME + (last + 1));
      if (isMade(mine)) {
        // This process may have listed the folders before another one removed this folder. In that case, a folder with
        // a higher number exists.
        if (highest(root) === last + 1) return hold(root, mine, last);
        remove(mine);
      }
    }
    if (waits === 5) onWaiting();
    await pause(100 + Math.random() * 200);
  }
}

function hold(root, mine, last) {
  for (const number of numbers(root)) if (number <= last) remove(join(root, NAME + number));
  // Ends this process if another one acquired the lock while this process was suspended.
  const refreshing = setInterval(() => isTouched(mine, new Date()) || process.kill(process.pid, 'SIGTERM'), REFRESH_MS);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    clearInterval(refreshing);
    isTouched(mine, 0);
  };
}

function numbers(root) {
  const names = readdirSync(root).filter((name) => name.startsWith(NAME));
  return names.map((name) => Number(name.slice(NAME.length))).filter(Number.isInteger);
}

function highest(root) {
  return Math.max(0, ...numbers(root));
}

function isMade(path) {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Sets the modification time of a folder. Returns false if the folder does not exist. */
function isTouched(path, time) {
  try {
    utimesSync(path, time, time);
    return true;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

function isLetGo(path, abandonedMs) {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > abandonedMs;
}

/** Removes a folder. Ignores permission errors, because the folder may belong to another user. */
function remove(path) {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (error.code !== 'EPERM' && error.code !== 'EACCES') throw error;
  }
}
