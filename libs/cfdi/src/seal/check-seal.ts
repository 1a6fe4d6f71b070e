import { verify } from 'node:crypto';
import type { CfdiVerification } from '../cfdi.js';
import type { CfdiDocument } from '../document.js';
import { attribute, elementsAt } from '../xml/xml-element.js';
import { parseCertificate } from './certificate.js';
import { originalString } from './original-string.js';

/**
 * Verifies the RSA-SHA256 seal of the issuer with the certificate in the CFDI. A valid seal proves that the content is
 * unchanged. It does not prove the identity of the issuer, because the certificate itself is not verified.
 */
export function checkSeal({ root, stamp }: CfdiDocument): CfdiVerification['seal'] {
  const seal = base64At(root, 'Sello');
  if (base64At(stamp, 'SelloCFD') !== seal) return 'invalid';
  const certificate = parseCertificate(base64At(root, 'Certificado'));
  if (!certificate) return 'unsupported';
  if (certificate.serial !== attribute(root, 'NoCertificado')) return 'invalid';
  if (certificate.rfc !== attribute(elementsAt(root, 'Emisor')[0]!, 'Rfc')) return 'invalid';
  const text = originalString(root);
  if (text === null) return 'unsupported';
  return verify('RSA-SHA256', Buffer.from(text, 'utf8'), certificate.key, Buffer.from(seal, 'base64'))
    ? 'valid'
    : 'invalid';
}

function base64At(element: Parameters<typeof attribute>[0], name: string): string {
  return attribute(element, name).replaceAll(' ', '');
}
