import { BlockList, isIP } from 'node:net';

/**
 * Address ranges that are not public. Source: IANA IPv4 Special-Purpose Address Registry, RFC 5771 (multicast), RFC
 * 1112 (class E).
 */
const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Address at which Azure serves secrets to its virtual machines.
  '168.63.129.16/32',
];

/** Global unicast addresses (RFC 4291). Excludes local and multicast addresses, and IPv4 addresses in IPv6 form. */
const GLOBAL_IPV6 = ['2000::/3'];

/**
 * Global unicast addresses that are not public: those for protocols such as Teredo, for documentation, for 6to4 and for
 * the former 6bone. Source: IANA IPv6 Special-Purpose Address Registry.
 */
const NOT_PUBLIC_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3ffe::/16', '3fff::/20'];

const notPublic = blockListOf([...NOT_PUBLIC_IPV4, ...NOT_PUBLIC_IPV6]);
const global = blockListOf(GLOBAL_IPV6);

/** @param address IPv4 or IPv6 address in canonical form, without brackets */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && !address.includes('%') && global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address, bits] = network.split('/');
    list.addSubnet(address!, Number(bits), isIP(address!) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
