import { createHash } from 'node:crypto';
import type { Entry, ZipFile } from 'yauzl';
import { openPromise } from 'yauzl';
import { ExportRefused } from '../restoring/refusal.js';
import { DOCUMENT, FILES } from './write-archive.js';

const BYTES_NAME = /^files\/[0-9a-f]{64}$/;
/** Maximum size of a file in an import. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** More entries than the files of any workspace. The limit exists because each entry takes memory. */
const MAX_ENTRIES = 1_000_000;

/** A ZIP export that is read entry by entry. Entry names are only compared and never used as paths. */
export class Archive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /**
   * Opens an archive and checks the hash of each file.
   * @throws ExportRefused if the archive is damaged, contains an entry twice, or contains a file that does not match
   * its hash
   */
  static async open(path: string): Promise<Archive> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(refuse);
    const entries = new Map<string, Entry>();
    const archive = new Archive(zip, entries);
    try {
      for await (const entry of zip.eachEntry()) {
        // The name is a buffer, because `decodeStrings` is false.
        const name = (entry.fileName as unknown as Buffer).toString('latin1');
        if (name !== DOCUMENT && !BYTES_NAME.test(name)) continue;
        if (entries.has(name)) throw new ExportRefused(`The archive has two entries ${name}.`);
        if (entries.size >= MAX_ENTRIES) throw new ExportRefused('The archive has too many entries.');
        entries.set(name, entry);
      }
      if (!entries.has(DOCUMENT)) throw new ExportRefused(`The archive has no entry ${DOCUMENT}.`);
      for (const [name, entry] of entries) if (name !== DOCUMENT) await archive.requireHash(name, entry);
      return archive;
    } catch (error) {
      archive.close();
      return refuse(error);
    }
  }

  async *document(): AsyncGenerator<Buffer> {
    yield* this.bytes(this.entries.get(DOCUMENT)!);
  }

  /** Returns the size of a file; null if the archive does not contain it. */
  sizeOf(sha256: string): number | null {
    return this.entries.get(`${FILES}${sha256}`)?.uncompressedSize ?? null;
  }

  read(sha256: string): AsyncGenerator<Buffer> {
    return this.bytes(this.entries.get(`${FILES}${sha256}`)!);
  }

  close(): void {
    this.zip.close();
  }

  private async requireHash(name: string, entry: Entry): Promise<void> {
    if (entry.uncompressedSize > MAX_FILE_BYTES) throw new ExportRefused(`The entry ${name} is larger than 20 MiB.`);
    const hash = createHash('sha256');
    for await (const piece of this.bytes(entry)) hash.update(piece);
    if (hash.digest('hex') !== name.slice(FILES.length)) {
      throw new ExportRefused(`The bytes of the entry ${name} do not match its hash.`);
    }
  }

  /** Reads an entry. The library fails if the entry has more bytes than it declares. */
  private async *bytes(entry: Entry): AsyncGenerator<Buffer> {
    try {
      for await (const piece of await this.zip.openReadStreamPromise(entry)) yield piece as Buffer;
    } catch (error) {
      refuse(error);
    }
  }
}

function refuse(error: unknown): never {
  if (error instanceof ExportRefused) throw error;
  throw new ExportRefused(`The archive is damaged: ${error instanceof Error ? error.message : String(error)}.`);
}
