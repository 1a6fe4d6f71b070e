/**
 * Masks the host part of an IP address for logs and lists of sessions.
 * @example maskedAddress('203.0.113.7') // '203.0.113.x'
 * @example maskedAddress('2001:db8:1:2::7') // '2001:db8:1:x'
 */
export function maskedAddress(ip: string | undefined): string {
  const address = (ip ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  if (address.includes('.')) return address.replace(/\d+$/, 'x');
  const groups = address.split('::')[0]!.split(':').filter(Boolean).slice(0, 3);
  return address === '' ? '' : `${groups.join(':')}:x`;
}
