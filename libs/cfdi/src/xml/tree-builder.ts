import type { SaxesAttributeNSIncomplete, SaxesTagNS } from 'saxes';
import { CfdiUnreadable } from '../cfdi.js';
import type { XmlElement } from './xml-element.js';

const MAX_DEPTH = 100;
/** An invoice with 8,000 lines has 120,000 attributes. */
const MAX_ATTRIBUTES = 120_000;
const MAX_ATTRIBUTES_OF_ELEMENT = 100;
/** The longest field of the schemas with a limit, CadPago, has 8,192 characters. */
const MAX_VALUE_LENGTH = 128 * 1024;
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

export interface ParsingRules {
  /** Rejects a root element before its contents are parsed. */
  checkRoot(root: XmlElement): void;
  /** True if the contents of an element are dropped. */
  isOpaque(element: XmlElement): boolean;
}

/** Builds elements from parser events. */
export class TreeBuilder {
  private readonly children: XmlElement[] = [];
  private readonly openElements: XmlElement[] = [
    { namespace: '', name: '', attributes: [], children: this.children, hasText: false },
  ];
  private depth = 0;
  /** Depth of the outermost open element whose contents are dropped. */
  private opaqueDepth = Infinity;
  private attributeCount = 0;
  /** Names and values of attributes of the next element, and names of attributes with a prefix. */
  private attributes: string[] = [];
  private prefixed: string[] = [];

  constructor(private readonly rules: ParsingRules) {}

  attribute({ prefix, name, value }: SaxesAttributeNSIncomplete): void {
    this.attributeCount += 1;
    if (value.length > MAX_VALUE_LENGTH && this.depth < this.opaqueDepth) {
      throw new CfdiUnreadable(`an attribute has more than ${MAX_VALUE_LENGTH.toLocaleString('en')} characters`);
    }
    if (prefix !== '') this.prefixed.push(name);
    else if (name !== 'xmlns') this.attributes.push(name, value);
    const ofElement = this.attributes.length / 2 + this.prefixed.length;
    if (this.attributeCount <= MAX_ATTRIBUTES && ofElement <= MAX_ATTRIBUTES_OF_ELEMENT) return;
    throw new CfdiUnreadable('the file has too many attributes');
  }

  open(tag: SaxesTagNS): void {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new CfdiUnreadable(`the elements are nested deeper than ${MAX_DEPTH}`);
    const { attributes, prefixed } = this;
    this.attributes = [];
    if (prefixed.length > 0) this.prefixed = [];
    if (this.depth > this.opaqueDepth) return;
    for (const name of prefixed) {
      const { uri, value } = tag.attributes[name]!;
      if (uri !== XMLNS && uri !== XSI) attributes.push(name, value);
    }
    const element = { namespace: tag.uri, name: tag.local, attributes, children: [], hasText: false };
    this.openElements.at(-1)!.children.push(element);
    this.openElements.push(element);
    if (this.depth === 1) this.rules.checkRoot(element);
    if (this.rules.isOpaque(element)) this.opaqueDepth = this.depth;
  }

  close(): void {
    if (this.depth <= this.opaqueDepth) this.openElements.pop();
    if (this.depth === this.opaqueDepth) this.opaqueDepth = Infinity;
    this.depth -= 1;
  }

  text(text: string): void {
    if (this.depth < this.opaqueDepth && /[^ \t\r\n]/.test(text)) this.openElements.at(-1)!.hasText = true;
  }

  root(): XmlElement {
    return this.children[0]!;
  }
}
