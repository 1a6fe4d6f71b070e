import { generateKeyPairSync, sign } from 'node:crypto';

function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...content: Uint8Array[]) => der(0x30, ...content);
const hex = (tag: number, text: string) => der(tag, Buffer.from(text, 'hex'));
const text = (tag: number, value: string) => der(tag, Buffer.from(value));

const ECDSA_WITH_SHA256 = sequence(hex(0x06, '2a8648ce3d040302'));
const COMMON_NAME = hex(0x06, '550403');
const ALTERNATIVE_NAME = hex(0x06, '551d11');

/** Creates a key and a self-signed certificate for a host name (RFC 5280), valid until 2049. */
export function selfSigned(name: string): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = sequence(der(0x31, sequence(COMMON_NAME, text(0x0c, name))));
  const names = sequence(ALTERNATIVE_NAME, der(0x04, sequence(text(0x82, name))));
  const body = sequence(
    der(0xa0, hex(0x02, '02')),
    hex(0x02, '01'),
    ECDSA_WITH_SHA256,
    subject,
    sequence(text(0x17, '250101000000Z'), text(0x17, '491231235959Z')),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(names)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const base64 = sequence(body, ECDSA_WITH_SHA256, signature)
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}
