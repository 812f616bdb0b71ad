import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

const IPV6_GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * Returns what counts as one IP. For IPv6 it is the /64 network, which is what one customer gets at least: with its
 * 2^64 addresses to choose from no client would ever be limited.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [withoutZone = ''] = address.split('%', 1);
  // A URL writes it in one way: small letters, no leading zeros, at most one '::'.
  const written = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  // An IPv4-mapped IPv6 address.
  if (written.startsWith('::ffff:')) return written;
  const [before = [], after = []] = written.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: IPV6_GROUPS - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/** The IP that a request comes from. */
export type ClientIp = (request: IncomingMessage) => string;

/**
 * Finds the IP as the framework's own `request.ip` does, for requests that it does not see.
 * @param trusted IPs and ranges of proxies that may name the client's IP, or false
 */
export function createClientIp(trusted: false | readonly string[]): ClientIp {
  const isProxy = trusted ? proxyAddr.compile([...trusted]) : () => false;
  return (request) => proxyAddr(request, isProxy) ?? '';
}

/** The network that a request comes from. */
export type ClientNetwork = (request: IncomingMessage) => string;

/** See {@link createClientIp}. */
export function createClientNetwork(trusted: false | readonly string[]): ClientNetwork {
  const ipOf = createClientIp(trusted);
  return (request) => networkOf(ipOf(request));
}
