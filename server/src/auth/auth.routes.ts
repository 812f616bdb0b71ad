import * as endpoints from '@hai-dang/contract/auth/auth.endpoints.ts';
import type { Admin, LoginResponse } from '@hai-dang/contract/auth/auth.schema.ts';
import * as logoutEndpoints from '@hai-dang/contract/auth/logout.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import { login } from './login.ts';
import { type FindPenalty, loginUser } from './login-user.ts';
import { loginWithSecondFactor } from './login-with-second-factor.ts';
import { logout } from './logout.ts';
import type { SignInCtx } from './sign-in.ts';

interface AuthRoutesOptions {
  /** Says where the panel begins for an administrator. */
  readonly getStartScreen: (ctx: SignInCtx, adminId: string) => Promise<LoginResponse['startScreen']>;
  readonly findPenalty: FindPenalty;
}

export function registerAuthRoutes(mount: Mount, { getStartScreen, findPenalty }: AuthRoutesOptions): void {
  const toLoginResponse = async (
    ctx: SignInCtx,
    { token, admin }: { token: string; admin: Admin },
  ): Promise<LoginResponse> => ({
    success: true,
    message: 'Đăng nhập thành công',
    token,
    admin,
    startScreen: await getStartScreen(ctx, admin.id),
  });

  mount(endpoints.login, async ({ ctx, body }) => toLoginResponse(ctx, await login(ctx, body)));

  mount(endpoints.loginWithSecondFactor, async ({ ctx, body }) =>
    toLoginResponse(ctx, await loginWithSecondFactor(ctx, body)),
  );

  mount(endpoints.loginUser, async ({ ctx, body }) => {
    const { token, user } = await loginUser(ctx, body, findPenalty);
    return { success: true, message: 'Đăng nhập thành công', token, user };
  });

  mount(logoutEndpoints.logout, async ({ ctx }) => {
    await logout(ctx);
    return { success: true, message: 'Đã đăng xuất' };
  });
}
