import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { FileStore } from '@app/files';
import type { FairQueue, QueueLimits, UnitOfWork } from '@app/kernel';
import { Clock, Database, LongWork } from '@app/kernel';
import { Pace } from '@app/kernel/pure';
import { EXPORTED_WORKSPACE } from '@app/workspace';
import { archiveOf } from './archive/write-archive.js';
import type { ExportFormat } from './export-format.js';
import type { Book, BookPart, BookTransaction } from './journal/journal-entries.js';
import { entriesOf } from './journal/journal-entries.js';
import { HledgerJournal } from './journal/hledger-journal.js';
import { textPieces } from './journal/text-pieces.js';
import { TRANSACTIONS_HEADING, transactionLines } from './journal/transactions-csv.js';
import { exportDocument } from './sections/export-document.js';
import { sectionNamed, SECTIONS } from './sections/export-sections.query.js';
import { ExportsBusy } from './exporting.problems.js';
import { rowBatches, workspaceRow } from './sections/section-reading.query.js';

/** Maximum duration of an export, because it occupies a slot and a database snapshot. */
const MAX_READING_MS = 30 * 60_000;

/** Limits of concurrent exports. Three exports and two imports use half of a pool of ten connections. */
const EXPORTS_AT_ONCE: QueueLimits = {
  ...{ capacity: 3, maxPerGroup: 2, maxWaitMs: 60_000, refusal: ExportsBusy },
  ...{ maxWaiting: 100, maxWaitingPerGroup: 10 },
};
/**
 * Minimum number of characters or bytes that a client must read per interval if others are waiting for a slot. An export
 * that has run for 20 seconds must be fast, so that slow clients do not hold all slots.
 */
const MIN_LETTERS = 400_000;
const MIN_LETTERS_WHEN_LONG = 6_000_000;
const LONG_MS = 20_000;
const LOOK_EVERY_MS = 3_000;

type Piece = string | Buffer;

@Injectable()
export class Exports {
  private readonly queue: FairQueue;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly work: LongWork,
    private readonly files: FileStore,
  ) {
    this.queue = work.queue('exports', EXPORTS_AT_ONCE);
  }

  /**
   * Streams one snapshot as fast as the client reads. Throws errors that occur before the first byte. A later error
   * destroys the stream, so that a partial export does not look complete.
   * @throws ServiceUnavailable, ExportsBusy
   */
  async open(workspaceId: string, format: ExportFormat, signal?: AbortSignal): Promise<Readable> {
    const release = await this.queue.acquire({ group: workspaceId, signal });
    const text = new PassThrough();
    let taken = 0;
    const began = performance.now();
    const looking = setInterval(() => {
      const least = performance.now() - began > LONG_MS ? MIN_LETTERS_WHEN_LONG : MIN_LETTERS;
      // If the buffer is empty, the client is waiting for the database.
      const isOffered = text.readableLength > 0;
      if (isOffered && taken < least && this.queue.figures().waiting > 0) text.destroy();
      taken = 0;
    }, LOOK_EVERY_MS);
    // Without a listener, an error before the stream has a reader would crash the process.
    text.on('error', () => undefined);
    const written = this.database.transaction({ workspaceId, snapshot: true, streams: true }, (work) =>
      pipeline(
        counted(this.inSteps(workspaceId, this.pieces(work, format)), (letters) => (taken += letters)),
        text,
      ),
    );
    const late = setTimeout(() => text.destroy(), MAX_READING_MS);
    void written
      .catch((error: Error) => text.destroy(error))
      .finally(() => {
        clearTimeout(late);
        clearInterval(looking);
        release();
      });
    await Promise.race([once(text, 'readable'), written]);
    return text;
  }

  private async *inSteps(workspaceId: string, pieces: AsyncGenerator<Piece>): AsyncGenerator<Piece> {
    // Lets other work run in between, because many pieces may be ready without a database call.
    const pace = new Pace();
    try {
      for (;;) {
        const piece = await this.work.step(workspaceId, () => pieces.next());
        if (piece.done) return;
        yield piece.value;
        await pace.keep();
      }
    } finally {
      await pieces.return(undefined);
    }
  }

  private pieces(work: UnitOfWork, format: ExportFormat): AsyncGenerator<Piece> {
    switch (format) {
      case 'json':
        return this.document(work);
      case 'csv':
        return this.csv(work);
      case 'hledger':
        return this.journal(work);
      case 'zip':
        return this.archive(work);
    }
  }

  private async *document(work: UnitOfWork): AsyncGenerator<string> {
    const now = this.clock.now();
    const [workspace] = await work.query<{ row: string }>(workspaceRow(EXPORTED_WORKSPACE, work.workspaceId, now));
    const sections = SECTIONS.map((table) => ({ section: table.section, batches: rowBatches(work, table, now) }));
    yield* exportDocument(workspace!.row, sections);
  }

  private async *archive(work: UnitOfWork): AsyncGenerator<Buffer> {
    const files = (await this.files.stored(work)).map(({ id, sha256, size }) => {
      return { sha256, size, read: () => this.files.readIn(work, id, size) };
    });
    yield* archiveOf(this.document(work), files, this.clock.now());
  }

  private async *csv(work: UnitOfWork): AsyncGenerator<string> {
    const book = await this.book(work);
    yield TRANSACTIONS_HEADING;
    for await (const entries of this.entries(work)) yield* textPieces(transactionLines(book, entries));
  }

  private async *journal(work: UnitOfWork): AsyncGenerator<string> {
    const journal = new HledgerJournal(await this.book(work));
    yield* textPieces(journal.heading());
    for await (const entries of this.entries(work)) yield* textPieces(journal.entries(entries));
  }

  private entries(work: UnitOfWork) {
    return entriesOf(this.rows<BookTransaction>(work, 'transactions'), this.rows<BookPart>(work, 'splits'));
  }

  private async book(work: UnitOfWork): Promise<Book> {
    const byId = async <Row extends { id: string }>(section: string): Promise<Map<string, Row>> => {
      const rows = new Map<string, Row>();
      for await (const batch of this.rows<Row>(work, section)) for (const row of batch) rows.set(row.id, row);
      return rows;
    };
    const accounts: Book['accounts'] = await byId('accounts');
    const categories: Book['categories'] = await byId('categories');
    return { accounts, categories, contacts: await byId('contacts'), tags: await byId('tags') };
  }

  private async *rows<Row>(work: UnitOfWork, section: string): AsyncGenerator<Row[]> {
    for await (const batch of rowBatches(work, sectionNamed(section), this.clock.now())) {
      yield batch.map((row) => JSON.parse(row) as Row);
    }
  }
}

/**
 * Counts the characters or bytes that the reader has consumed. The pipeline requests the next piece only when the
 * buffer has room.
 */
async function* counted(pieces: AsyncGenerator<Piece>, count: (letters: number) => void): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    yield piece;
    count(piece.length);
  }
}
