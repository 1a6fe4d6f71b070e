import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../e2e/support/api-process.js';
import { until } from '../../e2e/support/until.js';

const CONFIGURATION = 'scripts/cells';

export interface CellProxy {
  readonly port: number;
  /** Sends a command to the admin socket and returns the response. */
  command(text: string): Promise<string>;
  /** Returns the path of a map file, for use in `command`. */
  map(name: 'cells' | 'moving'): string;
  stop(): Promise<void>;
}

/** Runs HAProxy with the configuration in scripts/cells in front of two services. */
export async function startCellProxy(cells: readonly [string, string]): Promise<CellProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'centavo-cells-'));
  const files = ['haproxy.cfg', 'cells.map', 'moving.map'];
  for (const file of files) copyFileSync(join(CONFIGURATION, file), join(folder, file));
  const port = await freePort();
  const [CELL1, CELL2] = cells.map((url) => new URL(url).host);
  const child = spawn(process.env.CENTAVO_TEST_HAPROXY!, ['-db', '-f', join(folder, 'haproxy.cfg')], {
    env: { FOLDER: folder, BIND: `127.0.0.1:${port}`, CELL1, CELL2 },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const ended = once(child, 'exit');
  const command = async (text: string): Promise<string> => {
    const socket = connect(join(folder, 'haproxy.sock'));
    socket.write(`${text}\n`);
    let answer = '';
    for await (const part of socket) answer += String(part);
    return answer.trim();
  };
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${output}`);
    return (await command('show servers state').catch(() => '')).includes('cell2');
  });
  return {
    port,
    command,
    map: (name) => join(folder, `${name}.map`),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
