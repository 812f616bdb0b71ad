import { createHmac } from 'node:crypto';
import { SECOND_MS } from '@hai-dang/contract/lib/durations.ts';

/** The prefix of a secret, as the specification of Standard Webhooks writes it. */
const SECRET_PREFIX = 'whsec_';

const secretBytes = (key: string, keyId: string): Buffer =>
  createHmac('sha256', key).update(`webhook:${keyId}`).digest();

/** The secret of a webhook, as its receiver gets it: derived from the server's key, and stored nowhere. */
export const secretOf = (key: string, keyId: string): string =>
  `${SECRET_PREFIX}${secretBytes(key, keyId).toString('base64')}`;

/**
 * The headers of a signed delivery (standardwebhooks.com): HMAC-SHA256 over id, time and body.
 * @param id the same for every attempt, by which the receiver recognizes a repeat
 * @param at of this attempt: a receiver rejects what is older than some minutes
 */
export function signatureHeaders(
  { key, keyId }: { key: string; keyId: string },
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / SECOND_MS));
  const signature = createHmac('sha256', secretBytes(key, keyId)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
