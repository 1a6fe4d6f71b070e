import type { StatementFormat } from './records/source-table.js';
import { StatementUnreadable } from './limits/unreadable.js';

const STRANGERS: readonly (readonly [beginning: string, what: string])[] = [
  ['\x89PNG', 'an image (PNG)'],
  ['\xff\xd8\xff', 'an image (JPEG)'],
  ['GIF8', 'an image (GIF)'],
  ['RIFF', 'an image or a sound (RIFF)'],
  ['II*\0', 'an image (TIFF)'],
  ['MM\0*', 'an image (TIFF)'],
  ['\x1f\x8b', 'a compressed file (gzip)'],
  ['BZh', 'a compressed file (bzip2)'],
  ['7z\xbc\xaf\x27\x1c', 'an archive (7z)'],
  ['Rar!\x1a', 'an archive (RAR)'],
  ['\xfd7zXZ', 'a compressed file (xz)'],
  ['SQLite format 3', 'a database (SQLite)'],
  ['\x7fELF', 'a program'],
  ['MZ\x90', 'a program'],
  ['{\\rtf', 'an RTF document'],
];

const BEGINNING = 2_048;

/**
 * Detects the format from the content rather than from the file name or MIME type. Defaults to delimited text.
 * @throws StatementUnreadable if the file is not a statement, such as an image
 */
export function formatOf(bytes: Uint8Array): StatementFormat {
  const beginning = Buffer.from(bytes.subarray(0, BEGINNING)).toString('latin1');
  const stranger = STRANGERS.find(([sign]) => beginning.startsWith(sign));
  if (stranger) throw new StatementUnreadable(`the file is ${stranger[1]}, not a statement`);
  if (beginning.startsWith('PK\x03\x04')) return zipContent(bytes);
  if (isCompoundFile(bytes)) return 'xls';
  if (/^[\s\0\ufeff\u00ef\u00bb\u00bf]{0,100}%PDF-/.test(beginning.slice(0, 200))) return 'pdf';
  return markupFormat(beginning.replace(/^\xef\xbb\xbf|^\xff\xfe|^\xfe\xff/, '').replaceAll('\0', ''));
}

export function recognisedFormat(bytes: Uint8Array): StatementFormat | null {
  try {
    return formatOf(bytes);
  } catch (error) {
    if (error instanceof StatementUnreadable) return null;
    throw error;
  }
}

/** True for a compound file (CFB), the container of Office 97 to 2003 documents. */
export function isCompoundFile(bytes: Uint8Array): boolean {
  return COMPOUND_FILE.every((byte, at) => bytes[at] === byte);
}

const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/**
 * Returns the format of an archive. A workbook has a folder `xl/`. Searches the raw bytes for its name, because
 * archives do not compress names.
 * @throws StatementUnreadable if the archive is not a workbook
 */
function zipContent(bytes: Uint8Array): StatementFormat {
  const names = Buffer.from(bytes.subarray(0, 65_536)).toString('latin1');
  if (names.includes('xl/') || names.includes('[Content_Types].xml')) return 'xlsx';
  throw new StatementUnreadable('the file is an archive (zip), not a statement');
}

function markupFormat(beginning: string): StatementFormat {
  const text = beginning.trimStart();
  if (/^(?:\[\s*[[{"\]]|\{\s*["}])/.test(text)) {
    throw new StatementUnreadable('the file is a JSON document, not a statement');
  }
  if (isOfx(text)) return 'ofx';
  if (/^!(Type\s*:|Account\b|Option\s*:|Clear\s*:)/i.test(text) || isHeadlessQif(text)) return 'qif';
  if (/^(<!--[^>]*>\s*)*<(!doctype\s+html|html|head|body|table|meta|style|div|p|h[1-6]|center|font)\b/i.test(text))
    return 'html';
  if (/^<\?(xml|mso-application)\b/i.test(text)) return xmlFormat(text);
  return /^<(\w+:)?Document\b/.test(text) ? 'camt053' : 'csv';
}

/** First element of an OFX file. Some programs omit the outer elements. */
const OFX_ELEMENT = /^<(OFX|(BANK|CREDITCARD|INVSTMT)MSGSRSV1|(CC|INV)?STMT(TRN)?RS|BANKTRANLIST|STMTTRN)\s*>/i;

/** True for OFX, with or without a header. The keys of the header may be in any order. */
function isOfx(text: string): boolean {
  const head = text.replace(/^(?:<!--|-->|<\?(?:xml|OFX)[^>]*>|\s)+/i, '');
  if (/^(OFXHEADER|DATA\s*:\s*OFXSGML)\b/i.test(head) || OFX_ELEMENT.test(head)) return true;
  return /^(?:[A-Z]+\s*:\s*[\w.-]*\s+){2,}/.test(head) && /\bOFXHEADER\s*:|\bOFXSGML\b/i.test(head);
}

/** True for QIF without a `!Type` header: a date line, an amount line and a final `^`. */
function isHeadlessQif(text: string): boolean {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  const end = lines.indexOf('^');
  if (end < 1) return false;
  const marks = lines.slice(0, end).filter((line) => line !== '');
  const has = (pattern: RegExp) => marks.some((line) => pattern.test(line));
  return has(/^D\s*\d/) && has(/^[TU]\s*[-+$\d.,]/) && marks.every((line) => /^[DTUCNPMLASE$%]/.test(line));
}

function xmlFormat(text: string): StatementFormat {
  if (/urn:schemas-microsoft-com:office:spreadsheet|progid\s*=\s*["']Excel\.Sheet/i.test(text)) return 'xls';
  if (/<(OFX|BANKTRANLIST|STMTTRN)>/i.test(text)) return 'ofx';
  return /<html\b/i.test(text) ? 'html' : 'camt053';
}
