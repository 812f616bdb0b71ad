import { hash, verify } from '@node-rs/argon2';

/** OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane; argon2id is the library's own choice. */
export const ARGON2_PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes a password for storage; the salt and the parameters are in the text. */
export const hashPassword = (plain: string): Promise<string> => hash(plain, ARGON2_PARAMETERS);

let decoy: Promise<string> | undefined;

/**
 * Whether `plain` is the password behind `stored`. Without a stored hash the same work is done against a decoy,
 * so that the time taken does not tell whether an account exists.
 */
export async function verifyPassword(stored: string | null | undefined, plain: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(stored ?? (await decoy), plain);
  return matches && stored != null;
}
