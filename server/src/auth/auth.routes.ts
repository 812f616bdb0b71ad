import { login, loginUser, loginWithSecondFactor } from '@hai-dang/contract/auth/auth.endpoints.ts';
import type { Admin, LoginResponse } from '@hai-dang/contract/auth/auth.schema.ts';
import { logout } from '@hai-dang/contract/auth/logout.endpoints.ts';
import type { PreferencesService } from '../account/preferences.service.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { AuthService } from './auth.service.ts';

interface AuthRoutesNeeds {
  readonly auth: AuthService;
  readonly preferences: Pick<PreferencesService, 'getStartScreen'>;
}

export function registerAuthRoutes(mount: Mount, { auth, preferences }: AuthRoutesNeeds): void {
  const toLoginResponse = async (token: string, admin: Admin): Promise<LoginResponse> => ({
    success: true,
    message: 'Đăng nhập thành công',
    token,
    admin,
    startScreen: await preferences.getStartScreen(admin.id),
  });

  mount(login, async ({ body, context }) => {
    const { token, admin } = await auth.login(body, context);
    return toLoginResponse(token, admin);
  });

  mount(loginWithSecondFactor, async ({ body, context }) => {
    const { token, admin } = await auth.loginWithSecondFactor(body, context);
    return toLoginResponse(token, admin);
  });

  mount(loginUser, async ({ body, context }) => {
    const { token, user } = await auth.loginUser(body, context);
    return { success: true, message: 'Đăng nhập thành công', token, user };
  });

  mount(logout, async ({ caller, context }) => {
    await auth.logout(caller, context);
    return { success: true, message: 'Đã đăng xuất' };
  });
}
