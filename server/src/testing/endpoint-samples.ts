import { endpoints } from '@hai-dang/contract/endpoints.ts';
import { type Endpoint, endpointPath, type Method } from '@hai-dang/contract/lib/endpoint.ts';
import { toJSONSchema } from 'zod/mini';
import { uploadOf } from './multipart.ts';
import type { Sample, SampleResponse, SampleTarget } from './sample.ts';
import { endpointSamples } from './samples.ts';

/** The response as the endpoint's schema parses it: JSON, or the text of a file. */
export const contentOf = ({ media }: Endpoint, response: SampleResponse): unknown =>
  media === 'application/json' || response.statusCode >= 400 ? response.json() : response.body;

/** @throws for an endpoint without a sample */
export function sampleOf(endpoint: Endpoint, target: SampleTarget): Promise<Sample> {
  const make = endpointSamples[endpoint.name];
  if (!make) throw new Error(`its feature's .samples.ts knows no way to call '${endpoint.name}'`);
  return make(target);
}

/** A field of a body, as its JSON schema describes it. */
export interface Field {
  enum?: unknown[];
  anyOf?: Field[];
}

/** The fields of an endpoint's body, by their names. */
export function fieldsOf({ body }: Endpoint): Record<string, Field> {
  const schema = body && toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  return (schema?.properties ?? {}) as Record<string, Field>;
}

/** Every path of the wire contract, aliases included. */
export const addresses: ReadonlyArray<{ endpoint: Endpoint; method: Method; path: string }> = endpoints.flatMap(
  (endpoint) =>
    [{ method: endpoint.method, path: endpoint.path }, ...(endpoint.aliases ?? [])].map(({ method, path }) => ({
      endpoint,
      method,
      path,
    })),
);

/** Sends a sample to one path of its endpoint; a GET has no body. */
export function sendSample<Response extends SampleResponse>(
  target: SampleTarget<Response>,
  { method, path }: { method: Method; path: string },
  { params, body, upload }: Sample,
  token: string | undefined,
): Promise<Response> {
  const url = endpointPath({ path }, params);
  if (upload)
    return target.send(method, url, {
      token,
      ...uploadOf(body as Record<string, string>, upload.field, upload.files),
    });
  const hasBody = body !== undefined && method !== 'GET';
  return target.send(method, url, { token, ...(hasBody ? { body } : {}) });
}
