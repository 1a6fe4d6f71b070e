import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import type { ChunkRequest, ReadingMessage, ReadingTask, Refusal } from './reading-process.launcher.js';
import type { StoredReading } from './statement-rows.js';
import { storedReading } from './statement-rows.js';
import {
  limitBuffers,
  openPdf,
  openStatement,
  PdfPasswordRequired,
  PdfSectionRequired,
  readPdfText,
  recognisedFormat,
  StatementUnreadable,
} from '@app/statement-files';

// The service has ended.
process.on('disconnect', () => process.exit());
setPriority(Math.min(19, getPriority() + 10));
if (process.platform === 'linux') killFirst();

process.once('message', (task: ReadingTask) => {
  void read(task).catch((error: unknown) => send({ error: (error as Error).stack ?? String(error) }));
});

async function read({ bytes, options }: ReadingTask): Promise<void> {
  const isPdf = recognisedFormat(bytes) === 'pdf';
  let reading: StoredReading;
  try {
    const statement = isPdf ? openPdf(await pdfText(bytes, options.password), options) : openStatement(bytes, options);
    reading = storedReading(statement, bytes.length);
  } catch (error) {
    const answer = refusalOf(error, isPdf);
    if (answer === null) throw error;
    return send({ answer });
  }
  // The service then requests the rows chunk by chunk and ends this process.
  let chunks = reading.chunks();
  process.on('message', (request: ChunkRequest) => {
    if (request === 'first') chunks = reading.chunks();
    send(nextOf(chunks));
  });
  send({ answer: { head: reading.head } });
}

function nextOf(chunks: Generator<string, undefined>): ReadingMessage {
  try {
    return { chunk: chunks.next().value ?? null };
  } catch (error) {
    const refusal = refusalOf(error, false);
    return refusal === null ? { error: (error as Error).stack ?? String(error) } : { chunk: refusal };
  }
}

/** Returns the answer for a file that cannot be read, or null for an unexpected error. */
function refusalOf(error: unknown, isPdf: boolean): Refusal | null {
  if (error instanceof PdfPasswordRequired) return { passwordRequired: true };
  if (error instanceof PdfSectionRequired) return { sections: error.sections };
  if (error instanceof StatementUnreadable) return { unreadable: { what: error.what, where: error.where } };
  return isPdf ? { unreadable: { what: 'the PDF is damaged', where: null } } : null;
}

/** Reports each page, so that the service can limit the time of each. */
async function pdfText(bytes: Uint8Array, password: string | undefined) {
  limitBuffers();
  // The library may not handle the rejection of a damaged stream. In this case, the time limit ends the reading.
  process.on('unhandledRejection', () => undefined);
  let begun = 0;
  const begin = () => send({ page: (begun += 1) });
  const pages = await readPdfText(bytes, password, begin);
  begin();
  return pages;
}

/** Lets the system kill this process before the service if it runs out of memory. */
function killFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // A sandbox may forbid it.
  }
}

function send(message: ReadingMessage): void {
  process.send!(message);
}
