import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { v7 } from 'uuid';
import busboy from 'busboy';
import pg from 'pg';
import { addTransactions as addToTotals } from '../dist/libs/budgeting/src/totals/totals.listener.js';
import { addTransactions as addToBalances } from '../dist/libs/ledger/src/balances/balances.listener.js';
import { insertTransactions } from '../dist/libs/ledger/src/transactions/transaction-write.query.js';
import { ABSENT_FIELDS } from './absent-fields.mjs';
import { transactionText } from '../dist/libs/ledger/src/transactions/transaction-text.js';

/**
 * Baseline server. It runs the service's SQL with node:http and pg, without a framework. It uses the same queries to
 * authenticate and to create transactions, including balances and budget totals, but does not validate input. It reads
 * a page with its own query and serializes it in JavaScript, as most servers do.
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
  const work = request.url === '/v1/files' ? store : request.method === 'POST' ? enter : list;
  const text = await work(caller.workspace_id, request);
  const isPacked = request.headers['accept-encoding'] === 'gzip';
  const body = isPacked ? await promisify(gzip)(text, { level: 4 }) : text;
  if (isPacked) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));

const CHUNK_BYTES = 256 * 1024;

/** Stores an upload in the same rows as the service, but with the whole file in memory. */
async function store(workspaceId, request) {
  const hash = createHash('sha256');
  const pieces = [];
  await new Promise((resolve, reject) => {
    const form = busboy({ headers: request.headers });
    form.on('file', (_name, stream) => stream.on('data', (piece) => pieces.push(piece) && hash.update(piece)));
    form.on('close', resolve).on('error', reject);
    request.pipe(form);
  });
  const bytes = Buffer.concat(pieces);
  const [id, sha256, now] = [v7(), hash.digest('hex'), new Date()];
  const chunks = Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, number) => ({
    name: 'chunk',
    text: 'insert into files_chunks (workspace_id, file_id, number, bytes) values ($1, $2, $3, $4)',
    values: [workspaceId, id, number, bytes.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES)],
  }));
  const file = {
    name: 'file',
    text: `insert into files_files (workspace_id, id, name, media_type, size, sha256, source, created_at, updated_at)
      values ($1, $2, 'a.xml', 'application/xml', $3, $4, 'upload', $5, $5)`,
    values: [workspaceId, id, bytes.length, sha256, now],
  };
  await scoped(`app.workspace_id = '${workspaceId}'`, file, ...chunks);
  return JSON.stringify({ id, sha256 });
}

async function enter(workspaceId, request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const fields = JSON.parse(Buffer.concat(chunks).toString());
  const amount = BigInt(fields.amount.replace('.', ''));
  const entered = { ...ABSENT_FIELDS, ...fields, amount };
  const id = v7();
  const [written] = await scoped(
    `app.workspace_id = '${workspaceId}'`,
    insertTransactions(workspaceId, [{ id, fields: entered }], new Date()),
    addToBalances(workspaceId, [id], 1),
    addToTotals(workspaceId, [id], 1),
  );
  return transactionText(written);
}

const ROWS = {
  name: 'rows',
  text: `
    select t.*, t.date::text as day, c.name as category_name, c.parent_id as category_parent_id
    from (select * from ledger_transactions t where t.workspace_id = $1 and t.deleted_at is null
      order by t.date desc, t.id desc limit 51) t
    left join ledger_categories c on c.workspace_id = t.workspace_id and c.id = t.category_id
    order by t.date desc, t.id desc`,
};
const decimal = (minor, digits) => {
  if (minor === null) return null;
  const text = (minor < 0 ? minor.slice(1) : minor).padStart(digits + 1, '0');
  return `${minor < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`;
};

async function list(workspaceId) {
  const rows = await scoped(`app.workspace_id = '${workspaceId}'`, { ...ROWS, values: [workspaceId] });
  const items = rows.slice(0, 50).map((t) => ({
    id: t.id,
    accountId: t.account_id,
    type: t.type,
    status: 'live',
    date: t.day,
    description: t.description,
    amount: decimal(t.amount, 2),
    currency: t.currency,
    signedAmount: decimal(t.signed_amount, 2),
    category: t.category_id && { id: t.category_id, name: t.category_name, parentId: t.category_parent_id },
    contactId: t.contact_id,
    transfer: null,
    splits: [],
    notes: t.notes,
    externalId: t.external_id,
    importId: t.import_id,
    baseAmount: decimal(t.base_amount, 2),
    baseRate: decimal(t.base_rate, 8),
    createdAt: t.created_at,
    updatedAt: t.updated_at,
    deletedAt: null,
    purgeAt: null,
  }));
  return JSON.stringify({ items, nextCursor: null });
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
