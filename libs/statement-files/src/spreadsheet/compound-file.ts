import { StatementUnreadable } from '../limits/unreadable.js';

const LAST_SECTOR = 0xfffffffa;
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const STREAM = 2;
const ROOT = 5;

interface DirectoryEntry {
  readonly name: string;
  readonly type: number;
  readonly start: number;
  readonly size: number;
}

/**
 * Reads the container of old Office documents (MS-CFB). The sizes in the directory may be wrong, so a stream is never
 * larger than the file.
 */
export class CompoundFile {
  private readonly view: DataView;
  private readonly sectorSize: number;
  private readonly sectors: Uint32Array;
  private readonly entries: readonly DirectoryEntry[];

  /** @throws StatementUnreadable if the file is truncated or the sector table is corrupt */
  constructor(private readonly bytes: Uint8Array) {
    if (bytes.length < HEADER_BYTES) throw damaged();
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.sectorSize = this.view.getUint16(30, true) === 12 ? 4_096 : 512;
    this.sectors = this.readSectorTable();
    this.entries = [...this.readDirectory()];
  }

  has(name: string): boolean {
    return this.entries.some((entry) => entry.name === name);
  }

  stream(name: string): Uint8Array | null {
    const entry = this.entries.find((candidate) => candidate.name === name && candidate.type === STREAM);
    if (!entry) return null;
    const content = entry.size < this.view.getUint32(56, true) ? this.smallStream(entry) : this.chained(entry.start);
    return content.subarray(0, entry.size);
  }

  /** Returns a small stream. Small streams are stored in smaller sectors within the stream of the root entry. */
  private smallStream({ start, size }: DirectoryEntry): Uint8Array {
    const root = this.entries.find(({ type }) => type === ROOT);
    if (!root) throw damaged();
    const shared = this.chained(root.start);
    const table = this.chained(this.view.getUint32(60, true));
    const next = new DataView(table.buffer, table.byteOffset, table.byteLength);
    const content = new Uint8Array(Math.ceil(Math.min(size, shared.length) / 64) * 64);
    let sector = start;
    for (let at = 0; at < content.length; at += 64) {
      if (sector * 64 + 64 > shared.length || sector * 4 + 4 > table.length) throw damaged();
      content.set(shared.subarray(sector * 64, sector * 64 + 64), at);
      sector = next.getUint32(sector * 4, true);
    }
    return content;
  }

  /** Joins the sectors of a chain. Rejects a chain with more sectors than the file, because it is circular. */
  private chained(start: number): Uint8Array {
    const chain: number[] = [];
    for (let sector = start; sector < LAST_SECTOR; sector = this.sectors[sector] ?? LAST_SECTOR) {
      if (chain.length > this.sectors.length) throw damaged();
      chain.push(sector);
    }
    const content = new Uint8Array(chain.length * this.sectorSize);
    for (const [index, sector] of chain.entries()) content.set(this.sector(sector), index * this.sectorSize);
    return content;
  }

  private sector(number: number): Uint8Array {
    const from = (number + 1) * this.sectorSize;
    if (from >= this.bytes.length) throw damaged();
    return this.bytes.subarray(from, Math.min(from + this.sectorSize, this.bytes.length));
  }

  /** Reads the sector table. The header and a chain of further lists contain the numbers of its sectors. */
  private readSectorTable(): Uint32Array {
    const most = Math.ceil(this.bytes.length / this.sectorSize);
    const listed: number[] = [];
    for (let at = 76; at < HEADER_BYTES; at += 4) listed.push(this.view.getUint32(at, true));
    let list = this.view.getUint32(68, true);
    for (let lists = 0; list < LAST_SECTOR && lists < most; lists += 1) {
      const numbers = this.numbersIn(list);
      listed.push(...numbers.slice(0, -1));
      list = numbers.at(-1) ?? LAST_SECTOR;
    }
    const used = listed.filter((sector) => sector < LAST_SECTOR).slice(0, most);
    const table = new Uint32Array((used.length * this.sectorSize) / 4).fill(LAST_SECTOR);
    for (const [index, sector] of used.entries()) table.set(this.numbersIn(sector), (index * this.sectorSize) / 4);
    return table.subarray(0, most);
  }

  private numbersIn(sector: number): number[] {
    const bytes = this.sector(sector);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => view.getUint32(index * 4, true));
  }

  private *readDirectory(): Generator<DirectoryEntry> {
    const directory = this.chained(this.view.getUint32(48, true));
    const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
    for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
      const nameBytes = Math.min(64, view.getUint16(at + 64, true));
      const name = new TextDecoder('utf-16le').decode(directory.subarray(at, at + Math.max(0, nameBytes - 2)));
      const [type, start, size] = [directory[at + 66]!, view.getUint32(at + 116, true), view.getUint32(at + 120, true)];
      if (type === STREAM || type === ROOT) yield { name, type, start, size };
    }
  }
}

function damaged(): StatementUnreadable {
  return new StatementUnreadable('the Excel workbook is cut off or damaged: its sector table is corrupt');
}
