import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only IPv6 addresses that are given to hosts on the internet. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

type LookupAll = (
  host: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** An address that is not on the internet, but this machine, its network or its provider. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';
}

/** Whether an IP is one of a host on the internet: not private, loopback, link-local, reserved, or another one in disguise. */
export function isPublicIp(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.parse(ip);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST);
}

/** The host of a URL as an IP or a name: without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** @throws {PrivateAddressError} where the host of the URL is an IP, for which nothing is looked up, and no public one */
export function assertNoPrivateIp(url: URL): void {
  const host = hostOf(url);
  if (isIP(host) > 0 && !isPublicIp(host)) throw new PrivateAddressError('the address is a private one');
}

/**
 * Resolves names for a connection, and fails where any of the addresses is not public. The connection is made to the very
 * addresses that were checked: a name that resolves otherwise the next time changes nothing.
 */
export function createPublicLookup(resolve: LookupAll = systemLookup): LookupFunction {
  return (host, { all = false, ...options }, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) return callback(error, '');
      if (!first || addresses.some(({ address }) => !isPublicIp(address))) {
        return callback(new PrivateAddressError('the name resolves to a private address'), '');
      }
      if (all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
