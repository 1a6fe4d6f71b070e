import { describe, expect, it } from '@jest/globals';
import { isPublicAddress } from './public-address.js';

const NOT_PUBLIC = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.254 169.254.0.1
  169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255 198.18.0.1
  198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16
  :: ::1 ::7f00:1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::8.8.8.8
  64:ff9b:1::10.0.0.1 100::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1 2001:20::1 2001:db8::1
  2002:7f00:1:: 2002:808:808::1 3ffe::1 3fff::1 3fff:fff::1 5f00::1 fc00::1 fd00:ec2::254 fdff::1 fe80::1 fe80::1%eth0 feb0::1
  fec0::1 ff02::1 ff0e::1 4000::1 1fff::1 2606:4700::1%eth0`;

const PUBLIC = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 169.253.255.255 169.255.0.0
  172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 203.0.114.0
  223.255.255.255 2001:200::1 2001:4860:4860::8888 2606:4700:4700::1111 2a00:1450:4001:80b::200e 2003::1 3ffd::1`;

const words = (text: string) => text.trim().split(/\s+/);

describe('the classification of an IP address', () => {
  it.each(words(NOT_PUBLIC))('classifies %s as not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(words(PUBLIC))('classifies %s as public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(['', 'localhost', '127.1', '0x7f000001', '[::1]', '8.8.8.8 ', 'example.com'])(
    'classifies %p as not public because it is not in canonical form',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );
});
