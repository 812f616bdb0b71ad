import { expect } from 'vitest';
import type { Samples } from '../testing/sample.ts';
import { ofAdminWithPassword, ofSecondFactor, ofTwoSessions, SAMPLE_PASSWORD } from '../testing/sample-accounts.ts';
import { codeAt } from '../testing/second-factors.ts';

export const accountSamples: Samples = {
  endpoints: {
    getAccount: async () => ({}),
    listOwnSessions: async () => ({}),
    endSession: async (target) => {
      const { callerId, sessionId } = await ofTwoSessions(target);
      return { params: { id: sessionId }, callerId, targetId: null };
    },
    endOtherSessions: async (target) => ({ callerId: (await ofTwoSessions(target)).callerId }),
    changePassword: async (target) => ({
      callerId: await ofAdminWithPassword(target),
      body: { currentPassword: SAMPLE_PASSWORD, newPassword: 'chuối xanh leo rào 9 lần' },
    }),
    confirmPassword: async (target) => ({
      callerId: await ofAdminWithPassword(target),
      body: { password: SAMPLE_PASSWORD },
    }),
    beginSecondFactor: async () => ({}),
    confirmSecondFactor: async (target) => {
      const { callerId, secret } = await ofSecondFactor(target, false);
      return { callerId, body: { code: codeAt(secret, target.clock.now()) } };
    },
    renewRecoveryCodes: async (target) => ({ callerId: (await ofSecondFactor(target, true)).callerId }),
    disableSecondFactor: async (target) => ({ callerId: (await ofSecondFactor(target, true)).callerId }),
    getPreferences: async () => ({}),
    updatePreferences: async () => ({ body: { reportImages: 'blur' } }),
  },
  events: {
    preferences_changed: () => ({}),
  },
  again: { updatePreferences: 200 },
  audit: {
    endSession: {
      action: 'account.end_session',
      target: null,
      before: { device: 'Thiết bị không rõ', address: '127.0.0.1', createdAt: expect.any(String) },
      after: null,
      again: 404,
    },
    endOtherSessions: {
      action: 'account.end_other_sessions',
      target: null,
      before: null,
      after: { sessionsEnded: 1 },
      again: 200,
    },
    changePassword: {
      action: 'account.change_password',
      target: null,
      before: null,
      after: { sessionsEnded: 0 },
      again: null,
    },
    confirmPassword: { action: 'account.confirm_password', target: null, before: null, after: null, again: null },
    beginSecondFactor: { action: 'account.begin_second_factor', target: null, before: null, after: null, again: null },
    confirmSecondFactor: {
      action: 'account.enable_second_factor',
      target: null,
      before: null,
      after: null,
      again: 409,
    },
    renewRecoveryCodes: {
      action: 'account.renew_recovery_codes',
      target: null,
      before: null,
      after: null,
      again: null,
    },
    disableSecondFactor: {
      action: 'account.disable_second_factor',
      target: null,
      before: null,
      after: null,
      again: 409,
    },
  },
};
