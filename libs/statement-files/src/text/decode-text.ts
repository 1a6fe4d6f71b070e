import { isUtf8 as isWholeUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import type { StatementEncoding } from './parse-encoding.js';
import { scoreEncodings } from './score-encoding.js';
import { StatementUnreadable } from '../limits/unreadable.js';

export interface DecodedText {
  readonly text: string;
  readonly encoding: StatementEncoding;
  readonly isEncodingUnsure: boolean;
}

/** Number of bytes to search for signs of UTF-16 if there is no byte order mark. */
const NUL_SAMPLE = 4_096;

/**
 * Decodes text. Detects UTF-16 by its byte order mark or NUL bytes, then UTF-8, and then the single-byte encoding that
 * leads to the best Spanish.
 * @param declared encoding that the file declares; takes precedence over guessing but not over UTF-8
 * @throws StatementUnreadable if the bytes are not text
 */
export function decodeText(
  bytes: Uint8Array,
  callerEncoding?: StatementEncoding,
  declared: StatementEncoding | null = null,
): DecodedText {
  const detected =
    callerEncoding === undefined ? encodingOf(bytes, declared) : sure(givenEncoding(bytes, callerEncoding));
  refuseBinary(bytes, detected.encoding);
  const text = decodeAs(bytes, detected.encoding);
  return { text, encoding: detected.encoding, isEncodingUnsure: detected.isEncodingUnsure || text.includes('\ufffd') };
}

/** Returns the caller's encoding. `UTF-16` does not state the byte order, so the byte order mark decides. */
function givenEncoding(bytes: Uint8Array, named: StatementEncoding): StatementEncoding {
  const marked = markedEncoding(bytes);
  return named.startsWith('utf-16') && marked?.startsWith('utf-16') ? marked : named;
}

function sure(encoding: StatementEncoding): Omit<DecodedText, 'text'> {
  return { encoding, isEncodingUnsure: false };
}

function encodingOf(bytes: Uint8Array, declared: StatementEncoding | null): Omit<DecodedText, 'text'> {
  const certain = markedEncoding(bytes) ?? utf16ByNuls(bytes) ?? (isUtf8(bytes) ? 'utf-8' : null);
  if (certain !== null) return sure(certain);
  return declared === null || declared.startsWith('utf') ? scoreEncodings(bytes) : sure(declared);
}

function markedEncoding(bytes: Uint8Array): StatementEncoding | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

/**
 * Detects UTF-16 without a byte order mark. In Spanish UTF-16, nearly every character has a NUL byte in the same
 * position.
 */
function utf16ByNuls(bytes: Uint8Array): StatementEncoding | null {
  const length = Math.min(bytes.length, NUL_SAMPLE) & ~1;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const many = length * 0.35;
  const few = length * 0.02;
  if (odd > many && even <= few) return 'utf-16le';
  return even > many && odd <= few ? 'utf-16be' : null;
}

/**
 * True if the bytes are UTF-8. Allows a truncated last character, and a few invalid bytes among many valid characters.
 */
function isUtf8(bytes: Uint8Array): boolean {
  return isWholeUtf8(withoutCutCharacter(bytes)) || mostlyUtf8(bytes);
}

function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let tail = 1; tail <= Math.min(3, bytes.length); tail += 1) {
    const byte = bytes[bytes.length - tail]!;
    if (byte < 0x80) return bytes;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > tail ? bytes.subarray(0, bytes.length - tail) : bytes;
  }
  return bytes;
}

function mostlyUtf8(bytes: Uint8Array): boolean {
  let good = 0;
  let broken = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte < 0x80) continue;
    const tail =
      byte >= 0xc2 && byte <= 0xdf ? 1 : byte >= 0xe0 && byte <= 0xef ? 2 : byte >= 0xf0 && byte <= 0xf4 ? 3 : 0;
    let length = 0;
    while (length < tail && (bytes[at + length + 1]! & 0xc0) === 0x80) length += 1;
    if (tail > 0 && length === tail) good += 1;
    else broken += 1;
    at += length;
  }
  return good > broken * 10;
}

function decodeAs(bytes: Uint8Array, encoding: StatementEncoding): string {
  if (encoding === 'cp850') return iconv.decode(bufferOf(bytes), encoding);
  if (encoding === 'windows-1252' && !hasSignsOfWindows(bytes)) return bufferOf(bytes).toString('latin1');
  // A truncated UTF-16 file loses only its last character.
  const whole = encoding.startsWith('utf-16') ? bytes.subarray(0, bytes.length & ~1) : bytes;
  return new TextDecoder(encoding).decode(whole);
}

/**
 * True if windows-1252 and ISO-8859-1 decode the bytes differently. Otherwise, ISO-8859-1 is used, whose strings take
 * one byte per character.
 */
function hasSignsOfWindows(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte >= 0x80 && byte <= 0x9f);
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const SAMPLE_BYTES = 65_536;

function refuseBinary(bytes: Uint8Array, encoding: StatementEncoding): void {
  const nul = nulIn(bytes, encoding);
  if (nul >= 0) {
    throw new StatementUnreadable(
      'the file is binary, not text: it has NUL bytes',
      `line ${lineAt(bytes, nul, encoding)}`,
    );
  }
  const sample = decodeAs(bytes.subarray(0, SAMPLE_BYTES), encoding);
  // eslint-disable-next-line no-control-regex -- counts control characters
  const strange = sample.match(/[\u0001-\u0008\u000e-\u0019\u001b-\u001f\u007f]/g)?.length ?? 0;
  if (strange > 2 && strange > sample.length * 0.02) throw new StatementUnreadable('the file is binary, not text');
}

function lineAt(bytes: Uint8Array, end: number, encoding: StatementEncoding): number {
  const [step, low] = encoding.startsWith('utf-16') ? [2, encoding === 'utf-16le' ? 0 : 1] : [1, 0];
  const codeAt = (at: number) => (step === 1 || bytes[at + 1 - low] === 0 ? bytes[at + low] : -1);
  let line = 1;
  for (let at = 0; at < end; at += step) {
    const code = codeAt(at);
    if (code === 10 || (code === 13 && codeAt(at + step) !== 10)) line += 1;
  }
  return line;
}

/** Returns the offset of the first NUL, or -1 if there is none. In UTF-16, a NUL takes two bytes. */
function nulIn(bytes: Uint8Array, encoding: StatementEncoding): number {
  if (!encoding.startsWith('utf-16')) return bytes.indexOf(0);
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) {
    const from = at & ~1;
    if (bytes[from] === 0 && bytes[from + 1] === 0) return from;
  }
  return -1;
}
