import { TOTP_DIGITS } from '@hai-dang/contract/constants.ts';
import { generateSecret, generateURI, verifySync } from 'otplib';

/** The issuer that an authenticator app shows. */
const ISSUER = 'Hải Đăng';
const PERIOD_SECONDS = 30;
/** One step before and one after: clocks of phones differ, and a code takes a moment to type (RFC 6238, section 5.2). */
const TOLERANCE_SECONDS = PERIOD_SECONDS;
/** 160 bits, as RFC 4226, section 4, recommends. */
const SECRET_BYTES = 20;
const CODE = new RegExp(`^\\d{${TOTP_DIGITS}}$`);

/** @returns base32 without padding */
export const newTotpSecret = (): string => generateSecret({ length: SECRET_BYTES });

/**
 * The otpauth URI that authenticator apps read from a QR code.
 * @param label by which the app tells accounts apart
 */
export const totpUri = (secret: string, label: string): string => generateURI({ issuer: ISSUER, label, secret });

/**
 * The time step that a code belongs to (RFC 6238; SHA-1, six digits, 30 s, which every app knows).
 * @param code as it was typed: blanks and hyphens do not matter
 * @param lastStep the last one of which a code was taken; that one and those before it are over
 * @returns null for a code that is wrong, too old or too new
 */
export function verifyTotp(secret: string, code: string, at: Date, lastStep: number): number | null {
  const token = code.replace(/[\s-]/g, '');
  if (!CODE.test(token)) return null;
  const epoch = Math.floor(at.getTime() / 1_000);
  const result = verifySync({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS });
  if (!result.valid || !('timeStep' in result) || result.timeStep <= lastStep) return null;
  return result.timeStep;
}
