import { login, loginUser, loginWithSecondFactor, logout } from '@hai-dang/contract/auth/auth.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { AuthService } from './auth.service.ts';

export function registerAuthRoutes(mount: Mount, auth: AuthService): void {
  mount(login, async ({ body, context }) => {
    const { token, admin } = await auth.login(body, context);
    return { success: true, message: 'Đăng nhập thành công', token, admin };
  });

  mount(loginWithSecondFactor, async ({ body, context }) => {
    const { token, admin } = await auth.loginWithSecondFactor(body, context);
    return { success: true, message: 'Đăng nhập thành công', token, admin };
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
