// PgBouncer in transaction mode in front of the PostgreSQL server of the tests. The service connects through it if
// CENTAVO_TEST_POOLED is `on`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../scripts/free-port.mjs';

const USERS = ['centavo', 'postgres', 'centavo_app', 'centavo_identity', 'centavo_operator'];
/** Number of server connections per user and database. It is smaller than the number that the service requests. */
const SERVER_CONNECTIONS = 6;

export const serverOf = (url) => new URL(url).searchParams.get('host') ?? new URL(url).host;

/**
 * Starts PgBouncer in transaction mode in front of a server.
 * @param more additional lines of the configuration
 * @returns the port of PgBouncer and a function that stops it
 */
export async function startPooler(url, folder, more = []) {
  const address = new URL(url);
  const host = address.searchParams.get('host') ?? address.hostname;
  const port = await freePort();
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users')];
  writeFileSync(users, [...new Set([...USERS, address.username])].map((name) => `"${name}" ""`).join('\n'));
  const lines = [
    '[databases]',
    `* = host=${host} port=${address.port || '5432'}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
    ...['auth_type = trust', `auth_file = ${users}`, 'pool_mode = transaction'],
    ...[`default_pool_size = ${SERVER_CONNECTIONS}`, 'max_client_conn = 4000', 'server_idle_timeout = 5'],
    'ignore_startup_parameters = options, extra_float_digits',
    ...more,
  ];
  writeFileSync(settings, `${lines.join('\n')}\n`);
  // PgBouncer does not run as root, so it runs as the owner of the socket, who can access its folder.
  const user =
    process.getuid?.() === 0 && host.startsWith('/') ? { uid: statSync(host).uid, gid: statSync(host).gid } : {};
  const child = spawn(process.env.CENTAVO_TEST_PGBOUNCER, [settings], { stdio: ['ignore', 'ignore', 'pipe'], ...user });
  for await (const line of createInterface({ input: child.stderr })) if (line.includes('process up')) break;
  child.stderr.resume();
  return {
    port,
    stop: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

/**
 * Returns the URL through which the service reaches a database. It contains the address of the pooler if the server has
 * one.
 */
export function pooled(url) {
  const port = JSON.parse(process.env.CENTAVO_TEST_POOLERS ?? '{}')[serverOf(url)];
  if (port === undefined) return url;
  const address = new URL(url);
  address.host = `127.0.0.1:${port}`;
  address.searchParams.delete('host');
  address.searchParams.set('sslmode', 'disable');
  return address.href;
}
