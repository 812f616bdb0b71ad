import { hashPassword } from '../auth/password.ts';
import { newId } from '../lib/ids.ts';
import { insertAdmin, insertSession } from './factories.ts';
import type { SampleTarget } from './sample.ts';
import { insertSecondFactor } from './second-factors.ts';

export const SAMPLE_PASSWORD = 'correct horse battery staple';
let passwordHash: Promise<string> | undefined;

export const samplePasswordHash = (): Promise<string> => {
  passwordHash ??= hashPassword(SAMPLE_PASSWORD);
  return passwordHash;
};

export const ofAdminWithPassword = async ({ database: { db } }: SampleTarget): Promise<string> =>
  (await insertAdmin(db, { password_hash: await samplePasswordHash() })).id;

/** @param isOn false for a pending enrolment */
export const ofSecondFactor = async ({ database: { db }, clock }: SampleTarget, isOn: boolean) => {
  const { id: callerId } = await insertAdmin(db);
  const { secret } = await insertSecondFactor(db, callerId, isOn ? clock.now() : null);
  return { callerId, secret };
};

/** An account with a second session. */
export const ofTwoSessions = async ({ database: { db }, clock }: SampleTarget) => {
  const { id: callerId } = await insertAdmin(db);
  const sessionId = newId();
  await insertSession(db, callerId, clock.now(), { id: sessionId });
  return { callerId, sessionId };
};
