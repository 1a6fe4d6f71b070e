import { crc32, inflateRawSync } from 'node:zlib';
import { StatementUnreadable } from '../limits/unreadable.js';

interface Entry {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
  readonly header: number;
}

const END_SIGN = 0x06054b50;
const ENTRY_SIGN = 0x02014b50;
const HEADER_SIGN = 0x04034b50;
const END_SIZE = 22;
const MAX_COMMENT_LENGTH = 65_535;
const MAX_ENTRIES = 10_000;

/**
 * Reads a ZIP archive. Unpacks one part at a time and stops at the size that the directory states, so that a zip bomb
 * cannot exhaust memory.
 */
export class ZipArchive {
  private readonly entries = new Map<string, Entry>();
  private readonly view: DataView;

  /** @throws StatementUnreadable if the archive has no directory */
  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = this.findEnd();
    const count = this.view.getUint16(end + 10, true);
    if (count > MAX_ENTRIES) throw new StatementUnreadable(`the archive has more than 10,000 parts`);
    let at = this.view.getUint32(end + 16, true);
    for (let index = 0; index < count; index += 1) at = this.readEntry(at);
  }

  get names(): readonly string[] {
    return [...this.entries.keys()];
  }

  /**
   * Unpacks a part. Returns null if it is missing. Ignores the case of names, as Office does.
   * @throws StatementUnreadable if the part is too large, damaged or encrypted
   */
  read(name: string, mostBytes: number): Uint8Array | null {
    const entry = this.entries.get(name.toLowerCase());
    if (!entry) return null;
    if (entry.isEncrypted) throw new StatementUnreadable('the file is encrypted with a password', name);
    if (entry.size > mostBytes) {
      const limit = Math.floor(mostBytes / (1024 * 1024));
      throw new StatementUnreadable(`a part of the workbook is larger than ${limit} MiB when unpacked`, name);
    }
    const unpacked = this.unpacked(name, entry);
    if (unpacked.length !== entry.size || crc32(unpacked) !== entry.checksum) throw damaged(name);
    return unpacked;
  }

  private unpacked(name: string, { header, method, packedSize, size }: Entry): Uint8Array {
    if (header + 30 > this.bytes.length || this.view.getUint32(header, true) !== HEADER_SIGN) throw damaged(name);
    const from = header + 30 + this.view.getUint16(header + 26, true) + this.view.getUint16(header + 28, true);
    if (from + packedSize > this.bytes.length) throw damaged(name);
    const packed = this.bytes.subarray(from, from + packedSize);
    if (method === 0) return packed;
    if (method !== 8) throw new StatementUnreadable('a part of the workbook is packed in an unknown way', name);
    try {
      // One chunk of the exact size avoids copying.
      return inflateRawSync(packed, { maxOutputLength: Math.max(1, size), chunkSize: Math.max(64, size) });
    } catch {
      throw damaged(name);
    }
  }

  private findEnd(): number {
    const last = this.bytes.length - END_SIZE;
    for (let at = last; at >= Math.max(0, last - MAX_COMMENT_LENGTH); at -= 1) {
      if (this.view.getUint32(at, true) === END_SIGN) return at;
    }
    throw new StatementUnreadable('the Excel workbook is cut off or damaged: its directory is missing');
  }

  private readEntry(at: number): number {
    if (at + 46 > this.bytes.length || this.view.getUint32(at, true) !== ENTRY_SIGN) {
      throw new StatementUnreadable('the Excel workbook is damaged: its directory cannot be read');
    }
    const nameLength = this.view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(this.bytes.subarray(at + 46, at + 46 + nameLength)).toLowerCase();
    const entry: Entry = {
      isEncrypted: (this.view.getUint16(at + 8, true) & 1) === 1,
      method: this.view.getUint16(at + 10, true),
      checksum: this.view.getUint32(at + 16, true),
      packedSize: this.view.getUint32(at + 20, true),
      size: this.view.getUint32(at + 24, true),
      header: this.view.getUint32(at + 42, true),
    };
    if (!this.entries.has(name)) this.entries.set(name, entry);
    return at + 46 + nameLength + this.view.getUint16(at + 30, true) + this.view.getUint16(at + 32, true);
  }
}

function damaged(name: string): StatementUnreadable {
  return new StatementUnreadable('the Excel workbook is damaged', name);
}
