import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { FairQueue, QueueLimits, UnitOfWork } from '@app/kernel';
import { Clock, Database, LongWork } from '@app/kernel';
import { EXPORTED_WORKSPACE } from '@app/workspace';
import type { ExportFormat } from './export-format.js';
import type { Book, BookPart, BookTransaction } from './journal/journal-entries.js';
import { entriesOf } from './journal/journal-entries.js';
import { HledgerJournal } from './journal/hledger-journal.js';
import { TRANSACTIONS_HEADING, transactionLines } from './journal/transactions-csv.js';
import { exportDocument } from './sections/export-document.js';
import { sectionNamed, SECTIONS } from './sections/export-sections.query.js';
import { ExportsBusy } from './exporting.problems.js';
import { rowBatches, workspaceRow } from './sections/section-reading.query.js';

/** A client that has not read all of an export by then has to begin again: it holds a slot and a snapshot that others need. */
const MAX_READING_MS = 30 * 60_000;

/** Each export holds a connection and a snapshot until its reader has all of it. With two imports, that is half of ten. */
const EXPORTS_AT_ONCE: QueueLimits = {
  ...{ capacity: 3, maxPerGroup: 2, maxWaitMs: 10_000, refusal: ExportsBusy },
  ...{ maxWaiting: 100, maxWaitingPerGroup: 10 },
};
/** A client that reads less than this while others wait for a slot has to begin again, too. */
const MIN_LETTERS = 400_000;
const LOOK_EVERY_MS = 3_000;

/** Everything that a workspace holds, written while it is read. */
@Injectable()
export class Exports {
  private readonly queue: FairQueue;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly work: LongWork,
  ) {
    this.queue = work.queue('exports', EXPORTS_AT_ONCE);
  }

  /**
   * Opens an export: one snapshot of the database, written as fast as it is read and never held as a whole. A client that stops
   * reading destroys the stream, and gives the connection back with it. A fault is thrown as long as nothing was written,
   * and destroys the stream later, so that no client takes a part for the whole.
   * @throws ServiceUnavailable when the database cannot be reached, ExportsBusy when too many others export
   */
  async open(workspaceId: string, format: ExportFormat, signal?: AbortSignal): Promise<Readable> {
    const release = await this.queue.acquire({ group: workspaceId, signal });
    const text = new PassThrough();
    let taken = 0;
    const looking = setInterval(() => {
      // Where nothing is there to be taken, it is the database that is slow.
      const isOffered = text.readableLength > 0;
      if (isOffered && taken < MIN_LETTERS && this.queue.figures().waiting > 0) text.destroy();
      taken = 0;
    }, LOOK_EVERY_MS);
    // The reader gets a failure; until the stream has a reader, it must not bring the process down.
    text.on('error', () => undefined);
    const written = this.database.transaction({ workspaceId, snapshot: true }, (work) =>
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

  private async *inSteps(workspaceId: string, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
    try {
      for (;;) {
        const piece = await this.work.step(workspaceId, () => pieces.next());
        if (piece.done) return;
        yield piece.value;
      }
    } finally {
      await pieces.return(undefined);
    }
  }

  private pieces(work: UnitOfWork, format: ExportFormat): AsyncGenerator<string> {
    switch (format) {
      case 'json':
        return this.document(work);
      case 'csv':
        return this.csv(work);
      case 'hledger':
        return this.journal(work);
    }
  }

  private async *document(work: UnitOfWork): AsyncGenerator<string> {
    const now = this.clock.now();
    const [workspace] = await work.query<{ row: string }>(workspaceRow(EXPORTED_WORKSPACE, work.workspaceId, now));
    const sections = SECTIONS.map((table) => ({ section: table.section, batches: rowBatches(work, table, now) }));
    yield* exportDocument(workspace!.row, sections);
  }

  private async *csv(work: UnitOfWork): AsyncGenerator<string> {
    const book = await this.book(work);
    yield TRANSACTIONS_HEADING;
    for await (const entries of this.entries(work)) yield transactionLines(book, entries);
  }

  private async *journal(work: UnitOfWork): AsyncGenerator<string> {
    const journal = new HledgerJournal(await this.book(work));
    yield journal.heading();
    for await (const entries of this.entries(work)) yield journal.entries(entries);
  }

  private entries(work: UnitOfWork) {
    return entriesOf(this.rows<BookTransaction>(work, 'transactions'), this.rows<BookPart>(work, 'splits'));
  }

  private async book(work: UnitOfWork): Promise<Book> {
    const byId = async <Row extends { id: string }>(section: string): Promise<Map<string, Row>> => {
      const found = new Map<string, Row>();
      for await (const batch of this.rows<Row>(work, section)) for (const row of batch) found.set(row.id, row);
      return found;
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

/** Counts what the reader takes: the next piece is asked for when there is room for it. */
async function* counted(pieces: AsyncGenerator<string>, count: (letters: number) => void): AsyncGenerator<string> {
  for await (const piece of pieces) {
    yield piece;
    count(piece.length);
  }
}
