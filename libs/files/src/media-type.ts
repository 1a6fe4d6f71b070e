export const UPLOADED_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'application/pdf',
  'application/xml',
] as const;

/** Types of stored files. Imports also store statements, in any format that they can read. */
export const STORED_TYPES = [
  ...UPLOADED_TYPES,
  'text/csv',
  'text/html',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
  'application/x-ofx',
  'application/x-qif',
] as const;

export type StoredType = (typeof STORED_TYPES)[number];

/** Number of leading bytes that determine the type of a file. */
export const HEAD_BYTES = 64 * 1024;

type UploadedType = (typeof UPLOADED_TYPES)[number];

/**
 * Signatures of the accepted formats, at the first byte. The first two bytes of a HEIC file are the upper half of the
 * size of its first box, which is small; without this check, a file that begins with `<htm` could pass as an image.
 */
const SIGNATURES: readonly (readonly [UploadedType, RegExp])[] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  // eslint-disable-next-line no-control-regex -- the signature contains a control character
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/heic', /^\0\0[^]{2}ftyp(?:heic|heix|mif1)/],
  ['application/pdf', /^%PDF-/],
];

/** Root elements of documents in which browsers run scripts. */
const DISPLAYED_ROOTS = ['svg', 'html'];

/**
 * Detects the type of a file from its content. Returns null for an unsupported type. Ignores the name and type that the
 * client sends.
 * @param head first `HEAD_BYTES` of the file
 */
export function mediaTypeOf(head: Buffer): UploadedType | null {
  const beginning = head.toString('latin1', 0, 16);
  const found = SIGNATURES.find(([, signature]) => signature.test(beginning));
  if (found) return found[0];
  const root = xmlRoot(xmlText(head));
  return root === null || DISPLAYED_ROOTS.includes(root.toLowerCase()) ? null : 'application/xml';
}

/** Decodes by the byte order mark, as XML parsers do. */
function xmlText(head: Buffer): string {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(head);
  return new TextDecoder().decode(head);
}

const DECLARATION = /^<\?xml\s[^>]*\?>/;
const ROOT = /<(?:[^\s<>/:!?]+:)?([^\s<>/:!?]+)[\s/>]/y;
/** Tokens of a DOCTYPE. An unclosed part extends to the end, so that the search takes linear time. */
const DOCTYPE_PARTS = /"[^"]*(?:"|$)|'[^']*(?:'|$)|<!--[^]*?(?:-->|$)|<\?[^]*?(?:\?>|$)|[[\]<>]/g;

/** Returns the local name of the root element; null without an XML declaration or without a root. */
function xmlRoot(text: string): string | null {
  let at = DECLARATION.exec(text)?.[0].length ?? -1;
  while (at >= 0) {
    at += text.slice(at).search(/\S|$/);
    const begins = (markup: string) => text.startsWith(markup, at);
    if (begins('<!--')) at = endOf('-->', text, at + 4);
    else if (begins('<?')) at = endOf('?>', text, at + 2);
    else if (begins('<!DOCTYPE')) at = endOfDoctype(text, at);
    else break;
  }
  ROOT.lastIndex = at;
  return at < 0 ? null : (ROOT.exec(text)?.[1] ?? null);
}

function endOf(end: string, text: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? -1 : at + end.length;
}

function endOfDoctype(text: string, from: number): number {
  let depth = 0;
  for (const { 0: part, index } of text.slice(from).matchAll(DOCTYPE_PARTS)) {
    if (part === '<' || part === '[') depth += 1;
    else if (part === '>' || part === ']') depth -= 1;
    if (depth === 0) return from + index + 1;
  }
  return -1;
}
