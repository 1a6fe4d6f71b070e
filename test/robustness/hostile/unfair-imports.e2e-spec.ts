import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { deflateSync } from 'node:zlib';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { debitPdf, NOVEMBER } from '../../../libs/importing/test/pdf-statements.js';
import { multipart, statement, upload } from '../../../libs/importing/test/statements.js';
import { rawPdf, stream } from '../../../libs/statement-files/test/raw-pdf.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { AccountView } from '../../e2e/support/answers.js';
import { statusAndCode } from '../../e2e/support/client.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, ok } from '../../e2e/support/household.js';
import { sized } from '../../e2e/support/long-form.js';
import { until } from '../../e2e/support/until.js';
import { slowest } from '../bounds.js';

/** The wait should be one second. A busy machine may need two more. */
const SOON_MS = slowest(3_000);
const MIB = 1024 * 1024;

let service: ApiProcess;
let abuser: Household;
let other: Household;
let account: AccountView;
let otherAccount: AccountView;
let probes: { stop: () => Promise<number> };

beforeAll(async () => {
  service = await startApi({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
  [abuser, other] = [await aHousehold(service), await aHousehold(service)];
  [account, otherAccount] = [await anAccount(abuser.api), await anAccount(other.api)];
});
afterAll(() => service.stop());

beforeEach(() => void (probes = probing()));
afterEach(async () => expect(await probes.stop()).toBeLessThan(SOON_MS));

function probing() {
  let [going, longest] = [true, 0];
  const ended = (async () => {
    while (going) {
      const began = performance.now();
      ok(await other.api.get('/v1/accounts', { headers: { connection: 'close' } }));
      longest = Math.max(longest, performance.now() - began);
      await pause(50);
    }
    return longest;
  })();
  return { stop: () => ((going = false), ended) };
}

const movements = (count: number) =>
  statement(
    Array.from({ length: count }, (_, n) => [
      `2026-01-${String(1 + (n % 28)).padStart(2, '0')}`,
      `Compra ${n}`,
      '-1.00',
    ]),
  );

function uploadBytes(home: Household, accountId: string, content: string | Buffer): Buffer {
  const { raw, headers } = multipart(
    { name: 'accountId', content: accountId },
    { name: 'file', filename: 'estado.csv', content },
  );
  const head =
    `POST /v1/imports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${home.key}\r\n` +
    `Content-Type: ${String(headers!['content-type'])}\r\nContent-Length: ${raw!.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), raw as Buffer]);
}

function open(): Socket {
  const { hostname, port } = new URL(service.url);
  return connect(Number(port), hostname).on('error', () => undefined);
}

/** Announces an upload to the abuser's account, and sends its body in pieces until the connection closes. */
function slowUpload(home: Household, announcedBytes: number, piece: string | Buffer, pauseMs: number): Socket {
  const [head] = uploadBytes(home, account.id, '').toString().split('\r\n\r\n--');
  const socket = open();
  socket.write(`${head!.replace(/Content-Length: \d+/, `Content-Length: ${announcedBytes}`)}\r\n\r\n--part`);
  const more = setInterval(() => socket.writableNeedDrain || socket.write(piece), pauseMs);
  return socket.on('close', () => clearInterval(more));
}

async function abandon(count: number, bytes: Buffer): Promise<void> {
  const sockets = Array.from({ length: count }, () => {
    const socket = open();
    socket.write(bytes);
    return socket;
  });
  await pause(1_500);
  for (const socket of sockets) socket.destroy();
}

const importsOf = async (home: Household) => ok(await home.api.get('/v1/imports'));

describe('uploads of one workspace', () => {
  it('uploads are canceled when their clients disconnect, even while they wait', async () => {
    await abandon(sized(30, 250), uploadBytes(abuser, account.id, movements(15_000)));
    const began = performance.now();
    expect((await upload(other.api, otherAccount.id, movements(8_000))).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(slowest(15_000));
    // An upload may remain if its last row was stored before the client disconnected.
    expect((await importsOf(abuser)).length).toBeLessThan(4);
  });

  it('workspaces take turns with uploads, and small files are read before large ones', async () => {
    const bytes = uploadBytes(abuser, account.id, movements(60_000));
    let answered = 0;
    const sockets = Array.from({ length: 6 }, () => {
      const socket = open();
      socket.once('data', () => (answered += 1));
      socket.write(bytes);
      return socket;
    });
    await pause(1_000);
    // Enough uploads must still wait to alternate with those of the other workspace.
    expect(answered).toBeLessThan(5);
    const answers: string[] = [];
    for (const n of [1, 2, 3]) {
      const content = movements(6_000 + n);
      const began = performance.now();
      expect((await upload(other.api, otherAccount.id, content)).status).toBe(200);
      if (performance.now() - began > 10_000) answers.push(`${n} came after ${performance.now() - began} ms`);
    }
    expect(answers).toEqual([]);
    for (const socket of sockets) socket.destroy();
  });

  it('rejects uploads of a workspace with 503 once its queue is full, but accepts those of other workspaces', async () => {
    const bytes = uploadBytes(abuser, account.id, movements(1_000));
    const answers = await Promise.all(
      Array.from({ length: 160 }, async () => {
        const socket = open();
        let answer = '';
        socket.on('data', (data) => (answer += data.toString('latin1')));
        socket.write(bytes.subarray(0, -2));
        await until(() => answer !== '' || socket.closed, 4_000).catch(() => undefined);
        socket.destroy();
        return answer;
      }),
    );
    const refused = answers.filter((answer) => answer.startsWith('HTTP/1.1 503'));
    expect(refused.length).toBeGreaterThan(20);
    for (const answer of refused) expect(answer).toMatch(/retry-after: \d+[^]*"code":"IMPORTS_BUSY"/i);
    expect((await upload(other.api, otherAccount.id, movements(20))).status).toBe(200);
  });

  it('aborts uploads that arrive byte by byte, so that other uploads can use their slots', async () => {
    const ended: string[] = [];
    const trickles = Array.from({ length: 10 }, () => {
      const socket = slowUpload(abuser, 20 * MIB, 'x'.repeat(100), 250);
      return socket.on('data', (data) => ended.push(data.toString('latin1').slice(0, 12)));
    });
    await pause(500);
    const began = performance.now();
    expect((await upload(other.api, otherAccount.id, movements(60_000))).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(slowest(30_000));
    await until(() => ended.length >= 3, slowest(30_000));
    expect(new Set(ended)).toEqual(new Set(['HTTP/1.1 408']));
    for (const socket of trickles) socket.destroy();
  });

  it('reads a small file at once while slow uploads of other workspaces wait for room', async () => {
    const homes = await Promise.all(Array.from({ length: 4 }, () => aHousehold(service)));
    const chunk = Buffer.alloc(60_000, 'x');
    // Fast enough to send the file within a minute.
    const sockets = homes.flatMap((home) => Array.from({ length: 4 }, () => slowUpload(home, 16 * MIB, chunk, 200)));
    await pause(1_000);
    const began = performance.now();
    expect((await upload(other.api, otherAccount.id, movements(200))).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(slowest(3_000));
    for (const socket of sockets) socket.destroy();
  });
});

describe('files with many rows', () => {
  const days = Array.from({ length: 99_000 }, (_, n) => `2026-01-${String(1 + (n % 28)).padStart(2, '0')}`);
  const description = (n: number) => `Pago SPEI ${n} ${'lorem ipsum dolor '.repeat(5)}`;
  /** Statements of about 12 MiB. The rows of the QIF file are counted only when it is open. */
  const statements = {
    csv: () => statement(days.map((day, n) => [day, description(n), '-1.00'])),
    qif: () => `!Type:Bank\n${days.map((day, n) => `D${day}\nT-1.00\nP${description(n)}\n^\n`).join('')}`,
  };

  it.each([
    [9, 'csv'],
    [9, 'qif'],
  ] as const)(
    'a small workbook is read soon while %i other workspaces upload %s files with 99,000 rows',
    async (count, format) => {
      const homes = await Promise.all(Array.from({ length: count }, () => aHousehold(service)));
      const content = statements[format]();
      const sockets: Socket[] = [];
      for (const home of homes) {
        const { id } = await anAccount(home.api);
        const socket = open();
        socket.write(uploadBytes(home, id, content));
        sockets.push(socket);
      }
      await pause(1_500);
      const workbook = readFileSync('test/golden/statements/bbva.xlsx');
      const waits: number[] = [];
      for (let n = 0; n < 3; n += 1) {
        const began = performance.now();
        const answer = await upload(other.api, otherAccount.id, workbook, { filename: 'estado.xlsx' });
        expect(answer.status).toBe(200);
        waits.push(Math.round(performance.now() - began));
      }
      for (const socket of sockets) socket.destroy();
      expect(Math.max(...waits)).toBeLessThan(slowest(8_000));
    },
  );
});

describe('PDF files that take long to read', () => {
  /** A PDF of 20 KB whose pages share a stream of 18 MB. Reading it takes 20 seconds. */
  function slowPdf(): Buffer {
    const text = `BT /F1 8 Tf 30 700 Td (hola) Tj ET\n${'q Q '.repeat(4_500_000)}`;
    const page =
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R /Resources << /Font << /F1 4 0 R >> >> >>';
    const kids = Array.from({ length: 13 }, (_, n) => `${n + 5} 0 R`).join(' ');
    return rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count 13 >>`,
      stream(deflateSync(text), '/Filter /FlateDecode'),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...Array<string>(13).fill(page),
    ]);
  }

  it('a small PDF is read within 15 seconds while eight other workspaces upload PDF files that take long', async () => {
    const homes = await Promise.all(Array.from({ length: 8 }, () => aHousehold(service)));
    const sockets: Socket[] = [];
    for (const home of homes) {
      const { id } = await anAccount(home.api);
      const bytes = uploadBytes(home, id, slowPdf());
      for (const socket of [open(), open()]) {
        socket.write(bytes);
        sockets.push(socket);
      }
    }
    await pause(1_000);
    const small = await debitPdf([NOVEMBER]);
    const waits: number[] = [];
    for (let n = 0; n < 2; n += 1) {
      const began = performance.now();
      expect((await upload(other.api, otherAccount.id, small)).status).toBe(200);
      waits.push(Math.round(performance.now() - began));
    }
    for (const socket of sockets) socket.destroy();
    expect(Math.max(...waits)).toBeLessThan(slowest(15_000));
  });
});

describe('the drafts of a workspace', () => {
  it('drafts of a workspace use at most the space of its plan, and the error contains the quota and the used space', async () => {
    const home = await aHousehold(service);
    const own = await anAccount(home.api);
    await service.database.query(
      `insert into importing_imports (workspace_id, id, account_id, filename, status, file, parse_options, detected, mapping,
         columns, total, ready, created_at)
       select $1, ordered_id(1735689600000, n), $2, 'estado.csv', 'draft', 'x', '{}', '{}', '{}', '[]', 1000, 1000, now()
       from generate_series(1, 999) n`,
      [home.workspaceId, own.id],
    );
    const many = await upload(home.api, own.id, movements(1_001));
    expect(statusAndCode(many)).toBe('409 DRAFT_QUOTA_EXCEEDED');
    expect(many.body.detail).toBe(
      'The free plan allows 1000000 rows in drafts. 999000 are used, and this request would add 1001.',
    );
    expect((await upload(home.api, own.id, movements(1_000))).status).toBe(200);
    const accepted = await upload(home.api, own.id, movements(1));
    expect(accepted.body.detail).toBe('The free plan allows 1000 drafts. 1000 are used, and this request would add 1.');
    await service.database.query(`update workspace_workspaces set plan = 'plus' where id = $1`, [home.workspaceId]);
    expect((await upload(home.api, own.id, movements(1))).status).toBe(200);
  });

  it('drafts use at most twenty times the space of their files, except for small files', async () => {
    const blank = (lines: number) => `Fecha,Concepto,Importe\n2026-01-01,Tacos,-1.00\n${'1/1/26,,\n'.repeat(lines)}`;
    const refused = await upload(abuser.api, account.id, blank(95_000));
    expect(statusAndCode(refused)).toBe('422 IMPORT_UNREADABLE');
    expect(refused.body.detail).toMatch('space');
    expect((await upload(abuser.api, account.id, blank(2_000))).status).toBe(200);
  });
});
