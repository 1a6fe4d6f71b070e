import { CfdiUnreadable } from '../cfdi.js';

const MAX_BYTES = 5 * 1024 * 1024;
/** Start and end tags each count. An invoice of 5 MiB with 8,000 lines has 100,000 tags. */
const MAX_TAGS = 120_000;
/** Total length of comments, processing instructions and CDATA, which the parser reads slowly. */
const MAX_MARKUP = 512 * 1024;
/** References such as `&amp;` and `&#10;`. */
const MAX_REFERENCES = 100_000;
const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE, AMPERSAND] = [0x09, 0x0a, 0x0d, 0x20, 0x26];

/**
 * Decodes a document and replaces line breaks and tabs with spaces, as XML does in attribute values. Rejects a DOCTYPE
 * and documents that would take long to parse.
 */
export function decodeXml(bytes: Buffer): string {
  if (bytes.length > MAX_BYTES) throw new CfdiUnreadable('the file is larger than 5 MiB');
  const text = decode(withSpaces(bytes));
  checkMarkup(text);
  return text;
}

function withSpaces(bytes: Buffer): Uint8Array {
  const copy = new Uint8Array(bytes);
  let references = 0;
  for (let index = 0; index < copy.length; index += 1) {
    const byte = copy[index];
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB) copy[index] = SPACE;
    else if (byte === AMPERSAND) references += 1;
  }
  if (references > MAX_REFERENCES) throw new CfdiUnreadable('the file has too many character references');
  return copy;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CfdiUnreadable('the file is not encoded in UTF-8');
  }
}

function checkMarkup(text: string): void {
  let tags = 0;
  let length = 0;
  for (let start = text.indexOf('<'); start >= 0;) {
    const end = endOfMarkup(text, start);
    tags += 1;
    length += end - start;
    if (tags > MAX_TAGS) throw new CfdiUnreadable('the file has too many elements');
    if (length > MAX_MARKUP) throw new CfdiUnreadable('the file has too many comments or instructions');
    start = text.indexOf('<', Math.max(end, start + 1));
  }
}

/** Returns the end of a comment, instruction or CDATA section, or `start` for an ordinary tag. */
function endOfMarkup(text: string, start: number): number {
  const next = text[start + 1];
  if (next === '?') return endAfter(text, '?>', start);
  if (next !== '!') return start;
  if (text.startsWith('<!--', start)) return endAfter(text, '-->', start + 4);
  if (text.startsWith('<![CDATA[', start)) return endAfter(text, ']]>', start);
  throw new CfdiUnreadable('the file has a DOCTYPE');
}

function endAfter(text: string, end: string, from: number): number {
  const index = text.indexOf(end, from);
  return index < 0 ? text.length : index + end.length;
}
