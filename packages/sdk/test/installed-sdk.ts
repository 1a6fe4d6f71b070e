import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const PACKAGE = resolve('packages/sdk');

export interface InstalledSdk {
  readonly folder: string;
  readonly tarball: string;
  remove(): void;
}

export async function installedSdk(): Promise<InstalledSdk> {
  const folder = mkdtempSync(join(tmpdir(), 'centavo-sdk-'));
  await execute(process.execPath, ['node_modules/typescript/bin/tsc', '-p', join(PACKAGE, 'tsconfig.build.json')]);
  await npm(PACKAGE, 'pack', '--pack-destination', folder);
  const tarball = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
  );
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await npm(folder, 'install', '--offline', tarball);
  symlinkSync(resolve('node_modules/@types'), join(folder, 'node_modules/@types'));
  return { folder, tarball, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export async function runProgram(
  folder: string,
  env: Readonly<Record<string, string>>,
  program: string,
  ...words: string[]
): Promise<string> {
  const { stdout } = await execute(program, words, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    timeout: 240_000,
  });
  return stdout;
}

export async function checkTypes(folder: string, files: readonly string[]): Promise<string> {
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--types',
    'node',
    '--skipLibCheck',
    'false',
  ];
  const words = [resolve('node_modules/typescript/bin/tsc'), ...options, ...files];
  return execute(process.execPath, words, { cwd: folder }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}

function npm(cwd: string, ...words: string[]) {
  const env = {
    ...process.env,
    npm_config_cache: join(tmpdir(), `centavo-npm-cache-${userInfo().uid}`),
    npm_config_update_notifier: 'false',
  };
  return execute('npm', [...words, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd, env });
}
