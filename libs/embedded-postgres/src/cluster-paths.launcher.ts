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

/** Where root keeps what the database's user must reach. */
export const SYSTEM_FOLDER = '/var/lib/centavo';
/** Maximum length of a socket's path in bytes. */
const MAX_SOCKET_PATH_LENGTH = process.platform === 'darwin' ? 103 : 107;
/** Only names the socket. */
export const SOCKET_PORT = 5432;
export const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;

/** Where the launcher says what it did: facts, and a sentence. */
export interface LauncherLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** The user that PostgreSQL runs as, in the form that `spawn` takes; empty where it is the user of this process. */
export type RunAs = { readonly uid: number; readonly gid: number } | Record<string, never>;

/** Where an embedded cluster stands and who runs it. */
export interface ClusterPaths {
  readonly runAs: RunAs;
  /** The folder that holds all of the below; real, without links. */
  readonly home: string;
  readonly cluster: string;
  /** Private folder of the socket, and of the pipe whose holders keep the server alive. */
  readonly runFolder: string;
  readonly pipe: string;
  readonly logFile: string;
}

/**
 * Finds or makes the folders of the cluster that belongs to a data folder. PostgreSQL refuses to run as root, so root
 * hands over to another user; where that user cannot reach the data folder, the cluster stands under /var/lib/centavo
 * and the data folder holds a link to it.
 */
export function prepareClusterPaths(dataDir: string, log: Pick<LauncherLog, 'info'>): ClusterPaths {
  const asRoot = process.getuid?.() === 0;
  // Only the data folder itself is private: a mode given here would hold for the folders above as well.
  mkdirSync(dirname(resolve(dataDir)), { recursive: true });
  makeFolder(resolve(dataDir), asRoot ? 0o711 : 0o700);
  // The service's own folder may be passed through by the database's user; one that holds anything is left as it is.
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

/** Gives a folder and all in it to the database's user, where root made or copied it. */
export function handOver(path: string, runAs: RunAs): void {
  if (runAs.uid === undefined || lstatSync(path).uid === runAs.uid) return;
  const { status, stderr } = spawnSync('chown', ['-R', '-h', `${runAs.uid}:${runAs.gid}`, path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${path} cannot be given to the database's user: ${stderr?.trim()}`);
}

/** Puts a folder in its place only once it is as it should be, for another process may be looking for it right now. */
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

/** The owner of the cluster runs it; a new one is run by `postgres`, or else by `nobody`. */
function userInsteadOfRoot(named: string): RunAs {
  const owner = statSync(named, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody'].map((name) => users.find((user) => user[0] === name)).find(Boolean);
  if (!found) throw new Error('as root, the embedded PostgreSQL needs a user named postgres or nobody to run as');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

function canEnter(runAs: RunAs, folder: string): boolean {
  const { status, error } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...runAs,
    cwd: '/',
    stdio: 'ignore',
  });
  if (!error) return status === 0;
  throw new Error(`PostgreSQL refuses root, and root may not start it as user ${runAs.uid} here: ${error.message}`);
}

function isPresent(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The link in the data folder is the only way to the cluster, so a new data folder begins with a new cluster. */
function moveOut(named: string, runAs: RunAs, log: Pick<LauncherLog, 'info'>): void {
  const found = lstatSync(named, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return;
  if (found) throw new Error(`user ${runAs.uid}, who runs the database, cannot enter ${dirname(named)}: let them pass`);
  makeFolder(SYSTEM_FOLDER, 0o755);
  const home = mkdtempSync(join(SYSTEM_FOLDER, 'cluster-'));
  chmodSync(home, 0o711);
  try {
    symlinkSync(join(home, basename(named)), named);
    log.info({ link: named, home }, 'the database user cannot enter the data folder: the cluster stands elsewhere');
  } catch (error) {
    rmdirSync(home);
    if (!isPresent(named)) throw error;
  }
}

function followed(named: string): string {
  const target = lstatSync(named, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(named) : named;
  if (existsSync(dirname(target))) return join(realpathSync(dirname(target)), basename(target));
  throw new Error(`${named} points to a database that is gone (${target}); remove the link to begin with an empty one`);
}

function shortEnough(folder: string, runAs: RunAs): string {
  if (Buffer.byteLength(join(folder, SOCKET_NAME)) <= MAX_SOCKET_PATH_LENGTH) return folder;
  const name = `centavo-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  const elsewhere = join(tmpdir(), name);
  // A temporary folder of root's own is closed to the database's user.
  const useful = runAs.uid === undefined && Buffer.byteLength(join(elsewhere, SOCKET_NAME)) <= MAX_SOCKET_PATH_LENGTH;
  return useful ? elsewhere : join('/tmp', name);
}

/** @throws when another user has put something in its place: the owner of the folder could pose as the database. */
function privateFolder(folder: string, runAs: RunAs): string {
  makeFolder(folder, 0o700, runAs);
  if (lstatSync(folder).uid === 0) handOver(folder, runAs);
  const found = lstatSync(folder);
  const owner = runAs.uid ?? process.getuid?.();
  if (found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0) return folder;
  const expected = `a private folder (mode 0700) of user ${owner}`;
  throw new Error(`${folder} is not ${expected}: run as user ${found.uid}, whose database it is, or remove it`);
}

function pipeIn(runFolder: string, runAs: RunAs): string {
  const pipe = join(runFolder, 'keep-alive');
  if (!isPresent(pipe)) spawnSync('mkfifo', ['-m', '600', pipe], { ...runAs, cwd: '/', stdio: 'ignore' });
  if (lstatSync(pipe, { throwIfNoEntry: false })?.isFIFO()) return pipe;
  throw new Error(`the named pipe ${pipe} cannot be made`);
}
