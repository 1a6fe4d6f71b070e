import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** Folder for files that the database's user must be able to access if the service runs as root. */
export const SYSTEM_FOLDER = '/var/lib/centavo';
/** Maximum length of a socket path in bytes. */
const MAX_SOCKET_PATH_LENGTH = process.platform === 'darwin' ? 103 : 107;
export const SOCKET_PORT = 5432;
export const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

export interface LauncherLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Options for `spawn` with the user that runs PostgreSQL; empty for the user of this process. */
export type RunAs = { readonly uid: number; readonly gid: number } | Record<string, never>;

export interface ClusterPaths {
  readonly runAs: RunAs;
  /** Folder of `cluster` and `logFile`, with symbolic links resolved. */
  readonly home: string;
  readonly cluster: string;
  readonly runFolder: string;
  readonly pipe: string;
  readonly logFile: string;
}

/**
 * Prepares the folders of the cluster. If the service runs as root, PostgreSQL runs as another user. If that user
 * cannot access the data folder, puts the cluster into /var/lib/centavo and a link to it into the data folder.
 */
export function prepareClusterPaths(dataDir: string, log: Pick<LauncherLog, 'info'>): ClusterPaths {
  const asRoot = process.getuid?.() === 0;
  // Only the data folder must be private. Passing the mode to mkdirSync would apply it to the parent folders as well.
  mkdirSync(dirname(resolve(dataDir)), { recursive: true });
  makeFolder(resolve(dataDir), asRoot ? 0o711 : 0o700);
  // The user of the database must be able to access the data folder. If the folder already contains files, its mode
  // does not change.
  if (asRoot && readdirSync(dataDir).length === 0) chmodSync(dataDir, 0o711);
  const named = join(realpathSync(dataDir), 'postgres');
  const runAs = asRoot ? userInsteadOfRoot(named) : {};
  if (asRoot && !canEnter(runAs, dirname(named))) moveOut(named, runAs, log);
  const cluster = followed(named);
  const home = dirname(cluster);
  const runFolder = privateFolder(shortEnough(join(home, 'postgres-run'), runAs), runAs);
  if (existsSync(cluster)) handOver(cluster, runAs);
  return { runAs, home, cluster, runFolder, pipe: pipeIn(runFolder, runAs), logFile: join(home, 'postgres.log') };
}

export function handOver(path: string, runAs: RunAs): void {
  if (runAs.uid === undefined || lstatSync(path).uid === runAs.uid) return;
  const { status, stderr } = spawnSync('chown', ['-R', '-h', `${runAs.uid}:${runAs.gid}`, path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${path} cannot be assigned to the database user: ${stderr?.trim()}`);
}

/**
 * Creates a folder with a mode and an owner. Renames the folder only when it is ready, because another process may need
 * it at the same time.
 */
export function makeFolder(folder: string, mode: number, runAs: RunAs = {}): void {
  if (isPresent(folder)) return;
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  chmodSync(fresh, mode);
  handOver(fresh, runAs);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmdirSync(fresh);
    if (!isPresent(folder)) throw error;
  }
}

function userInsteadOfRoot(named: string): RunAs {
  const owner = statSync(named, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = ['postgres', 'nobody'].map((name) => users.find(([userName]) => userName === name)).find(Boolean);
  if (!user) throw new Error('as root, the embedded PostgreSQL needs a user named postgres or nobody to run as');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function canEnter(runAs: RunAs, folder: string): boolean {
  const { status, error } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...runAs,
    cwd: '/',
    stdio: 'ignore',
  });
  if (!error) return status === 0;
  throw new Error(`PostgreSQL does not run as root, and cannot be started as user ${runAs.uid}: ${error.message}`);
}

function isPresent(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Creates a folder for the cluster outside the data folder, and a link to it in the data folder. Every new data folder
 * gets a new cluster.
 * @throws Error if the data folder already contains a cluster
 */
function moveOut(named: string, runAs: RunAs, log: Pick<LauncherLog, 'info'>): void {
  const entry = lstatSync(named, { throwIfNoEntry: false });
  if (entry?.isSymbolicLink()) return;
  if (entry)
    throw new Error(
      `user ${runAs.uid}, who runs the database, cannot enter ${dirname(named)}: allow access (chmod +x)`,
    );
  makeFolder(SYSTEM_FOLDER, 0o755);
  const home = mkdtempSync(join(SYSTEM_FOLDER, 'cluster-'));
  chmodSync(home, 0o711);
  try {
    symlinkSync(join(home, basename(named)), named);
    log.info(
      { link: named, home },
      'the database user cannot access the data folder; the cluster is in another folder',
    );
  } catch (error) {
    rmdirSync(home);
    if (!isPresent(named)) throw error;
  }
}

function followed(named: string): string {
  const target = lstatSync(named, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(named) : named;
  if (existsSync(dirname(target))) return join(realpathSync(dirname(target)), basename(target));
  throw new Error(`${named} points to a deleted database (${target}): remove the link to start with an empty one`);
}

function shortEnough(folder: string, runAs: RunAs): string {
  if (Buffer.byteLength(join(folder, SOCKET_NAME)) <= MAX_SOCKET_PATH_LENGTH) return folder;
  const name = `centavo-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  const elsewhere = join(tmpdir(), name);
  // The user of the database cannot access root's temporary folder.
  const useful = runAs.uid === undefined && Buffer.byteLength(join(elsewhere, SOCKET_NAME)) <= MAX_SOCKET_PATH_LENGTH;
  return useful ? elsewhere : join('/tmp', name);
}

/** @throws Error if the folder belongs to another user, who could impersonate the database */
function privateFolder(folder: string, runAs: RunAs): string {
  makeFolder(folder, 0o700, runAs);
  if (lstatSync(folder).uid === 0) handOver(folder, runAs);
  const stats = lstatSync(folder);
  const owner = runAs.uid ?? process.getuid?.();
  if (stats.isDirectory() && stats.uid === owner && (stats.mode & 0o077) === 0) return folder;
  const expected = `a private folder (mode 0700) of user ${owner}`;
  throw new Error(`${folder} is not ${expected}: run as user ${stats.uid}, its owner, or remove it`);
}

function pipeIn(runFolder: string, runAs: RunAs): string {
  const pipe = join(runFolder, 'keep-alive');
  if (!isPresent(pipe)) spawnSync('mkfifo', ['-m', '600', pipe], { ...runAs, cwd: '/', stdio: 'ignore' });
  if (lstatSync(pipe, { throwIfNoEntry: false })?.isFIFO()) return pipe;
  throw new Error(`the named pipe ${pipe} cannot be created`);
}
