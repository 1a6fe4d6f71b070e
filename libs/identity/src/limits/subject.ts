import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** The name under which something is counted: of what it is made of, nothing can be read from it. */
export function subjectOf(kind: string, ...parts: readonly string[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
  return `${kind}:${digest}`;
}

/** The address that stands for a caller: of IPv6 the network of 64 bits that a household gets as a whole. */
export function callerAddress(ip: string | undefined): string {
  const address = (ip ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const [before, after] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)];
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...(address.includes('::') ? zeros : []), ...after].slice(0, 4).join(':');
}
