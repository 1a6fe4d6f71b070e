import { isIPv6 } from 'node:net';

/**
 * Returns the address to which rate limits apply. For IPv6, it is the /64 network, which usually belongs to one
 * household.
 */
export function callerAddress(ip: string | undefined): string {
  const address = (ip ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const [before, after] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)];
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...(address.includes('::') ? zeros : []), ...after].slice(0, 4).join(':');
}
