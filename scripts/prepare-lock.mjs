// Lets one process at a time prepare the project. The lock is a folder with a number, `.prepare.lock.7`, and whoever made the one
// with the highest number holds it for as long as it keeps the folder's time new. It is let go by making it old, and one that a killed process
// left becomes old by itself. The next holder makes the next number, which only one process can do. The folder with the
// highest number stays, so that a process that looked long ago cannot make a number that is in use no more.
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const NAME = '.prepare.lock.';
const REFRESH_MS = 1_000;
const ABANDONED_MS = 15_000;

/**
 * Waits until no other process holds the lock of a folder, and holds it.
 * @param onWaiting is called once, where it takes longer than a moment
 * @returns lets go of it; what it is called for a second time, it does nothing
 */
export async function lock(root, onWaiting, abandonedMs = ABANDONED_MS) {
  for (let waits = 0; ; waits += 1) {
    const last = highest(root);
    if (last === 0 || isLetGo(join(root, NAME + last), abandonedMs)) {
      const mine = join(root, NAME + (last + 1));
      if (isMade(mine)) {
        // A process that looked long ago may have made a number that others had and removed: a higher one is there then.
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
  // Whoever slept for so long that another took over must not go on beside it.
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

/** Gives a folder a time; whether it is still there. */
function isTouched(path, time) {
  try {
    utimesSync(path, time, time);
    return true;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Whether nobody keeps a folder new; one that was removed in between is looked for again. */
function isLetGo(path, abandonedMs) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > abandonedMs;
}

/** What another user's process left may not be ours to remove; it does no harm. */
function remove(path) {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (error.code !== 'EPERM' && error.code !== 'EACCES') throw error;
  }
}
