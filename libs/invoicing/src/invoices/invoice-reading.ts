import { hash } from 'node:crypto';
import { CfdiUnreadable, readCfdi } from '@app/cfdi';

const MIB = 1024 * 1024;
/** Maximum CPU time per upload. The costliest archive takes about two seconds. */
const MAX_READING_MS = 10_000;
/** Maximum size of all documents of an upload, because the response contains them. */
const MAX_DOCUMENT_BYTES = 8 * MIB;

export type Reading =
  | {
      readonly sha256: string;
      readonly uuid: string;
      /** The result of `readCfdi` as JSON. */
      readonly document: string;
      /** Size of the document in bytes. */
      readonly size: number;
    }
  | { readonly unreadable: string };

/**
 * Reads the XML files of an upload in order. Files after a limit is reached are unreadable.
 * @param contents null for a file that cannot be unpacked
 */
export function readInvoices(contents: readonly (Uint8Array | null)[], cpuMs = threadCpuMs): Reading[] {
  const began = cpuMs();
  let room = MAX_DOCUMENT_BYTES;
  return contents.map((content): Reading => {
    if (content === null) return { unreadable: 'the file in the archive is damaged or encrypted' };
    if (cpuMs() - began > MAX_READING_MS) return { unreadable: 'reading the archive takes too long' };
    const reading = readInvoice(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
    if ('unreadable' in reading) return reading;
    if (reading.size > room) return { unreadable: 'the archive has more than 8 MiB of contents; upload it in parts' };
    room -= reading.size;
    return reading;
  });
}

function readInvoice(bytes: Buffer): Reading {
  try {
    const read = readCfdi(bytes);
    const document = JSON.stringify(read);
    return { sha256: hash('sha256', bytes), uuid: read.uuid, document, size: Buffer.byteLength(document) };
  } catch (error) {
    if (error instanceof CfdiUnreadable) return { unreadable: error.reason };
    throw error;
  }
}

/** Returns the CPU time of this thread. Unlike wall time, it does not depend on the load of the machine. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
