import { parseEncoding, type StatementEncoding } from './parse-encoding.js';

const BEGINNING = 2_048;

export function declaredEncoding(bytes: Uint8Array): StatementEncoding | null {
  const head = Buffer.from(bytes.subarray(0, BEGINNING)).toString('latin1');
  for (const pattern of [
    /<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)/i,
    /charset\s*[:=]\s*["']?([\w.-]+)/i,
    /^encoding:\s*([\w.-]+)/im,
  ]) {
    const named = parseEncoding(pattern.exec(head)?.[1] ?? '');
    if (named !== null) return named;
  }
  return null;
}
