import {
  beginSecondFactor,
  changePassword,
  confirmPassword,
  confirmSecondFactor,
  disableSecondFactor,
  endOtherSessions,
  endSession,
  getAccount,
  listOwnSessions,
  renewRecoveryCodes,
} from '@hai-dang/contract/account/account.endpoints.ts';
import { getPreferences, updatePreferences } from '@hai-dang/contract/account/preferences.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { AccountService } from './account.service.ts';
import type { PreferencesService } from './preferences.service.ts';

export function registerAccountRoutes(mount: Mount, account: AccountService, preferences: PreferencesService): void {
  mount(getAccount, async ({ caller }) => ({ success: true, account: await account.getAccount(caller) }));

  mount(listOwnSessions, async ({ caller }) => ({ success: true, sessions: await account.listOwnSessions(caller) }));

  mount(endSession, async ({ params, caller, context }) => {
    await account.endSession(params.id, caller, context);
    return { success: true, message: 'Đã kết thúc phiên đăng nhập' };
  });

  mount(endOtherSessions, async ({ caller, context }) => ({
    success: true,
    ended: await account.endOtherSessions(caller, context),
  }));

  mount(changePassword, async ({ body, caller, context }) => {
    await account.changePassword(body, caller, context);
    return { success: true, message: 'Đã đổi mật khẩu' };
  });

  mount(confirmPassword, async ({ body, caller, context }) => {
    await account.confirmPassword(body.password, caller, context);
    return { success: true };
  });

  mount(beginSecondFactor, async ({ caller, context }) => ({
    success: true,
    ...(await account.beginSecondFactor(caller, context)),
  }));

  mount(confirmSecondFactor, async ({ body, caller, context }) => ({
    success: true,
    message: 'Đã bật xác thực hai lớp',
    recoveryCodes: await account.confirmSecondFactor(body.code, caller, context),
  }));

  mount(renewRecoveryCodes, async ({ caller, context }) => ({
    success: true,
    recoveryCodes: await account.renewRecoveryCodes(caller, context),
  }));

  mount(disableSecondFactor, async ({ caller, context }) => {
    await account.disableSecondFactor(caller, context);
    return { success: true, message: 'Đã tắt xác thực hai lớp' };
  });

  mount(getPreferences, async ({ caller }) => ({
    success: true,
    preferences: await preferences.getPreferences(caller),
    isEmailAvailable: preferences.isEmailAvailable,
  }));

  mount(updatePreferences, async ({ body, caller }) => ({
    success: true,
    preferences: await preferences.updatePreferences(body, caller),
  }));
}
