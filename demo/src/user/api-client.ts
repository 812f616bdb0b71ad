import { type Endpoint, endpointPath } from '@hai-dang/contract/lib/endpoint.ts';
import { errorEnvelopeSchema } from '@hai-dang/contract/lib/envelope.ts';
import { demoUserStrings as strings } from './user.strings.ts';

/** What the person who called the program can put right. */
export class UsageError extends Error {}
/** What the server says no with. */
export class Refusal extends Error {}

/**
 * Calls an endpoint as the app does.
 * @returns its answer, not parsed yet
 * @throws {Refusal} with what the server says
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
  const answer: unknown = await response.json().catch(() => null);
  if (response.status === endpoint.status) return answer;
  const { data } = errorEnvelopeSchema.safeParse(answer);
  throw new Refusal(strings.refused(response.status, data?.message ?? response.statusText));
}
