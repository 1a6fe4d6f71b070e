import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request } from 'express';

/** How an answer may be packed for the way. Source: RFC 9110, section 8.4.1. */
export type Coding = 'br' | 'gzip';

/** What is shorter costs more to pack than it saves, in bytes. */
const MIN_BYTES = 1_024;

const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const PACKERS: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, QUICK_BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 4 }),
};

/** Packs bytes, in a thread of its own. */
export function packed(bytes: Buffer, coding: Coding): Promise<Buffer> {
  return PACKERS[coding](bytes);
}

/** Whether an answer of so many bytes depends on what its caller can unpack. */
export function isWorthPacking(bytes: number): boolean {
  return bytes >= MIN_BYTES;
}

/** The coding that the caller likes best, or null for none. */
export function codingFor(request: Request): Coding | null {
  if (request.headers['accept-encoding'] === undefined) return null;
  const best = request.acceptsEncodings('br', 'gzip', 'identity');
  return best === 'br' || best === 'gzip' ? best : null;
}
