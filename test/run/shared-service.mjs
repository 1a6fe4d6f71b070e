// One service for all test files that need only separate workspaces. It starts once and is warmed up.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { freePort } from '../../scripts/free-port.mjs';
import { NODE_OPTIONS } from '../../scripts/node-options.mjs';
import { pooled } from './pooled-servers.mjs';

const DATABASE = 'centavo_shared';

/**
 * Starts the built service on a separate database.
 * @returns the value of CENTAVO_TEST_SERVICE and a function that stops the service
 */
export async function startSharedService(server, folder) {
  await run(server.urlOf('postgres'), `create database ${DATABASE}`);
  const [port, databaseUrl, log] = [await freePort(), server.urlOf(DATABASE), join(folder, 'service.log')];
  const servingUrl = servingAddress(databaseUrl);
  const settings = JSON.parse(readFileSync('test/e2e/support/service-settings.json', 'utf8'));
  const child = spawn(process.execPath, [...NODE_OPTIONS, 'dist/programs/api.js'], {
    env: {
      PATH: process.env.PATH,
      ...settings,
      PORT: String(port),
      DATABASE_URL: servingUrl,
      DATABASE_ADMIN_URL: databaseUrl,
      ...(process.env.CENTAVO_TEST_POOLERS && { DATABASE_POOLER: 'on' }),
    },
    stdio: ['ignore', 'pipe', openSync(log, 'w')],
  });
  const exited = once(child, 'exit');
  await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => Promise.reject(new Error(`the service did not start:\n${readFileSync(log, 'utf8')}`))),
  ]);
  child.stdout.resume();
  // All workspaces use the rates of feeds, so no test may add such rates.
  await run(databaseUrl, 'alter table fx_feed_rates add constraint none_where_all_share check (false)');
  return {
    address: JSON.stringify({ url: `http://${settings.HOST}:${port}`, databaseUrl, databaseName: DATABASE, log }),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

const servingAddress = (url) => Object.assign(new URL(pooled(url)), { username: 'centavo_app' }).href;

async function run(url, statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
