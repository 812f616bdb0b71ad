import * as endpoints from '@hai-dang/contract/administrators/administrators.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import { acceptInvitation, getInvitation } from './accept-invitation.ts';
import {
  disableAdministrator,
  enableAdministrator,
  endAdministratorSessions,
  resetAdministratorSecondFactor,
} from './change-administrator.ts';
import { inviteAdministrator, withdrawInvitation } from './invite-administrator.ts';
import { listAdministrators } from './list-administrators.ts';

export function registerAdministratorsRoutes(mount: Mount): void {
  mount(endpoints.listAdministrators, async ({ ctx, body }) => {
    const { administrators: data, pagination } = await listAdministrators(ctx, body);
    return { success: true, data, pagination };
  });

  mount(endpoints.inviteAdministrator, async ({ ctx, body }) => ({
    success: true,
    data: await inviteAdministrator(ctx, body),
  }));

  mount(endpoints.withdrawInvitation, async ({ ctx, params }) => {
    await withdrawInvitation(ctx, params.id);
    return { success: true, message: 'Đã thu hồi lời mời' };
  });

  mount(endpoints.disableAdministrator, async ({ ctx, params }) => {
    await disableAdministrator(ctx, params.id);
    return { success: true, message: 'Đã tắt quyền quản trị viên' };
  });

  mount(endpoints.enableAdministrator, async ({ ctx, params }) => {
    await enableAdministrator(ctx, params.id);
    return { success: true, message: 'Đã bật lại quản trị viên' };
  });

  mount(endpoints.endAdministratorSessions, async ({ ctx, params }) => {
    await endAdministratorSessions(ctx, params.id);
    return { success: true, message: 'Đã kết thúc mọi phiên đăng nhập' };
  });

  mount(endpoints.resetAdministratorSecondFactor, async ({ ctx, params }) => {
    await resetAdministratorSecondFactor(ctx, params.id);
    return { success: true, message: 'Đã gỡ xác thực hai lớp' };
  });

  mount(endpoints.getInvitation, async ({ ctx, body }) => ({
    success: true,
    data: await getInvitation(ctx, body.token),
  }));

  mount(endpoints.acceptInvitation, async ({ ctx, body }) => {
    await acceptInvitation(ctx, body);
    return { success: true, message: 'Tài khoản quản trị viên đã sẵn sàng' };
  });
}
