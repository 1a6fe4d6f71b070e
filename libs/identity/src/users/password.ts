import { argon2Sync, randomBytes } from 'node:crypto';

const MEMORY_KIB = 19_456;
const PASSES = 2;

/** The argon2id hash of a password in PHC form, with the parameters that OWASP recommends (19 MiB, two passes). */
export function hashPassword(password: string): string {
  const salt = randomBytes(16);
  const hash = argon2Sync('argon2id', {
    message: password.normalize('NFC'),
    nonce: salt,
    parallelism: 1,
    tagLength: 32,
    memory: MEMORY_KIB,
    passes: PASSES,
  });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(salt)}$${unpadded(hash)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
