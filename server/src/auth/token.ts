import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A new bearer token: 256 random bits, base64url. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Returns the stored form of a token. A fast hash does: the token itself cannot be guessed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The token in an Authorization header. Clients store it with or without 'Bearer ' before it, and some then
 * put another one in front, so any number of them is taken off.
 * @returns undefined when nothing is left
 */
export function readBearer(authorization: string | undefined): string | undefined {
  const token = authorization?.replace(/^(?:\s*bearer(?:\s+|$))+/i, '').trim();
  return token ? token : undefined;
}
