import { X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

export interface Certificate {
  /** 20 digits. */
  serial: string;
  /** RFC of the holder. Null if the subject has none. */
  rfc: string | null;
  key: KeyObject;
}

/** Maximum base64 length. SAT certificates have about 2,000 characters. */
const MAX_LENGTH = 16_384;

/** Parses a DER certificate in base64. Returns null if it is invalid or its key is not RSA. */
export function parseCertificate(base64: string): Certificate | null {
  if (base64 === '' || base64.length > MAX_LENGTH) return null;
  try {
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'));
    const { publicKey: key, serialNumber } = certificate;
    if (key.asymmetricKeyType !== 'rsa') return null;
    return { serial: Buffer.from(serialNumber, 'hex').toString('latin1'), rfc: rfcOf(certificate), key };
  } catch {
    return null;
  }
}

/** The SAT writes the RFC of the holder and then of the legal representative: `EKU9003173C9 / VADA800927DJ3`. */
function rfcOf(certificate: X509Certificate): string | null {
  const subject = certificate.toLegacyObject().subject as unknown as Record<string, string | string[] | undefined>;
  const identifier = subject['x500UniqueIdentifier'];
  return typeof identifier === 'string' ? (identifier.split('/')[0] ?? '').trim().toUpperCase() : null;
}
