import { generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** A certificate like those of the SAT, with its key. */
export interface SealCertificate {
  /** 20 digits. */
  serial: string;
  base64: string;
  key: KeyObject;
}

const OBJECT_IDS = {
  commonName: [0x55, 0x04, 0x03],
  x500UniqueIdentifier: [0x55, 0x04, 0x2d],
  sha256WithRsa: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b],
};
const SHA256_WITH_RSA = sequence(der(0x06, Buffer.from(OBJECT_IDS.sha256WithRsa)), der(0x05));

let keys: { publicKey: KeyObject; privateKey: KeyObject } | undefined;

/**
 * Creates a self-signed certificate. By default, all certificates in a process share a key. `identifier` contains the
 * RFC.
 */
export function makeCertificate(
  identifier: string | null,
  serial = '30001000000500003416',
  given?: { publicKey: KeyObject; privateKey: KeyObject },
): SealCertificate {
  const { publicKey, privateKey } = given ?? (keys ??= generateKeyPairSync('rsa', { modulusLength: 2048 }));
  const subject = sequence(
    attribute(OBJECT_IDS.commonName, 'Persona de prueba'),
    ...(identifier === null ? [] : [attribute(OBJECT_IDS.x500UniqueIdentifier, identifier)]),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from(serial, 'latin1')),
    SHA256_WITH_RSA,
    subject,
    sequence(time('230101000000Z'), time('330101000000Z')),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('RSA-SHA256', body, privateKey);
  const certificate = sequence(body, SHA256_WITH_RSA, der(0x03, Buffer.from([0]), signature));
  return { serial, base64: certificate.toString('base64'), key: privateKey };
}

function attribute(objectId: number[], value: string): Buffer {
  return der(0x31, sequence(der(0x06, Buffer.from(objectId)), der(0x0c, Buffer.from(value, 'utf8'))));
}

function time(text: string): Buffer {
  return der(0x17, Buffer.from(text, 'latin1'));
}

function sequence(...contents: Buffer[]): Buffer {
  return der(0x30, ...contents);
}

/** Encodes an ASN.1 value in DER. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const header = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...header]), content]);
}
