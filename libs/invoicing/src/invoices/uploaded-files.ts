import type { Entry } from 'yauzl';
import { fromBufferPromise } from 'yauzl';
import { PayloadTooLarge } from '@app/kernel/pure';
import { InvoiceUnreadable } from '../invoicing.problems.js';

const MAX_FILES = 500;
const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;
/** Signatures of a ZIP archive, with entries and empty. */
const ZIP = ['PK\x03\x04', 'PK\x05\x06'];
const UTF8_FLAG = 0x800;

export interface UploadedXml {
  /** Name without its path. It is only displayed and stored, never used as a path. */
  readonly name: string;
  /** Null if the file cannot be unpacked. */
  readonly bytes: Buffer | null;
}

export const isArchive = (bytes: Buffer): boolean => ZIP.includes(bytes.toString('latin1', 0, 4));

/**
 * Unpacks the files of a ZIP archive in order. Checks the declared sizes before unpacking. A file with more bytes than
 * declared is not unpacked.
 * @throws InvoiceUnreadable if the archive is damaged or empty
 * @throws PayloadTooLarge
 */
export async function unpacked(bytes: Buffer): Promise<UploadedXml[]> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false }).catch(refuse);
  const entries: { name: string; entry: Entry }[] = [];
  let size = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry);
      if (name.endsWith('/')) continue;
      size += entry.uncompressedSize;
      if (entries.length >= MAX_FILES) throw PayloadTooLarge(`${MAX_FILES} files in an archive`);
      if (size > MAX_UNPACKED_BYTES) throw PayloadTooLarge('20 MiB unpacked');
      entries.push({ name: name.split(/[\\/]/).at(-1)!, entry });
    }
  } catch (error) {
    refuse(error);
  }
  if (entries.length === 0) throw InvoiceUnreadable('the archive has no files');
  const files: UploadedXml[] = [];
  for (const { name, entry } of entries) {
    const pieces = zip.openReadStreamPromise(entry).then((stream) => stream.toArray() as Promise<Buffer[]>);
    files.push({ name, bytes: await pieces.then((all) => Buffer.concat(all)).catch(() => null) });
  }
  return files;
}

/** The name is a buffer, because decoding in the library would reject archives with unusual paths. */
function nameOf({ fileName, generalPurposeBitFlag }: Entry): string {
  const bytes = fileName as unknown as Buffer;
  return bytes.toString((generalPurposeBitFlag & UTF8_FLAG) === 0 && !isUtf8(bytes) ? 'latin1' : 'utf8');
}

function isUtf8(bytes: Buffer): boolean {
  return !bytes.toString('utf8').includes('\ufffd');
}

function refuse(error: unknown): never {
  if (error instanceof Error && !('type' in error)) throw InvoiceUnreadable('the archive is damaged');
  throw error;
}
