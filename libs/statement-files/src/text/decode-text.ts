import { isUtf8 as isWholeUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import type { StatementEncoding } from './parse-encoding.js';
import { scoreEncodings } from './score-encoding.js';
import { StatementUnreadable } from '../limits/unreadable.js';

/** A file's text, and the encoding it was read with. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: StatementEncoding;
  /** Whether no encoding fits well, or a character is lost. */
  readonly isEncodingUnsure: boolean;
}

/** So much of a file's beginning tells UTF-16 without a mark from bytes that are no text at all. */
const NUL_SAMPLE = 4_096;

/**
 * The text of a file in the encoding that the caller names, or else in the one that is found: by the byte order
 * mark, by the NUL bytes of UTF-16, by being strict UTF-8, and at last by which of windows-1252, MacRoman and
 * cp850 makes Spanish of it. The mark itself is no part of the text.
 *
 * Source: contract section 12, "Found without being told".
 * @param declared what the file says of itself; believed before guessing, but not against bytes that are UTF-8
 * @throws StatementUnreadable when the bytes are no text: NUL or other control characters among them
 */
export function decodeText(
  bytes: Uint8Array,
  told?: StatementEncoding,
  declared: StatementEncoding | null = null,
): DecodedText {
  const found = told === undefined ? encodingOf(bytes, declared) : sure(givenEncoding(bytes, told));
  refuseBinary(bytes, found.encoding);
  const text = decodeAs(bytes, found.encoding);
  return { text, encoding: found.encoding, isEncodingUnsure: found.isEncodingUnsure || text.includes('\ufffd') };
}

/** "UTF-16" says nothing of the byte order, so a mark in the file decides between the two. */
function givenEncoding(bytes: Uint8Array, told: StatementEncoding): StatementEncoding {
  const marked = markedEncoding(bytes);
  return told.startsWith('utf-16') && marked?.startsWith('utf-16') ? marked : told;
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
 * Spanish in UTF-16 has a NUL for the upper half of nearly every character, always on the same side.
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
 * Whether the bytes are UTF-8. A character cut off at the very end is forgiven, and so is a rare broken one among
 * many good ones: a damaged UTF-8 file is still no windows-1252.
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
    let found = 0;
    while (found < tail && (bytes[at + found + 1]! & 0xc0) === 0x80) found += 1;
    if (tail > 0 && found === tail) good += 1;
    else broken += 1;
    at += found;
  }
  return good > broken * 10;
}

function decodeAs(bytes: Uint8Array, encoding: StatementEncoding): string {
  if (encoding === 'cp850') return iconv.decode(bufferOf(bytes), encoding);
  if (encoding === 'windows-1252' && !hasSignsOfWindows(bytes)) return bufferOf(bytes).toString('latin1');
  // A UTF-16 file cut off in the middle of a character loses that character alone.
  const whole = encoding.startsWith('utf-16') ? bytes.subarray(0, bytes.length & ~1) : bytes;
  return new TextDecoder(encoding).decode(whole);
}

/** Whether there is any of the characters in which windows-1252 is not ISO-8859-1, whose text takes a byte a character. */
function hasSignsOfWindows(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte >= 0x80 && byte <= 0x9f);
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const SAMPLE_BYTES = 65_536;

/**
 * A few stray control characters are cleaned out of the cells later; NULs or many of them mean that it is no text. It is
 * told from the bytes, so that of a file that is no text nothing is made.
 */
function refuseBinary(bytes: Uint8Array, encoding: StatementEncoding): void {
  const nul = nulIn(bytes, encoding);
  if (nul >= 0) {
    throw new StatementUnreadable(
      'the file is binary, not text: it has NUL bytes',
      `line ${lineAt(bytes, nul, encoding)}`,
    );
  }
  const sample = decodeAs(bytes.subarray(0, SAMPLE_BYTES), encoding);
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const strange = sample.match(/[\u0001-\u0008\u000e-\u0019\u001b-\u001f\u007f]/g)?.length ?? 0;
  if (strange > 2 && strange > sample.length * 0.02) throw new StatementUnreadable('the file is binary, not text');
}

/** The line on which a byte stands, from 1. */
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

/** Where the first NUL stands; in UTF-16 both of its bytes are zero. */
function nulIn(bytes: Uint8Array, encoding: StatementEncoding): number {
  if (!encoding.startsWith('utf-16')) return bytes.indexOf(0);
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) {
    const from = at & ~1;
    if (bytes[from] === 0 && bytes[from + 1] === 0) return from;
  }
  return -1;
}
