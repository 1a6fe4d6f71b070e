import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROLES } from '../../../libs/kernel/src/settings/roles.js';
import { freePort } from '../../e2e/support/api-process.js';

/** Users that may connect: the roles of the service, and the owners of test databases. */
const USERS = [...Object.values(ROLES), 'centavo', 'postgres'];

export interface PgBouncer {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts the installed PgBouncer.
 * @param databases lines of the configuration section `[databases]`
 * @param more lines of the configuration section `[pgbouncer]`
 * @param socket folder of a server's socket, which only its owner can access
 */
export async function startPgBouncer(
  databases: readonly string[],
  more: readonly string[],
  socket: string | undefined,
): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'centavo-pooler-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  writeFileSync(users, USERS.map((name) => `"${name}" ""\n`).join(''));
  const lines = [
    ...['[databases]', ...databases],
    ...['[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
    ...[
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'ignore_startup_parameters = options, extra_float_digits',
      ...more,
    ],
  ];
  writeFileSync(settings, `${lines.join('\n')}\n`);
  // PgBouncer does not run as root, so it runs as the owner of the socket, who can access its folder.
  const user = process.getuid?.() === 0 ? ['-u', ownerOf(socket ?? folder)] : [];
  const child = spawn(process.env.CENTAVO_TEST_PGBOUNCER!, [...user, settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface({ input: child.stderr })) if (line.includes('process up')) break;
  child.stderr.resume();
  return {
    port,
    stop: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

function ownerOf(path: string): string {
  const name = execFileSync('id', ['-nu', String(statSync(path).uid)], { encoding: 'utf8' }).trim();
  return name === 'root' ? 'nobody' : name;
}
