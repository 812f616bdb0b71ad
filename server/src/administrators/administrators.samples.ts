import { expect } from 'vitest';
import { newId } from '../lib/ids.ts';
import { insertAdmin, insertInvitation } from '../testing/factories.ts';
import type { Sample, Samples, SampleTarget } from '../testing/sample.ts';
import { ofSecondFactor, ofTwoSessions } from '../testing/sample-accounts.ts';

const ofOtherAdmin = async ({ database: { db } }: SampleTarget): Promise<Sample> => ({
  params: { id: (await insertAdmin(db)).id },
});
const ofInvitation = async ({ database: { db }, clock }: SampleTarget) =>
  insertInvitation(db, (await insertAdmin(db)).id, clock.now());

export const administratorsSamples: Samples = {
  endpoints: {
    listAdministrators: async () => ({ body: { limit: 5 } }),
    inviteAdministrator: async () => ({ body: { email: `${newId()}@example.test` } }),
    withdrawInvitation: async (target) => ({ params: { id: (await ofInvitation(target)).id } }),
    disableAdministrator: ofOtherAdmin,
    enableAdministrator: async ({ database: { db } }) => ({
      params: { id: (await insertAdmin(db, { is_disabled: true })).id },
    }),
    endAdministratorSessions: async (target) => ({ params: { id: (await ofTwoSessions(target)).callerId } }),
    resetAdministratorSecondFactor: async (target) => ({
      params: { id: (await ofSecondFactor(target, true)).callerId },
    }),
    getInvitation: async (target) => ({ body: { token: (await ofInvitation(target)).token } }),
    acceptInvitation: async (target) => {
      const { token } = await ofInvitation(target);
      const username = `Người được mời ${newId().slice(-12)}`;
      return { body: { token, username, password: 'chuối xanh leo rào 9 lần' }, createdCaller: username };
    },
  },
  events: {
    administrators_changed: () => ({}),
  },
  audit: {
    inviteAdministrator: {
      action: 'administrator.invite',
      target: 'invitation',
      before: null,
      after: { expiresAt: expect.any(String) },
      again: null,
    },
    withdrawInvitation: {
      action: 'administrator.withdraw_invitation',
      target: 'invitation',
      before: null,
      after: null,
      again: 404,
    },
    disableAdministrator: {
      action: 'user.disable',
      target: 'user',
      before: { isDisabled: false },
      after: { isDisabled: true, sessionsEnded: 0 },
      again: 200,
    },
    enableAdministrator: {
      action: 'user.enable',
      target: 'user',
      before: { isDisabled: true },
      after: { isDisabled: false },
      again: 200,
    },
    endAdministratorSessions: {
      action: 'administrator.end_sessions',
      target: 'user',
      before: null,
      after: { sessionsEnded: 1 },
      again: 200,
    },
    resetAdministratorSecondFactor: {
      action: 'account.reset_second_factor',
      target: 'user',
      before: null,
      after: { sessionsEnded: 0 },
      again: 409,
    },
    acceptInvitation: {
      action: 'user.create_admin',
      target: 'user',
      before: null,
      after: {
        email: expect.any(String),
        role: 'admin',
        invitationId: expect.any(String),
        invitedBy: expect.any(String),
      },
      // A repeat is counted, so it is no call that changes nothing.
      again: null,
    },
  },
};
