import { randomBytes } from 'node:crypto';
import { RECOVERY_CODES_COUNT } from '@hai-dang/contract/constants.ts';
import { hashRaw } from '@node-rs/argon2';
import { ARGON2_PARAMETERS, hashing } from './password.ts';

/** Base32 without what could be taken for a letter (0, 1, 8, 9): 5 random bits a character, 50 a code. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const CODE_CHARS = 10;
const CODE = /^[a-z2-7]{10}$/;
const SALT_BYTES = 16;

/** Creates the salt of all recovery codes of one second factor: so one hash is enough to look for a code among them. */
export const newRecoverySalt = (): Buffer => randomBytes(SALT_BYTES);

/** @returns codes as they are shown, 'abcd-efgh-ij', each another */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES_COUNT) codes.add(newCode());
  return [...codes];
}

function newCode(): string {
  const text = Array.from(randomBytes(CODE_CHARS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return [text.slice(0, 4), text.slice(4, 8), text.slice(8)].join('-');
}

/**
 * Returns the stored hash of a code. It is as slow as a password's: 50 bits could be tried out with a fast one (OWASP
 * ASVS 5, 6.5.2).
 * @param code as it was shown or typed: case, whitespace and hyphens are ignored
 * @returns null for what is no recovery code
 */
export async function hashRecoveryCode(code: string, salt: Buffer): Promise<Buffer | null> {
  const plain = code.replace(/[\s-]/g, '').toLowerCase();
  return CODE.test(plain) ? hashing.run(() => hashRaw(plain, { ...ARGON2_PARAMETERS, salt })) : null;
}
