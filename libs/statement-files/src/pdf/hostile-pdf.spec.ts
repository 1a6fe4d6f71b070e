import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { buildPdf } from '../../test/pdf-builder.js';
import { onePage, rawPdf, stream } from '../../test/raw-pdf.js';
import { readPdfText, PdfPasswordRequired } from './pdf-text.js';
import { StatementUnreadable } from '../limits/unreadable.js';

const text = (shown: string) => stream(Buffer.from(`BT /F1 8 Tf 30 700 Td ${shown} Tj ET`));

describe('readPdfText', () => {
  it('reads the text of a PDF and ignores its scripts and actions', async () => {
    const actions =
      '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /AA << /WC << /S /URI /URI (http://127.0.0.1:9) >> >>';
    const pages = await readPdfText(onePage(text('(hola)'), actions));
    expect(pages[0]!.runs.map((run) => run.text)).toEqual(['hola']);
  });

  it.each([
    ['a scan', () => buildPdf([[]]), /only images/],
    ['a file that is cut off', async () => (await buildPdf([[{ text: 'a', x: 9, y: 9 }]])).subarray(0, 300), /cut off/],
    ['garbage', () => Promise.resolve(Buffer.from('%PDF-1.7\ngarbage\n%%EOF')), /not a valid PDF/],
    [
      'pages that contain themselves',
      () => Promise.resolve(rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 5 >>'])),
      /./,
    ],
    [
      '301 pages',
      () => buildPdf(Array.from({ length: 301 }, () => [{ text: 'a', x: 30, y: 30 }])),
      /more than 300 pages/,
    ],
    [
      'a stream that unpacks to 80 MB of spaces',
      () => Promise.resolve(onePage(stream(deflateSync(Buffer.alloc(80_000_000, 32)), '/Filter /FlateDecode'))),
      /./,
    ],
    [
      'text without a mapping to Unicode',
      () =>
        Promise.resolve(onePage(text('<0102030405060708>'), '', '/Subtype /Type0 /BaseFont /A /Encoding /Identity-H')),
      /./,
    ],
  ])('rejects an unreadable PDF: %s', async (_, make, what) => {
    const reading = make().then((bytes) => readPdfText(bytes));
    await expect(reading).rejects.toThrow(StatementUnreadable);
    await expect(reading).rejects.toThrow(what);
  });

  it('reads a file with blank bytes after its end', async () => {
    const padded = Buffer.concat([onePage(text('(hola)')), Buffer.alloc(10_000, '\n')]);
    expect((await readPdfText(padded))[0]!.runs).toHaveLength(1);
  });

  it('reports each page when it starts to read the page', async () => {
    const pages: number[] = [];
    const bytes = await buildPdf([1, 2].map(() => [{ text: 'a', x: 30, y: 30 }]));
    await readPdfText(bytes, undefined, (page) => pages.push(page));
    expect(pages).toEqual([1, 2]);
  });

  it('rejects a missing password and a wrong password with the same error', async () => {
    const bytes = await buildPdf([[{ text: 'a', x: 30, y: 30 }]], { password: 'secret' });
    await expect(readPdfText(bytes)).rejects.toThrow(PdfPasswordRequired);
    await expect(readPdfText(bytes, 'other')).rejects.toThrow(PdfPasswordRequired);
    expect((await readPdfText(bytes, 'secret'))[0]!.runs).toHaveLength(1);
  });

  it('reads a PDF that has only an owner password, with any password or none', async () => {
    const bytes = await buildPdf([[{ text: 'a', x: 30, y: 30 }]], { ownerPassword: 'owner' });
    expect((await readPdfText(bytes))[0]!.runs).toHaveLength(1);
    expect((await readPdfText(bytes, 'other'))[0]!.runs).toHaveLength(1);
  });

  it.each([90, 180, 270] as const)('reads a page that is rotated by %d degrees', async (rotate) => {
    const [page] = await readPdfText(await buildPdf([[{ text: 'FECHA', x: 30, y: 30 }]], { rotate }));
    expect(page!.runs[0]).toMatchObject({ text: 'FECHA', x0: 30 });
  });
});
