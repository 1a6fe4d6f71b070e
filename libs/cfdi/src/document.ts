import { CfdiUnreadable } from './cfdi.js';
import { CFDI, STAMP } from './namespaces.js';
import { checkStructure } from './structure/check-structure.js';
import { elementsAt, optionalAttribute } from './xml/xml-element.js';
import { parseXml } from './xml/parse-xml.js';
import type { XmlElement } from './xml/xml-element.js';

/** A CFDI 4.0 with its stamp and its complements. */
export interface CfdiDocument {
  root: XmlElement;
  stamp: XmlElement;
  complements: XmlElement[];
}

/** A credit note for the purchases of a month has a few hundred relations. */
const MAX_RELATIONS = 5_000;
const RETENTIONS = /^http:\/\/www\.sat\.gob\.mx\/esquemas\/retencionpago\/[12]$/;
const EARLIER_VERSION = /^http:\/\/www\.sat\.gob\.mx\/cfd\/[23]$/;

/** Parses a CFDI 4.0. Skips addenda, which the seal does not cover. */
export function parseDocument(bytes: Buffer): CfdiDocument {
  const root = parseXml(bytes, {
    checkRoot: refuseOtherDocuments,
    isOpaque: ({ namespace, name }) => namespace === CFDI && name === 'Addenda',
  });
  if (elementsAt(root, 'CfdiRelacionados', 'CfdiRelacionado').length > MAX_RELATIONS) {
    throw new CfdiUnreadable(`the CFDI has more than ${MAX_RELATIONS.toLocaleString('en')} relations`);
  }
  const complements = elementsAt(root, 'Complemento').flatMap(({ children }) => children);
  const stamps = complements.filter(({ namespace, name }) => namespace === STAMP && name === 'TimbreFiscalDigital');
  const [stamp] = stamps;
  if (!stamp) throw new CfdiUnreadable('the CFDI has no TimbreFiscalDigital');
  if (stamps.length > 1) throw new CfdiUnreadable('the CFDI has more than one TimbreFiscalDigital');
  checkStructure(root);
  return { root, stamp, complements };
}

function refuseOtherDocuments(root: XmlElement): void {
  const { namespace, name } = root;
  if (RETENTIONS.test(namespace)) throw new CfdiUnreadable('the file is a receipt of withheld taxes (retenciones)');
  if (EARLIER_VERSION.test(namespace))
    throw new CfdiUnreadable('the file is a CFDI 3.3 or older; only 4.0 is supported');
  if (namespace !== CFDI || name !== 'Comprobante') throw new CfdiUnreadable('the file is not a CFDI 4.0');
  if (optionalAttribute(root, 'Version') !== '4.0') throw new CfdiUnreadable('the file is not a CFDI of version 4.0');
}

/** Returns the complements with a namespace and element name. */
export function complementsOf({ complements }: CfdiDocument, namespace: string, name: string): XmlElement[] {
  return complements.filter((complement) => complement.namespace === namespace && complement.name === name);
}
