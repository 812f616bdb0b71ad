import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import proxyAddr from '@fastify/proxy-addr';

/** The origin under which a client has reached this server: 'https://api.example.vn', or '' where it is unknown. */
export type RequestBase = (request: IncomingMessage) => string;

/**
 * Trusts X-Forwarded-Proto and X-Forwarded-Host from a trusted proxy only, as the framework's own `request.host` does;
 * sockets, which the framework does not see, are judged the same way.
 * @param trusted IPs and ranges of proxies, or false
 */
export function createRequestBase(trusted: false | readonly string[]): RequestBase {
  const isProxy = trusted ? proxyAddr.compile([...trusted]) : () => false;
  return ({ headers, socket }) => {
    const isForwarded = isProxy(socket.remoteAddress ?? '', 0);
    const own = socket instanceof TLSSocket ? 'https' : 'http';
    const protocol = (isForwarded && lastOf(headers['x-forwarded-proto'])) || own;
    const host = (isForwarded && lastOf(headers['x-forwarded-host'])) || headers.host;
    const base = `${protocol}://${host}`;
    return host && /^https?$/.test(protocol) && URL.canParse(base) ? originOf(base) : '';
  };
}

const lastOf = (header: string | string[] | undefined): string | undefined =>
  (Array.isArray(header) ? header.join(',') : header)?.split(',').at(-1)?.trim();

/** '' for a host with more in it than a host. */
function originOf(base: string): string {
  const { origin, href } = new URL(base);
  return href === `${origin}/` ? origin : '';
}
