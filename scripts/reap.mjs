// Waits until its standard input closes. Then kills the processes of a test run and removes the folder of the run.
// Standard input contains the session ID of the run. A process belongs to the run if it is in this session, works
// inside the folder (PostgreSQL), or has the folder in its environment (browsers).
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const [folder] = process.argv.slice(2);
const MARK = `CENTAVO_TEST_RUN=${folder}\0`;
const LOOK_AGAIN_MS = 20;
/** Time before SIGKILL, in which PostgreSQL can remove its shared memory. */
const MAX_GENTLE_MS = 5_000;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
let session = '';
process.stdin.setEncoding('utf8').on('data', (text) => (session += text));
process.stdin.once('end', async () => {
  session = session.trim();
  for (const pid of processesOfRun()) kill(pid, 'SIGINT');
  const killAt = performance.now() + MAX_GENTLE_MS;
  for (let pids = processesOfRun(); pids.length > 0; pids = processesOfRun()) {
    if (performance.now() > killAt) for (const pid of pids) kill(pid, 'SIGKILL');
    await wait(LOOK_AGAIN_MS);
  }
  // Unmounts the file system that the full-disk test mounts.
  const mounts = attempt(() => readFileSync('/proc/mounts', 'utf8'), '').split('\n');
  for (const path of mounts.map((line) => line.split(' ')[1] ?? '').filter((name) => name.startsWith(`${folder}/`))) {
    spawnSync('umount', ['--lazy', path]);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

function processesOfRun() {
  // Systems without /proc, such as macOS, return no processes, so only the folder is removed.
  return attempt(() => readdirSync('/proc'), [])
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => attempt(() => isOfRun(pid), false));
}

function isOfRun(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [state, , , itsSession] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z') return false;
  if (itsSession === session) return true;
  const cwd = attempt(() => readlinkSync(`/proc/${pid}/cwd`), '');
  return `${cwd}/`.startsWith(`${folder}/`) || `${readFileSync(`/proc/${pid}/environ`, 'utf8')}\0`.includes(MARK);
}

function kill(pid, signal) {
  attempt(() => process.kill(Number(pid), signal), undefined);
}

/** Calls a function. Returns `otherwise` if it throws, because the process has ended or belongs to another user. */
function attempt(act, otherwise) {
  try {
    return act();
  } catch {
    return otherwise;
  }
}
