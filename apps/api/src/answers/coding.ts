import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request } from 'express';

/** Content coding of a response. Source: RFC 9110, section 8.4.1. */
export type Coding = 'br' | 'gzip';

/** Minimum size to compress. Compressing fewer bytes costs more than it saves. */
const MIN_BYTES = 1_024;

const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const PACKERS: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, QUICK_BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 4 }),
};

export function packed(bytes: Buffer, coding: Coding): Promise<Buffer> {
  return PACKERS[coding](bytes);
}

export function isWorthPacking(bytes: number): boolean {
  return bytes >= MIN_BYTES;
}

export function codingFor(request: Request): Coding | null {
  if (request.headers['accept-encoding'] === undefined) return null;
  const best = request.acceptsEncodings('br', 'gzip', 'identity');
  return best === 'br' || best === 'gzip' ? best : null;
}
