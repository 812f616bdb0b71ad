import * as endpoints from '@hai-dang/contract/account/account.endpoints.ts';
import * as preferencesEndpoints from '@hai-dang/contract/account/preferences.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import { changePassword, confirmPassword } from './change-password.ts';
import { getAccount } from './get-account.ts';
import { endOtherSessions, endSession, listOwnSessions } from './own-sessions.ts';
import { getPreferences, updatePreferences } from './preferences.ts';
import { beginSecondFactor, confirmSecondFactor, disableSecondFactor, renewRecoveryCodes } from './second-factor.ts';

export function registerAccountRoutes(mount: Mount): void {
  mount(endpoints.getAccount, async ({ ctx }) => ({ success: true, account: await getAccount(ctx) }));

  mount(endpoints.listOwnSessions, async ({ ctx }) => ({ success: true, sessions: await listOwnSessions(ctx) }));

  mount(endpoints.endSession, async ({ ctx, params }) => {
    await endSession(ctx, params.id);
    return { success: true, message: 'Đã kết thúc phiên đăng nhập' };
  });

  mount(endpoints.endOtherSessions, async ({ ctx }) => ({ success: true, ended: await endOtherSessions(ctx) }));

  mount(endpoints.changePassword, async ({ ctx, body }) => {
    await changePassword(ctx, body);
    return { success: true, message: 'Đã đổi mật khẩu' };
  });

  mount(endpoints.confirmPassword, async ({ ctx, body }) => {
    await confirmPassword(ctx, body.password);
    return { success: true };
  });

  mount(endpoints.beginSecondFactor, async ({ ctx }) => ({ success: true, ...(await beginSecondFactor(ctx)) }));

  mount(endpoints.confirmSecondFactor, async ({ ctx, body }) => ({
    success: true,
    message: 'Đã bật xác thực hai lớp',
    recoveryCodes: await confirmSecondFactor(ctx, body.code),
  }));

  mount(endpoints.renewRecoveryCodes, async ({ ctx }) => ({
    success: true,
    recoveryCodes: await renewRecoveryCodes(ctx),
  }));

  mount(endpoints.disableSecondFactor, async ({ ctx }) => {
    await disableSecondFactor(ctx);
    return { success: true, message: 'Đã tắt xác thực hai lớp' };
  });

  mount(preferencesEndpoints.getPreferences, async ({ ctx }) => ({
    success: true,
    preferences: await getPreferences(ctx),
    isEmailAvailable: ctx.mailer !== null,
  }));

  mount(preferencesEndpoints.updatePreferences, async ({ ctx, body }) => ({
    success: true,
    preferences: await updatePreferences(ctx, body),
  }));
}
