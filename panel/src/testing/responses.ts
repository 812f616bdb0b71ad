import { type ErrorCode, errors } from '@hai-dang/contract/errors.ts';
import type { Endpoint, EndpointInput, EndpointParams, EndpointResponse } from '@hai-dang/contract/lib/endpoint.ts';
import { vi } from 'vitest';

interface Call<E extends Endpoint> {
  readonly params: EndpointParams<E>;
  readonly body: EndpointInput<E>;
}
type Respond<E extends Endpoint> = (call: Call<E>) => EndpointResponse<E> | Promise<EndpointResponse<E>>;

/** Thrown in place of a response: an error of the contract. */
export class ErrorResponse extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, fields: Readonly<Record<string, unknown>> = {}) {
    const [status, message] = errors[code];
    super(message);
    this.status = status;
    this.body = { success: false, code, message, ...fields };
  }
}

const responders = new Map<Endpoint, Respond<Endpoint>>();
/** Calls that no test has a response for. */
const withoutResponse: string[] = [];

/**
 * Gives an endpoint its responses for the rest of a test, in place of the network; each is checked by the contract's schema.
 * @param respond may throw an ErrorResponse, or any other error for a call that does not reach the server
 */
export function respondTo<E extends Endpoint>(endpoint: E, respond: Respond<E>): void {
  responders.set(endpoint, respond as unknown as Respond<Endpoint>);
}

function paramsOf({ path }: Endpoint, asked: string): Record<string, string> | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`);
  const values = pattern.exec(asked)?.slice(1);
  return values && Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const file = ({ status, media }: Endpoint, content: unknown) =>
  new Response(String(content), { status, headers: { 'content-type': media } });

async function respond(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(String(input), location.origin);
  if (pathname === '/config.json') return json(404, {});
  const method = init.method ?? 'GET';
  for (const [endpoint, toResponse] of responders) {
    const params = endpoint.method === method ? paramsOf(endpoint, pathname) : undefined;
    if (!params) continue;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    try {
      const value = await toResponse({ params, body } as unknown as Call<Endpoint>);
      init.signal?.throwIfAborted();
      const content = endpoint.response.parse(value);
      return endpoint.media === 'application/json' ? json(endpoint.status, content) : file(endpoint, content);
    } catch (error) {
      if (error instanceof ErrorResponse) return json(error.status, error.body);
      throw error;
    }
  }
  withoutResponse.push(`${method} ${pathname}`);
  throw new TypeError(`no response for ${method} ${pathname}`);
}

/** Before each test. */
export function startResponding(): void {
  responders.clear();
  withoutResponse.length = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(respond);
}

/** The calls that had no response: a test that made one does not know what it shows. */
export const callsWithoutResponse = (): readonly string[] => withoutResponse;
