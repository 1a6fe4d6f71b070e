import { SaxesParser } from 'saxes';
import { CfdiUnreadable } from '../cfdi.js';
import { decodeXml } from './decode-xml.js';
import { TreeBuilder } from './tree-builder.js';
import type { ParsingRules } from './tree-builder.js';
import type { XmlElement } from './xml-element.js';

/**
 * Parses an XML document without a DOCTYPE.
 * @throws CfdiUnreadable if the document is not well-formed, too large or too deeply nested, or the root is rejected
 */
export function parseXml(bytes: Buffer, rules: ParsingRules): XmlElement {
  const text = decodeXml(bytes);
  const tree = new TreeBuilder(rules);
  const parser = new SaxesParser({ xmlns: true, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !/^utf-?8$/i.test(encoding)) throw new CfdiUnreadable('the file is not encoded in UTF-8');
  });
  parser.on('attribute', (attribute) => tree.attribute(attribute));
  parser.on('opentag', (tag) => tree.open(tag));
  parser.on('closetag', () => tree.close());
  parser.on('text', (content) => tree.text(content));
  parser.on('cdata', (content) => tree.text(content));
  try {
    parser.write(text).close();
  } catch (error) {
    throw error instanceof CfdiUnreadable ? error : new CfdiUnreadable('the file is not well-formed XML');
  }
  return tree.root();
}
