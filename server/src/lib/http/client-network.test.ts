import { expect, test } from 'vitest';
import { networkOf } from './client-network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1:2%eth0', 'fe80:0:0:0::/64'],
])('networkOf: %s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('networkOf: IPv4-mapped IPv6 addresses are different clients', () => {
  expect(networkOf('::ffff:192.0.2.7')).not.toBe(networkOf('::ffff:192.0.2.8'));
  expect(networkOf('::FFFF:192.0.2.7')).toBe(networkOf('0:0:0:0:0:ffff:c000:0207'));
});
