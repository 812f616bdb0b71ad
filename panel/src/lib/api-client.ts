import {
  type Endpoint,
  type EndpointInput,
  type EndpointParams,
  type EndpointResponse,
  endpointPath,
} from '@hai-dang/contract/lib/endpoint.ts';
import { config } from 'zod/mini';
import { ApiError, cancelledError } from './api-error.ts';
import { reauthenticate } from './reauthentication.ts';
import { session } from './session.ts';
import { requireSetUp } from './set-up-requirement.ts';
import { loadSettings } from './settings.ts';
import { sharedStrings } from './strings.ts';

// The panel's content security policy forbids eval, so zod need not test for it.
config({ jitless: true });

/** Makes one request; the same interface as fetch. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>;

/** The parameters and the body of a call. */
export interface CallInput<E extends Endpoint> {
  readonly params?: EndpointParams<E>;
  readonly body?: EndpointInput<E>;
}

export interface CallOptions<E extends Endpoint> extends CallInput<E> {
  /** For an endpoint that takes an upload. */
  readonly files?: ReadonlyArray<{ readonly bytes: Blob; readonly name: string }>;
  readonly transport?: Transport;
  readonly signal?: AbortSignal;
}

/**
 * Makes one call of the contract.
 * @returns the response, parsed with the contract's schema; a legacy backend's is normalised first
 * @throws ApiError; a 401 of a call made with the session's token also ends the session. Where the server requires
 *   re-authentication, the administrator is asked and the call repeated, or rejected with an error that `isCancelled`
 */
export async function callEndpoint<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<EndpointResponse<E>> {
  const response = await openEndpoint(endpoint, options);
  const raw = await readJson(response, options.signal);
  const parsed = endpoint.response.safeParse(raw);
  if (parsed.success) return parsed.data as EndpointResponse<E>;
  const { normaliseResponse } = await import('../legacy/responses.ts').catch(failAsNetwork);
  const { params, body } = options;
  const again = endpoint.response.safeParse(normaliseResponse(raw, { name: endpoint.name, params, body }));
  if (again.success) return again.data as EndpointResponse<E>;
  throw new ApiError({ status: response.status, code: 'MALFORMED_RESPONSE' });
}

function failAsNetwork(): never {
  throw new ApiError({ status: 0, code: 'NETWORK' });
}

/**
 * Makes one call and leaves the body of a success, which may be a long file, to the caller.
 * @throws as callEndpoint
 */
export async function openEndpoint<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<Response> {
  const token = session.get()?.token;
  const needsToken = endpoint.access !== 'public';
  if (needsToken && token === undefined) {
    session.end(sharedStrings.signInAgain);
    throw new ApiError({ status: 401, code: 'NOT_SIGNED_IN', message: sharedStrings.signInAgain });
  }
  const sentToken = needsToken ? token : undefined;
  const response = await send(endpoint, options, sentToken);
  if (response.ok) return response;
  const error = toApiError(response, await readJson(response, options.signal));
  // A late 401 of an earlier token must not end a newer session.
  if (sentToken === undefined || session.get()?.token !== sentToken) throw error;
  if (error.status === 401) session.end();
  if (error.code === 'SECOND_FACTOR_SETUP_REQUIRED') requireSetUp(sentToken);
  if (error.code !== 'PASSWORD_CONFIRMATION_REQUIRED') throw error;
  if (!(await reauthenticate())) throw cancelledError();
  return openEndpoint(endpoint, options);
}

async function send<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  token: string | undefined,
): Promise<Response> {
  const headers: Record<string, string> = { accept: endpoint.media };
  if (token !== undefined) headers['authorization'] = token;
  const credentials = endpoint.includesCredentials ? 'include' : 'same-origin';
  const init: RequestInit = { method: endpoint.method, headers, credentials };
  if (endpoint.upload) {
    init.body = uploadForm(endpoint.upload.field, options);
  } else {
    headers['content-type'] = 'application/json';
    // A DELETE has a body only where the caller gives one.
    if (endpoint.method === 'POST' ? endpoint.body : options.body) init.body = JSON.stringify(options.body ?? {});
  }
  if (options.signal) init.signal = options.signal;
  const path = endpointPath(endpoint, options.params as Record<string, string> | undefined);
  try {
    const { apiBase } = await loadSettings();
    return await (options.transport ?? fetch)(apiBase + path, init);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    return failAsNetwork();
  }
}

/** The fields first: the server needs them before it reads a file. */
function uploadForm<E extends Endpoint>(fieldName: string, { body, files = [] }: CallOptions<E>): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(body ?? {})) {
    if (typeof value === 'string') form.append(key, value);
  }
  for (const { bytes, name } of files) form.append(fieldName, bytes, name);
  return form;
}

/** The parsed body; undefined if it is empty or not JSON: a proxy may send an error page of its own. */
async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    return failAsNetwork();
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function field(raw: unknown, key: string): string | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const value: unknown = Reflect.get(raw, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function toApiError(response: Response, raw: unknown): ApiError {
  const message = field(raw, 'message');
  const requestId = field(raw, 'requestId');
  const retryAfterSeconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return new ApiError({
    status: response.status,
    code: field(raw, 'code') ?? 'HTTP_ERROR',
    ...(message !== undefined && { message }),
    ...(requestId !== undefined && { requestId }),
    ...(retryAfterSeconds >= 0 && { retryAfterSeconds }),
    details: raw instanceof Object ? Reflect.get(raw, 'details') : undefined,
  });
}
