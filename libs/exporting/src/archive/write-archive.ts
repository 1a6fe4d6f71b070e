import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export const DOCUMENT = 'workspace.json';
export const FILES = 'files/';

interface ArchivedFile {
  readonly sha256: string;
  readonly size: number;
  readonly read: () => AsyncIterable<Uint8Array>;
}

/**
 * Yields a ZIP archive with the JSON export and the bytes of each file. Reads one file at a time. Does not compress
 * files, because most formats are already compressed.
 */
export async function* archiveOf(
  document: AsyncIterable<string>,
  files: readonly ArchivedFile[],
  mtime: Date,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const sources: Readable[] = [];
  const source = (pieces: AsyncIterable<string | Uint8Array>): Readable => {
    const stream = Readable.from(pieces, { objectMode: false });
    sources.push(stream);
    return stream.on('error', (error) => output.destroy(error));
  };
  zip.on('error', (error: Error) => output.destroy(error));
  zip.addReadStreamLazy(DOCUMENT, { mtime }, (start) => start(null, source(document)));
  for (const { sha256, size, read } of files) {
    zip.addReadStreamLazy(`${FILES}${sha256}`, { mtime, size, compress: false }, (start) =>
      start(null, source(read())),
    );
  }
  zip.end();
  try {
    for await (const piece of output) yield piece as Buffer;
  } finally {
    for (const stream of sources) stream.destroy();
  }
}
