import { getDocument } from 'unpdf/pdfjs';
import { StatementUnreadable } from '../limits/unreadable.js';
import type { PdfPage, PdfRun } from './pdf-page.js';

/** Limits of a PDF. A 300-page statement stays well below the limits for runs and characters. */
export const PDF_LIMITS = { pages: 300, runs: 600_000, characters: 8_000_000 } as const;

/** Characters that a font produces if it has no mapping to Unicode. */
const UNMAPPED = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/gu;
/** Maximum share of such characters. It is not zero, because symbols such as bullets may have no mapping. */
const MAX_UNMAPPED = 0.1;

/** Thrown if the file is encrypted and the password is missing or wrong. */
export class PdfPasswordRequired extends Error {
  constructor() {
    super('the file needs a password');
    this.name = 'PdfPasswordRequired';
  }
}

interface TextItem {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
}

type Document = Awaited<ReturnType<typeof getDocument>['promise']>;

/**
 * Extracts the text of a PDF with its positions. Ignores scripts, forms, attachments and links, and fetches nothing.
 * Run it in a separate process, because only the process limits its time and memory.
 * @param onPage called before each page is read
 * @throws PdfPasswordRequired if the password is missing or wrong
 * @throws StatementUnreadable if the file is damaged, has too many pages, or has no text
 */
export async function readPdfText(
  bytes: Uint8Array,
  password?: string,
  onPage: (page: number) => void = () => undefined,
): Promise<PdfPage[]> {
  try {
    return await pagesIn(bytes, onPage);
  } catch (error) {
    // A file that only restricts printing opens without a password, even if the client has sent one.
    if (!(error instanceof PdfPasswordRequired) || password === undefined) throw error;
    return pagesIn(bytes, onPage, password);
  }
}

async function pagesIn(bytes: Uint8Array, onPage: (page: number) => void, password?: string): Promise<PdfPage[]> {
  if (!hasEnd(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))) {
    throw new StatementUnreadable('the file is cut off');
  }
  const task = getDocument({
    // Copies the bytes, because the library takes over the buffer and the caller still has to store the file.
    data: new Uint8Array(bytes),
    ...(password !== undefined && { password }),
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    useWorkerFetch: false,
    stopAtErrors: false,
    maxImageSize: 1,
    verbosity: 0,
  });
  try {
    const document = await task.promise;
    if (document.numPages > PDF_LIMITS.pages) {
      throw new StatementUnreadable(`the file has more than ${PDF_LIMITS.pages} pages`);
    }
    return await pagesOf(document, onPage);
  } catch (error) {
    throw knownError(error);
  } finally {
    await task.destroy().catch(() => undefined);
  }
}

const END_BYTES = 4_096;

/** True if the file ends with the marker of a whole PDF. Mail programs and servers may append blank bytes. */
function hasEnd(bytes: Buffer): boolean {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1]! <= 0x20) end -= 1;
  const text = bytes.subarray(Math.max(0, end - END_BYTES), end).toString('latin1');
  return text.includes('startxref') || text.includes('%%EOF');
}

async function pagesOf(document: Document, onPage: (page: number) => void): Promise<PdfPage[]> {
  const pages: PdfPage[] = [];
  const total = { runs: 0, characters: 0, unmapped: 0 };
  for (let number = 1; number <= document.numPages; number += 1) {
    onPage(number);
    const runs = await runsOf(document, number);
    total.runs += runs.length;
    for (const { text } of runs) {
      total.characters += text.length;
      total.unmapped += text.match(UNMAPPED)?.length ?? 0;
    }
    if (total.runs > PDF_LIMITS.runs || total.characters > PDF_LIMITS.characters) {
      throw new StatementUnreadable('the file has too much text', `page ${number}`);
    }
    pages.push({ number, runs });
  }
  if (total.runs === 0) {
    throw new StatementUnreadable('the file has no text, only images. Download the original PDF, not a scan');
  }
  if (total.unmapped > total.characters * MAX_UNMAPPED) {
    throw new StatementUnreadable('its text cannot be mapped to Unicode. Download the statement in another format');
  }
  return pages;
}

async function runsOf(document: Document, number: number): Promise<PdfRun[]> {
  let page;
  try {
    page = await document.getPage(number);
  } catch {
    throw new StatementUnreadable('a page is damaged', `page ${number}`);
  }
  const { items, styles } = await page.getTextContent();
  const texts = (items as TextItem[]).filter(({ str }) => str !== undefined && str.trim() !== '');
  page.cleanup();
  const turn = usualTurn(texts);
  const [cos, sin] = [Math.round(Math.cos(turn)), Math.round(Math.sin(turn))];
  const [left, bottom, right, top] = page.view as [number, number, number, number];
  return texts.flatMap((item) => {
    const [, , , , x, y] = item.transform as [number, number, number, number, number, number];
    const isOutside = x < left - 1 || x > right + 1 || y < bottom - 1 || y > top + 1;
    if (isOutside || turnOf(item) !== turn || !Number.isFinite(item.width)) return [];
    const along = x * cos + y * sin;
    const size = Math.abs(item.height) || Math.hypot(item.transform[2]!, item.transform[3]!) || 1;
    return [
      {
        text: item.str.normalize('NFKC'),
        ...{ x0: along, x1: along + item.width, y: y * cos - x * sin, size },
        isMonospaced: styles[item.fontName]?.fontFamily === 'monospace',
      },
    ];
  });
}

/** Direction of a run in radians, rounded to a quarter turn; 0 for text from left to right. */
function turnOf({ transform }: TextItem): number {
  return (Math.round(Math.atan2(transform[1]!, transform[0]!) / (Math.PI / 2)) * Math.PI) / 2;
}

/** Returns the direction of most characters, because pages may be rotated and watermarks run in other directions. */
function usualTurn(items: readonly TextItem[]): number {
  const characters = new Map<number, number>();
  for (const item of items) {
    const turn = turnOf(item);
    characters.set(turn, (characters.get(turn) ?? 0) + item.str.length);
  }
  return [...characters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

function knownError(error: unknown): Error {
  if (error instanceof StatementUnreadable) return error;
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return new PdfPasswordRequired();
  return new StatementUnreadable('the file is not a valid PDF document');
}
