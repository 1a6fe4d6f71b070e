import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { onePage, stream } from '../../../libs/statement-files/test/raw-pdf.js';
import { workbookOf } from '../../../libs/statement-files/test/stored-zip.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount } from '../../e2e/support/household.js';
import { sized } from '../../e2e/support/long-form.js';

const HOSTILE_GROWTH_MIB = 100;
/** Maximum size of all larger files that the service reads at the same time. */
const ROOM_MIB = 128;
const LARGE_GROWTH_MIB = 150;

const ROWS = sized(15_000, 100_000);

/** Maximum growth that may remain after the files were read. The garbage collector frees small objects later. */
const MAX_KEPT_MIB = 300;

let service: ApiProcess;
let home: Household;
let accountId: string;
let idle: number;

beforeAll(async () => {
  service = await startApi();
  home = await aHousehold(service);
  accountId = (await anAccount(home.api)).id;
  for (let count = 0; count < 200; count += 1) await home.api.get('/v1/accounts');
  await statusOf(`Fecha,Descripción,Monto\n${'2026-03-07,Tacos,-1.00\n'.repeat(8_000)}`);
  await statusOf('x'.repeat(19 * MIB));
  idle = await memory('VmRSS');
});
afterAll(() => service.stop());

async function statusOf(file: string | Buffer): Promise<{ status: number; detail: string; bytes: number }> {
  const form = new FormData();
  form.set('accountId', accountId);
  form.set('file', new Blob([file as never]), 'estado');
  const answer = await fetch(`${service.url}/v1/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${home.key}` },
    body: form,
  });
  const text = await answer.text();
  const { detail } = JSON.parse(text) as { detail?: string };
  return { status: answer.status, detail: detail ?? '', bytes: text.length };
}

async function memory(which: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)![1]) / 1024;
}

async function growthUnder(name: string, file: string | Buffer) {
  const before = await memory('VmRSS');
  await writeFile(`/proc/${service.pid}/clear_refs`, '5');
  const begun = performance.now();
  const answer = await statusOf(file);
  const growth = (await memory('VmHWM')) - before;
  const after = Math.round((await memory('VmRSS')) - idle);
  if (process.env.CENTAVO_TEST_FIGURES) {
    const took = Math.round(performance.now() - begun);
    process.stderr.write(`${JSON.stringify({ name, ...answer, took, after, growth: Math.round(growth) })}\n`);
  }
  return { ...answer, growth };
}

const HEADER = 'Fecha,Descripción,Monto\n';
const ROW = ',-1.00\n2026-03-07,Tacos';
const MIB = 1024 * 1024;
const ofx = (inside: string) => `OFXHEADER:100\n\n<OFX>${inside}`;
const camt = (inside: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">${inside}`;

const OFX_MOVEMENT = '<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260101<TRNAMT>-1.00<FITID>1<NAME>A';
const CAMT_ENTRY =
  '<Ntry><Amt Ccy="MXN">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-01-01</Dt></BookgDt></Ntry>';

const BOOK = '<workbook><sheets><sheet name="a" r:id="rId4"/></sheets></workbook>';
const BOMB = {
  name: 'xl/worksheets/sheet2.xml',
  content: Buffer.alloc(200 * MIB, 32),
  packed: true,
  declaredSize: 1_000,
};

function statement(rows: number, columns: number): string {
  const more = Array.from({ length: columns - 3 }, (_, index) => `Dato ${index}`);
  const lines = [['Fecha', 'Descripción', 'Monto', ...more].join()];
  for (let index = 0; index < rows; index += 1) {
    const day = new Date(Date.UTC(2016, 0, 1 + (index % 3650))).toISOString().slice(0, 10);
    const rest = more.map((name) => `${name} del renglón ${index} aquí`);
    lines.push(
      [day, `Compra número ${index % 50_000} en la tienda de la esquina`, `-${1 + (index % 97)}.00`, ...rest].join(),
    );
  }
  return lines.join('\n');
}

const FILES: [name: string, file: () => string | Buffer, status: number][] = [
  ['OFX with one endless text', () => ofx('<'.repeat(19_000_000)), 422],
  ['OFX with one endless field', () => ofx(`<STMTRS><STMTTRN><NAME>${'x'.repeat(19 * MIB)}`), 422],
  ['CAMT with one text of entities', () => camt(`<a>${'&#120;'.repeat(3_000_000)}`), 422],
  ['CAMT with an element after each entity', () => camt(`<a>${'&#120;<b/>'.repeat(1_900_000)}`), 422],
  ['HTML with one endless text', () => `<table>${'<'.repeat(19_000_000)}`, 422],
  ['HTML with many texts in one cell', () => `<table><tr><td>${'‹<i>'.repeat(3_000_000)}`, 422],
  ['blank lines', () => `${HEADER}2026-03-07,Tacos,-1.00\n${'\n'.repeat(299_000)}`, 200],
  ['a quoted cell of 15 MB', () => `${HEADER}2026-03-07,"${`${'x'.repeat(99)}\n`.repeat(150_000)}",-1.00\n`, 422],
  ['rows after an unclosed quote', () => `${HEADER}2026-03-07,"Tacos${ROW.repeat(290_000)}`, 422],
  ['QIF with one transaction of many notes', () => `!Type:Bank\nD1/2/26\nT5\n${'Mabcd\n'.repeat(3_000_000)}^\n`, 200],
  ['random bytes', () => randomBytes(19 * MIB), 422],
  ['one line', () => 'x'.repeat(19 * MIB), 422],
  ['delimiters', () => ','.repeat(19 * MIB), 422],
  ['lines of delimiters', () => `${HEADER}${`${','.repeat(900)}\n`.repeat(20_000)}`, 422],
  ['quotes', () => '"'.repeat(19 * MIB), 422],
  ['lines of quotes', () => '"\n'.repeat(9_000_000), 422],
  ['short lines', () => 'a,b\n'.repeat(4_900_000), 422],
  ['OFX with unclosed transactions', () => ofx(`<BANKTRANLIST>${OFX_MOVEMENT.repeat(250_000)}`), 422],
  ['QIF with too many transactions', () => `!Type:Bank\n${'D01/01/2026\nT-1.00\nPA\n^\n'.repeat(800_000)}`, 422],
  ['CAMT with an unclosed list of entries', () => camt(`<BkToCstmrStmt><Stmt>${CAMT_ENTRY.repeat(180_000)}`), 422],
  ['NULs', () => Buffer.alloc(19 * MIB), 422],
  ['a workbook that is far larger than its declared size', () => workbookOf('', { book: BOOK, more: [BOMB] }), 422],
];

const SOME = FILES.filter((_, at) => at % 7 === 0);

describe('a file built to exhaust the memory', () => {
  it.each(sized(SOME, FILES))(
    `a file built to exhaust memory grows the service by at most ${HOSTILE_GROWTH_MIB} MiB: %s`,
    async (name, file, status) => {
      const { growth, ...answer } = await growthUnder(name, file());
      expect(answer.status).toBe(status);
      expect(growth).toBeLessThan(HOSTILE_GROWTH_MIB);
    },
    60_000,
  );
});

const packed = (content: string | Buffer) => stream(deflateSync(content), '/Filter /FlateDecode');
const SHOWN = stream(Buffer.from('BT /F1 8 Tf 30 700 Td (hola) Tj ET'));
const TYPE_0 =
  '/Subtype /Type0 /BaseFont /A /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< /Type /Font ' +
  '/Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>]';
const WIDE_RANGE =
  'begincmap\n1 begincodespacerange <00000000> <ffffffff> endcodespacerange\n1 beginbfrange\n' +
  '<00000000> <00fffffe> <00410041>\nendbfrange\nendcmap';

describe('a PDF that exhausts the heap of its reader', () => {
  it.each([
    ['a font that maps 16 million codes', /too much memory/, () => onePage(SHOWN, '', TYPE_0, packed(WIDE_RANGE))],
    // The limit of buffers may end the stream early.
    [
      'a text of 60 MB',
      /no text|too much memory/,
      () => onePage(packed(`BT /F1 8 Tf (${'a'.repeat(60_000_000)}) Tj ET`)),
    ],
    [
      'a text of 30 MB',
      /too much memory|damaged|no text|no table/,
      () => onePage(packed(`BT /F1 8 Tf (${'a'.repeat(30_000_000)}) Tj ET`)),
    ],
  ])('rejects a PDF that exhausts the heap of its reader and keeps running: %s', async (_, detail, file) => {
    const answer = await statusOf(file());
    expect(answer.status).toBe(422);
    expect(answer.detail).toMatch(detail);
    expect((await home.api.get('/v1/accounts')).status).toBe(200);
  });
});

it('rejects a workbook whose rows take hundreds of times its size, such as cells of control characters', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = `<row>${cell('2026-03-07')}${cell(`${'\u0001'.repeat(95_000)}∑`)}<c><v>-1</v></c></row>`;
  const wide = `<row>${cell('2026-03-07')}${cell('"'.repeat(1_900)).repeat(100)}<c><v>-1</v></c></row>`;
  const header = `<row>${['Fecha', 'Concepto', 'Monto'].map(cell).join('')}</row>`;
  const control = await growthUnder('control characters', workbookOf(header + row.repeat(640)));
  expect(control).toMatchObject({ status: 200 });
  expect(control.growth).toBeLessThan(HOSTILE_GROWTH_MIB);
  const refused = await growthUnder('wide rows', workbookOf(header + wide.repeat(300)));
  expect(refused).toMatchObject({ status: 422, detail: expect.stringContaining('many times as much space') });
  expect(refused.growth).toBeLessThan(HOSTILE_GROWTH_MIB);
});

it('lists drafts without reading their documents', async () => {
  await service.database.query(
    `insert into importing_imports (workspace_id, id, account_id, filename, status, file, parse_options, detected, mapping,
       columns, proof_facts, created_at)
     select $1, ordered_id(1735689600000, n), $2, 'estado.pdf', 'draft', 'x', '{}', '{}', '{}', '[]',
       json_build_array(repeat('x', 5000000)), now()
     from generate_series(1, 40) n`,
    [home.workspaceId, accountId],
  );
  const before = await memory('VmRSS');
  await writeFile(`/proc/${service.pid}/clear_refs`, '5');
  const { status, body } = await home.api.get('/v1/imports');
  expect(status).toBe(200);
  expect(body.length).toBeGreaterThanOrEqual(40);
  expect((await memory('VmHWM')) - before).toBeLessThan(50);
});

it('many simultaneous uploads use a limited amount of memory', async () => {
  const before = await memory('VmRSS');
  await writeFile(`/proc/${service.pid}/clear_refs`, '5');
  const file = 'x'.repeat(19 * MIB);
  const answers = await Promise.all(Array.from({ length: sized(9, 40) }, () => statusOf(file)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
  expect((await memory('VmHWM')) - before).toBeLessThan(ROOM_MIB + HOSTILE_GROWTH_MIB);
});

it('reads a large draft again in limited memory', async () => {
  const form = new FormData();
  form.set('accountId', accountId);
  form.set('file', new Blob([statement(4_800, 4).replaceAll(/Dato 0 del/g, 'z'.repeat(4_000))]), 'estado.csv');
  const headers = { authorization: `Bearer ${home.key}` };
  const uploaded = await fetch(`${service.url}/v1/imports`, { method: 'POST', headers, body: form });
  const { id } = (await uploaded.json()) as { id: string };
  const before = await memory('VmRSS');
  await writeFile(`/proc/${service.pid}/clear_refs`, '5');
  expect((await home.api.patch(`/v1/imports/${id}`, { mapping: { invertSign: true } })).status).toBe(200);
  const growth = (await memory('VmHWM')) - before;
  if (process.env.CENTAVO_TEST_FIGURES) process.stderr.write(`${JSON.stringify({ name: 'read again', growth })}\n`);
  // The memory of the draft may be freed before or during the measurement, so the limit is generous.
  expect(growth).toBeLessThan(LARGE_GROWTH_MIB);
});

describe('the largest statements', () => {
  it.each(sized([3], [3, 6]))(
    'reads the largest statement with %s columns in limited memory',
    async (columns) => {
      const file = statement(ROWS, columns);
      expect(file.length).toBeLessThan(20 * MIB);
      const { growth, status } = await growthUnder(`${columns} columns`, file);
      expect(status).toBe(200);
      expect(growth).toBeLessThan(LARGE_GROWTH_MIB);
    },
    60_000,
  );
});

it('the service releases most of the memory after reading many of the largest files', async () => {
  expect((await memory('VmRSS')) - idle).toBeLessThan(MAX_KEPT_MIB);
});
