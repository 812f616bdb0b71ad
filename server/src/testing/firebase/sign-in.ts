import { createHmac, type KeyObject, randomBytes, timingSafeEqual, verify } from 'node:crypto';
import { z } from 'zod';

const LIFETIME_S = 3_600;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

const headerSchema = z.object({ alg: z.string() });
const customClaimsSchema = z.object({ uid: z.string(), iss: z.string(), aud: z.string(), exp: z.number() });
const idClaimsSchema = z.object({ user_id: z.string(), exp: z.number() });
const AUDIENCE = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';

const nowS = (): number => Math.floor(Date.now() / 1_000);

/**
 * Google's sign-in with a custom token: verifies it and issues an id token, which the database then verifies.
 * @param publicKey of the service account; without one unsigned tokens are accepted, as by emulators
 */
export function createSignIn(publicKey: KeyObject | undefined) {
  const secret = randomBytes(32);
  const sign = (content: string): Buffer => createHmac('sha256', secret).update(content).digest();

  function uidOfCustomToken(token: string): string {
    const [header = '', claims = '', signature = ''] = token.split('.');
    const { alg } = headerSchema.parse(decode(header));
    const isSigned =
      publicKey !== undefined &&
      alg === 'RS256' &&
      verify('RSA-SHA256', Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url'));
    if (!isSigned && (publicKey !== undefined || alg !== 'none')) throw new Error('INVALID_CUSTOM_TOKEN');
    const { uid, aud, exp } = customClaimsSchema.parse(decode(claims));
    if (aud !== AUDIENCE || exp < nowS()) throw new Error('INVALID_CUSTOM_TOKEN');
    return uid;
  }

  function issue(uid: string): string {
    const claims = { sub: uid, user_id: uid, iat: nowS(), exp: nowS() + LIFETIME_S };
    const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
    return `${content}.${sign(content).toString('base64url')}`;
  }

  /** @returns the owner of the id token; null for a foreign or an expired one */
  function uidOf(idToken: string): string | null {
    const [header = '', claims = '', signature = ''] = idToken.split('.');
    const expected = sign(`${header}.${claims}`);
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const { user_id: uid, exp } = idClaimsSchema.parse(decode(claims));
    return exp < nowS() ? null : uid;
  }

  return {
    uidOf,

    /** Handles a call of the sign-in service; undefined for an unknown one. */
    handle(call: string, body: unknown): unknown {
      if (call === 'accounts:signInWithCustomToken') {
        const idToken = issue(uidOfCustomToken(z.object({ token: z.string() }).parse(body).token));
        return { idToken, refreshToken: 'never used in a test', expiresIn: String(LIFETIME_S), isNewUser: false };
      }
      if (call === 'accounts:lookup') {
        const uid = uidOf(z.object({ idToken: z.string() }).parse(body).idToken);
        return uid === null ? undefined : { users: [{ localId: uid }] };
      }
      return undefined;
    },
  };
}
export type SignIn = ReturnType<typeof createSignIn>;
