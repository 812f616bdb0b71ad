import { SECOND_FACTOR_CHALLENGE_MS } from '@hai-dang/contract/constants.ts';
import { insertUser } from '../testing/factories.ts';
import type { Sample, Samples, SampleTarget } from '../testing/sample.ts';
import { ofSecondFactor, SAMPLE_PASSWORD, samplePasswordHash } from '../testing/sample-accounts.ts';
import { codeAt } from '../testing/second-factors.ts';
import { hashToken, newToken } from './token.ts';

const ofCredentials = async ({ database: { db } }: SampleTarget, role: 'admin' | 'user'): Promise<Sample> => {
  const { email } = await insertUser(db, { role, password_hash: await samplePasswordHash() });
  return { body: { email, password: SAMPLE_PASSWORD } };
};

/** A sign-in after the correct password. */
const ofChallenge = async (target: SampleTarget): Promise<Sample> => {
  const { database, clock } = target;
  const { callerId, secret } = await ofSecondFactor(target, true);
  const challenge = newToken();
  const expiresAt = new Date(clock.now().getTime() + SECOND_FACTOR_CHALLENGE_MS);
  await database.db
    .insertInto('login_challenges')
    .values({ challenge_hash: hashToken(challenge), user_id: callerId, expires_at: expiresAt })
    .execute();
  return { body: { challenge, code: codeAt(secret, clock.now()) }, callerId };
};

export const authSamples: Samples = {
  endpoints: {
    login: (target) => ofCredentials(target, 'admin'),
    loginUser: (target) => ofCredentials(target, 'user'),
    loginWithSecondFactor: ofChallenge,
    logout: async () => ({}),
  },
  events: {
    admin_connected: ({ senderId }) => senderId,
    admin_disconnect: ({ senderId }) => ({ adminId: senderId }),
  },
  again: { loginUser: null },
  audit: {
    login: { action: 'auth.login', target: null, before: null, after: null, again: null },
    loginWithSecondFactor: {
      action: 'auth.login',
      target: null,
      before: null,
      after: { secondFactor: 'totp' },
      again: 401,
    },
    logout: { action: 'auth.logout', target: null, before: null, after: null, again: 401 },
  },
};
