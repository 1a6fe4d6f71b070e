import type { FileHandle } from 'node:fs/promises';
import { open, unlink } from 'node:fs/promises';
import { createHash, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Size of every chunk of a file except the last. */
export const CHUNK_BYTES = 256 * 1024;
/** Maximum number of chunks in memory, per upload and in total. */
const [MAX_OF_UPLOAD, MAX_OF_ALL] = [4, 64];

/** Buffers for reuse. Allocating new buffers for every upload would keep the garbage collector busy. */
const spare: Buffer[] = [];
let inUse = 0;

/**
 * An upload in progress. Keeps the first chunks in memory and the rest in an unlinked file, so that a crash leaves
 * nothing behind. The transaction that stores the upload begins after its last byte, so that a slow client holds
 * neither a connection nor locks (decision 0104).
 */
export class Spool {
  size = 0;
  private readonly hash = createHash('sha256');
  private chunks: Buffer[] = [];
  /** Number of bytes in the chunks; a multiple of their size once the file exists. */
  private inMemory = 0;
  private file: FileHandle | null = null;

  async write(piece: Buffer): Promise<void> {
    this.hash.update(piece);
    let rest = piece;
    while (rest.length > 0 && this.file === null) {
      const chunk = this.chunkWithRoom();
      if (chunk === null) this.file = await unnamedFile();
      else rest = rest.subarray(this.fill(chunk, rest));
    }
    if (rest.length > 0) await this.file!.write(rest, 0, rest.length, this.size);
    this.size += rest.length;
  }

  /** Returns the hash of the complete file as lower-case hex. Call it once. */
  sha256(): string {
    return this.hash.digest('hex');
  }

  async head(bytes: number): Promise<Buffer> {
    for await (const piece of this.pieces()) return piece.subarray(0, bytes);
    return Buffer.alloc(0);
  }

  async *pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.inMemory; at += CHUNK_BYTES) {
      yield this.chunks[at / CHUNK_BYTES]!.subarray(0, this.inMemory - at);
    }
    for (let at = this.inMemory; at < this.size;) {
      const { buffer, bytesRead } = await this.file!.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, at);
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  /** @param reuse true if the buffers are no longer in use; a failed transaction may still send them */
  async close(reuse: boolean): Promise<void> {
    inUse -= this.chunks.length;
    if (reuse) spare.push(...this.chunks);
    this.chunks = [];
    await this.file?.close();
  }

  private chunkWithRoom(): Buffer | null {
    if (this.inMemory < this.chunks.length * CHUNK_BYTES) return this.chunks.at(-1)!;
    if (this.chunks.length === MAX_OF_UPLOAD || inUse === MAX_OF_ALL) return null;
    inUse += 1;
    this.chunks.push(spare.pop() ?? Buffer.allocUnsafe(CHUNK_BYTES));
    return this.chunks.at(-1)!;
  }

  private fill(chunk: Buffer, piece: Buffer): number {
    const copied = piece.copy(chunk, this.inMemory % CHUNK_BYTES);
    this.inMemory += copied;
    this.size += copied;
    return copied;
  }
}

async function unnamedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `centavo-upload-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
