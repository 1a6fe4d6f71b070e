import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { compare, timesAsMany } from './compare.mjs';
import { startPair } from './servers.mjs';

const PLAN = { connections: 4, seconds: 3, rounds: 5 };
const MIB = 1024 * 1024;

/** Compares uploads of 1 MiB with those to the baseline server, which stores the same rows. */
export async function files() {
  const { service, bare, key, workspaceId, database, stop } = await startPair({ sample: false });
  try {
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    await client.query('set role centavo_operator');
    await client.query(`update workspace_workspaces set plan = 'pro' where id = $1`, [workspaceId]);
    await client.end();
    const filling = randomBytes(MIB / 2).toString('hex');
    const request = () => {
      const head = `<?xml version="1.0"?><a id="${randomBytes(16).toString('hex')}"/>`;
      const body =
        `--b\r\nContent-Disposition: form-data; name="file"; filename="a.xml"\r\n\r\n` +
        `${head}${filling.slice(head.length)}\r\n--b--\r\n`;
      return (
        `POST /v1/files HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      );
    };
    return [
      {
        figure: 'POST a file of 1 MiB compared with the bare server',
        ...{ better: 'more', pass: 0.7, goal: 0.9 },
        ...(await compare({ port: service, request }, { port: bare, request }, PLAN, timesAsMany)),
      },
    ];
  } finally {
    await stop();
  }
}
