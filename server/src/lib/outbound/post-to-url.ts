import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { assertNoPrivateIp, createPublicLookup, hostOf, PrivateAddressError } from './public-address.ts';

/** The time from the name to the status; less than half of the time after which another server takes over a job. */
const POST_TIMEOUT_MS = 8_000;

/** Why a URL may not be called. */
class UrlRejectedError extends Error {
  override name = 'UrlRejectedError';
}

interface OutboundOptions {
  /** Calls also what is not on the internet, and without TLS. */
  allowsPrivate: boolean;
  /** Another resolver, in tests. */
  lookup?: LookupFunction | undefined;
  timeoutMs?: number | undefined;
}

/** Sends a body to a URL that somebody gave us. */
export interface Outbound {
  /**
   * Checks a URL and the addresses that its name has now.
   * @throws {UrlRejectedError, PrivateAddressError} if it may not be called; or why its name cannot be resolved
   */
  check(url: string): Promise<void>;
  /**
   * POSTs a body. No redirect is followed, and nothing of the response is read but its status.
   * @returns the status
   * @throws as `check`, and where there is no response in time
   */
  post(url: string, body: string, headers: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<number>;
}

/**
 * Calls URLs that administrators enter. They must not lead into our own network (server-side request forgery): each
 * connection goes to an address that was checked when its name was resolved for it.
 */
export function createOutbound({ allowsPrivate, lookup, timeoutMs = POST_TIMEOUT_MS }: OutboundOptions): Outbound {
  const resolve = lookup ?? (allowsPrivate ? undefined : createPublicLookup());

  function parse(text: string): URL {
    const url = URL.parse(text);
    const isHttps = url?.protocol === 'https:';
    if (!url || !(isHttps || (allowsPrivate && url.protocol === 'http:'))) throw new UrlRejectedError('no https URL');
    if (url.username || url.password) throw new UrlRejectedError('it has a user or password');
    if (!allowsPrivate) assertNoPrivateIp(url);
    return url;
  }

  return {
    async check(text) {
      const url = parse(text);
      const host = hostOf(url);
      if (!resolve || isIP(host) > 0) return;
      await new Promise<void>((done, fail) => {
        resolve(host, { all: true }, (error) => (error ? fail(error) : done()));
      });
    },

    async post(text, body, headers, signal) {
      const url = parse(text);
      const { request, Agent } = url.protocol === 'https:' ? https : http;
      const timeout = AbortSignal.timeout(timeoutMs);
      // The environment may make the default agent use a proxy, which would resolve the name itself.
      const agent = new Agent({ keepAlive: false });
      const bytes = Buffer.from(body);
      return new Promise<number>((done, fail) => {
        const sent = request(url, {
          method: 'POST',
          agent,
          ...(resolve ? { lookup: resolve } : {}),
          signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
          headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.length },
        });
        sent.on('response', (response) => {
          response.on('error', () => undefined);
          done(response.statusCode ?? 0);
          response.destroy();
        });
        sent.on('error', fail);
        sent.end(bytes);
      });
    },
  };
}

/** Why a call had no response, in a word that may be shown: nothing that the other side has written. */
export function describeFailure(error: unknown): 'private' | 'timeout' | 'dns' | 'refused' | 'tls' | 'failed' {
  const { name, code = '' } = error as { name?: string; code?: string };
  if (error instanceof PrivateAddressError || error instanceof UrlRejectedError) return 'private';
  if (name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT') return 'timeout';
  if (/^(ENOTFOUND|EAI_AGAIN|ENODATA)$/.test(code)) return 'dns';
  if (/^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE)$/.test(code)) return 'refused';
  return /CERT|SSL|TLS|EPROTO/.test(code) ? 'tls' : 'failed';
}
