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
  private readonly document: XmlElement = { namespace: '', name: '', attributes: new Map(), children: [] };
  private readonly openElements: XmlElement[] = [this.document];
  /** Depth of the outermost open element whose contents are dropped. */
  private opaqueDepth = Infinity;
  private depth = 0;

  constructor(private readonly isOpaque: (element: XmlElement) => boolean) {}

  open(tag: SaxesTagNS): void {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new CfdiUnreadable(`the elements are nested deeper than ${MAX_DEPTH}`);
    if (this.depth > this.opaqueDepth) return;
    const element = { namespace: tag.uri, name: tag.local, attributes: attributesOf(tag), children: [] };
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
    if (this.depth === 0 || this.depth >= this.opaqueDepth || !/[^ \t\r\n]/.test(text)) return;
    throw new CfdiUnreadable(`${this.openElements.at(-1)!.name} contains text`);
  }

  root(): XmlElement {
    return this.document.children[0]!;
  }
}

function attributesOf(tag: SaxesTagNS): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const { uri, local, prefix, name, value } of Object.values(tag.attributes)) {
    if (uri === XMLNS || uri === XSI) continue;
    if (prefix !== '') throw new CfdiUnreadable(`${tag.local} has an unknown attribute ${name}`);
    attributes.set(local, value);
  }
  return attributes;
}
