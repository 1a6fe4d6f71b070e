import { SaxesParser } from 'saxes';
import type { SaxesTagNS } from 'saxes';
import { CfdiUnreadable } from '../cfdi.js';
import type { XmlElement } from './xml-element.js';

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_DEPTH = 100;
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** Parses a document without entities into elements. `isOpaque` names elements whose contents are dropped. */
export function parseXml(bytes: Buffer, isOpaque: (element: XmlElement) => boolean): XmlElement {
  if (bytes.length > MAX_BYTES) throw new CfdiUnreadable('the file is larger than 5 MiB');
  const tree = new TreeBuilder(isOpaque);
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !/^utf-?8$/i.test(encoding)) throw new CfdiUnreadable('the file is not encoded in UTF-8');
  });
  parser.on('doctype', () => {
    throw new CfdiUnreadable('the file has a DOCTYPE');
  });
  parser.on('opentag', (tag) => tree.open(tag));
  parser.on('closetag', () => tree.close());
  parser.on('text', (text) => tree.text(text));
  parser.on('cdata', (text) => tree.text(text));
  try {
    parser.write(decode(bytes)).close();
  } catch (error) {
    throw error instanceof CfdiUnreadable ? error : new CfdiUnreadable('the file is not well-formed XML');
  }
  return tree.root();
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CfdiUnreadable('the file is not encoded in UTF-8');
  }
}

class TreeBuilder {
  private readonly children: XmlElement[] = [];
  private readonly openElements: XmlElement[] = [
    { namespace: '', name: '', attributes: new Map(), children: this.children, hasText: false },
  ];
  /** Depth of the outermost open element whose contents are dropped. */
  private opaqueDepth = Infinity;
  private depth = 0;

  constructor(private readonly isOpaque: (element: XmlElement) => boolean) {}

  open(tag: SaxesTagNS): void {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new CfdiUnreadable(`the elements are nested deeper than ${MAX_DEPTH}`);
    if (this.depth > this.opaqueDepth) return;
    const { uri: namespace, local: name } = tag;
    const element = { namespace, name, attributes: attributesOf(tag), children: [], hasText: false };
    this.openElements.at(-1)!.children.push(element);
    this.openElements.push(element);
    if (this.isOpaque(element)) this.opaqueDepth = this.depth;
  }

  close(): void {
    if (this.depth <= this.opaqueDepth) this.openElements.pop();
    if (this.depth === this.opaqueDepth) this.opaqueDepth = Infinity;
    this.depth -= 1;
  }

  text(text: string): void {
    if (/[^ \t\r\n]/.test(text)) this.openElements.at(-1)!.hasText = true;
  }

  root(): XmlElement {
    return this.children[0]!;
  }
}

function attributesOf(tag: SaxesTagNS): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const { uri, name, value } of Object.values(tag.attributes)) {
    if (uri !== XMLNS && uri !== XSI) attributes.set(name, value);
  }
  return attributes;
}
