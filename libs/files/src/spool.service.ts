import type { FileHandle } from 'node:fs/promises';
import { open, unlink } from 'node:fs/promises';
import { createHash, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const READ_BYTES = 256 * 1024;

/**
 * A file on disk that is being uploaded. It has no name, so that nothing stays after a crash. The transaction that
 * stores it begins after its last byte, so that a slow client holds neither a connection nor locks (decision 0104).
 */
export class Spool {
  size = 0;
  private readonly hash = createHash('sha256');

  private constructor(private readonly file: FileHandle) {}

  static async open(): Promise<Spool> {
    const path = join(tmpdir(), `centavo-upload-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new Spool(file);
  }

  async write(piece: Buffer): Promise<void> {
    this.hash.update(piece);
    await this.file.write(piece, 0, piece.length, this.size);
    this.size += piece.length;
  }

  /** Returns the hash of the complete file as lower-case hex. Call it once. */
  sha256(): string {
    return this.hash.digest('hex');
  }

  async head(bytes: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  }

  async *pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.size;) {
      const { buffer, bytesRead } = await this.file.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, at);
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
