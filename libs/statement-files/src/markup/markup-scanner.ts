import { decodedEntities } from './markup-entities.js';
import { LIMITS } from '../limits/limits.js';
import { StatementUnreadable } from '../limits/unreadable.js';

export type MarkupToken = 'open' | 'close' | 'text';

const LESS = '<'.charCodeAt(0);
const SLASH = '/'.charCodeAt(0);
const EXCLAMATION = '!'.charCodeAt(0);
const QUESTION = '?'.charCodeAt(0);
const LINE_FEED = '\n'.charCodeAt(0);
const CARRIAGE_RETURN = '\r'.charCodeAt(0);

/**
 * Tokenizes XML, HTML and the SGML of OFX 1 in linear time. Does not match opening and closing tags. Knows only
 * built-in entities and loads nothing from outside.
 */
export class MarkupScanner {
  /** Tag name without the namespace prefix: lower case in HTML, upper case in OFX, unchanged in XML. */
  name = '';
  isEmpty = false;
  from = 0;

  private at = 0;
  private tag = '';
  private content = '';
  private isRaw = false;
  private lineFrom = 0;
  private lineNumber = 1;
  private readonly lineEnd: number;
  private end = -1;
  private readonly quotes: [double: number, single: number] = [-1, -1];

  constructor(
    private readonly source: string,
    private readonly kind: 'xml' | 'html' | 'ofx',
  ) {
    this.lineEnd = source.includes('\n') ? LINE_FEED : CARRIAGE_RETURN;
  }

  /** @throws StatementUnreadable at an XML document type declaration, which could define entities */
  next(): MarkupToken | null {
    while (this.at < this.source.length) {
      this.from = this.at;
      if (this.source.charCodeAt(this.at) !== LESS) return this.takeText();
      const token = this.takeMarkup();
      if (token !== null) return token;
    }
    return null;
  }

  /** @throws StatementUnreadable if the text exceeds the maximum line length */
  get text(): string {
    this.refuseBeyond(this.content, 'a text');
    return this.isRaw ? this.content : decodedEntities(this.content);
  }

  get markup(): string {
    return this.source.slice(this.from, this.at);
  }

  /** Returns the value of an attribute, or null if the tag does not have it. Ignores the namespace prefix. */
  attribute(name: string): string | null {
    const pattern = attributePattern(name);
    const match = pattern.exec(this.tag);
    return match ? decodedEntities(match[1] ?? match[2] ?? match[3] ?? '') : null;
  }

  /** Line of the token, counted from 1. Reading the lines of all tokens in order takes linear time. */
  get line(): number {
    for (; this.lineFrom < this.from; this.lineFrom += 1) {
      if (this.source.charCodeAt(this.lineFrom) === this.lineEnd) this.lineNumber += 1;
    }
    return this.lineNumber;
  }

  skipContent(name: string): void {
    // eslint-disable-next-line no-restricted-syntax -- the name comes from the code, not from the file
    const closing = new RegExp(`</${name}`, 'gi');
    closing.lastIndex = this.at;
    this.at = closing.exec(this.source)?.index ?? this.source.length;
  }

  private takeText(): MarkupToken {
    const end = this.source.indexOf('<', this.at + 1);
    this.at = end < 0 ? this.source.length : end;
    this.content = this.source.slice(this.from, this.at);
    this.isRaw = false;
    return 'text';
  }

  private takeMarkup(): MarkupToken | null {
    const after = this.source.charCodeAt(this.at + 1);
    if (after === EXCLAMATION) return this.takeDeclaration();
    if (after === QUESTION) return this.passOver('>');
    const closing = after === SLASH;
    if (!closing && !beginsName(after)) return this.takeText();
    const end = this.endOfTag();
    this.tag = this.source.slice(this.at + (closing ? 2 : 1), end);
    // A `<` may be text. In OFX, a tag cannot contain another `<`.
    if (this.kind === 'ofx' && this.tag.includes('<')) return this.takeText();
    this.refuseBeyond(this.tag, 'a tag');
    this.at = end + 1;
    this.isEmpty = this.tag.endsWith('/');
    this.name = this.nameOf(this.tag);
    return closing ? 'close' : 'open';
  }

  private takeDeclaration(): MarkupToken | null {
    if (this.source.startsWith('<!--', this.at)) return this.passOver('-->');
    if (this.source.startsWith('<![CDATA[', this.at)) {
      const end = this.source.indexOf(']]>', this.at);
      this.content = this.source.slice(this.at + 9, end < 0 ? this.source.length : end);
      this.isRaw = true;
      this.at = end < 0 ? this.source.length : end + 3;
      return 'text';
    }
    if (this.kind !== 'html' && /^<!(?:doctype|entity)/i.test(this.source.slice(this.at, this.at + 9))) {
      throw new StatementUnreadable('the file declares a document type, which is not supported', `line ${this.line}`);
    }
    return this.passOver('>');
  }

  private refuseBeyond(part: string, what: string): void {
    if (part.length <= LIMITS.lineLength) return;
    throw new StatementUnreadable(`${what} is longer than 1 MB`, `line ${this.line}`);
  }

  private passOver(end: string): null {
    const index = this.source.indexOf(end, this.at);
    this.at = index < 0 ? this.source.length : index + end.length;
    return null;
  }

  /** Returns the offset of the `>` that ends the tag. Skips `>` in quoted attributes, which OFX SGML does not have. */
  private endOfTag(): number {
    let at = this.at + 1;
    let end = this.nextEnd(at);
    while (end >= 0 && this.kind !== 'ofx') {
      const quote = this.nextQuote(at);
      if (quote > end) break;
      const closed = this.source.indexOf(this.source[quote]!, quote + 1);
      // A quote that is not closed is text, and so are all later quotes of its kind.
      if (closed < 0) this.quotes[this.source[quote] === '"' ? 0 : 1] = Infinity;
      else at = closed + 1;
      if (at > end) end = this.source.indexOf('>', at);
    }
    return end < 0 ? this.source.length : end;
  }

  private nextEnd(from: number): number {
    if (this.end >= from) return this.end === Infinity ? -1 : this.end;
    const index = this.source.indexOf('>', from);
    this.end = index < 0 ? Infinity : index;
    return index;
  }

  private nextQuote(from: number): number {
    for (const kind of [0, 1] as const) {
      if (this.quotes[kind] >= from) continue;
      const index = this.source.indexOf(kind === 0 ? '"' : "'", from);
      this.quotes[kind] = index < 0 ? Infinity : index;
    }
    return Math.min(this.quotes[0], this.quotes[1]);
  }

  private nameOf(tag: string): string {
    let from = 0;
    let end = 0;
    for (; end < tag.length && !endsName(tag.charCodeAt(end)); end += 1) if (tag[end] === ':') from = end + 1;
    const local = tag.slice(from, end);
    if (this.kind === 'xml') return local;
    return this.kind === 'html' ? local.toLowerCase() : local.toUpperCase();
  }
}

function endsName(code: number): boolean {
  return code <= 32 || code === SLASH;
}

function beginsName(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code > 127;
}

const patterns = new Map<string, RegExp>();

function attributePattern(name: string): RegExp {
  const known = patterns.get(name);
  if (known) return known;
  // eslint-disable-next-line no-restricted-syntax -- the name comes from the code, not from the file
  const pattern = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i');
  patterns.set(name, pattern);
  return pattern;
}
