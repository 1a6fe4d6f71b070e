import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { v7 } from 'uuid';
import pg from 'pg';
import { addTransactions } from '../dist/libs/budgeting/src/totals/category-totals.query.js';
import { insertPlainTransaction } from '../dist/libs/ledger/src/transactions/transaction-write.query.js';
import { listTransactions } from '../dist/libs/ledger/src/transactions/transaction-list.query.js';

/**
 * What is measured against: node:http and pg, nothing between them, doing the same SQL as the service. It authenticates
 * with the same statement and enters and lists with the very same ones, the totals of budgets among them; it validates
 * nothing and knows no framework.
 */
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  options: '-c role=centavo_app',
  max: 10,
  pipeline: true,
});

const AUTHENTICATE = {
  name: 'authenticate',
  text: `select workspace_id from identity_api_keys where key_hash = $1 and revoked_at is null`,
};

createServer(async (request, response) => {
  const hash = createHash('sha256').update(request.headers.authorization.slice(7)).digest();
  const [caller] = await scoped(`app.key_hash = '${hash.toString('hex')}'`, { ...AUTHENTICATE, values: [hash] });
  const body = request.method === 'POST' ? await enter(caller.workspace_id, request) : await list(caller.workspace_id);
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));

async function enter(workspaceId, request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const fields = JSON.parse(Buffer.concat(chunks).toString());
  const amount = BigInt(fields.amount.replace('.', ''));
  const entered = { ...fields, amount, currency: null, notes: null, externalId: null };
  const id = v7();
  const [written] = await scoped(
    `app.workspace_id = '${workspaceId}'`,
    insertPlainTransaction(workspaceId, id, entered, new Date()),
    addTransactions(workspaceId, [id], 1),
  );
  return written.body;
}

async function list(workspaceId) {
  const rows = await scoped(
    `app.workspace_id = '${workspaceId}'`,
    listTransactions(workspaceId, { limit: 50 }, new Date(), null),
  );
  return `{"items":[${rows.slice(0, 50).map(({ body }) => body)}],"nextCursor":null}`;
}

async function scoped(setting, statement, ...followUps) {
  const client = await pool.connect();
  const [, result] = await Promise.all([
    client.query(`begin; set local ${setting}`),
    client.query(statement),
    ...followUps.map((followUp) => client.query(followUp)),
    client.query('commit'),
  ]);
  client.release();
  return result.rows;
}
