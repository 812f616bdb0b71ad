import { type Endpoint, endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import { userStrings as strings } from './user.strings.ts';

const DEFAULT_URL = 'http://127.0.0.1:4000';

/** The program was called with wrong arguments, or the server does not run. */
export class UsageError extends Error {}
/** The server rejected a request; the message contains the reason. */
export class ApiError extends Error {
  readonly code: string | undefined;
  readonly details: unknown;

  constructor(message: string, { code, details }: { code?: string | undefined; details?: unknown } = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/**
 * Calls an endpoint as the app does.
 * @returns the response body, not parsed yet
 * @throws {ApiError} with the message of the server
 * @throws {UsageError} when there is no server at `url`
 */
export async function call(url: string, endpoint: Endpoint, body: object, token?: string): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(`${url}${endpointPath(endpoint)}`, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
  } catch {
    throw new UsageError(strings.unreachable(url));
  }
  const responseBody: unknown = await response.json().catch(() => null);
  if (response.status === endpoint.status) return responseBody;
  const { data } = errorEnvelopeSchema.safeParse(responseBody);
  throw new ApiError(strings.rejected(response.status, data?.message ?? response.statusText), data);
}

/** The URL of the server, without a trailing slash; undefined if it is not an http URL. */
export function toServerUrl(text: string = DEFAULT_URL): string | undefined {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) return undefined;
  return text.replace(/\/+$/, '');
}
