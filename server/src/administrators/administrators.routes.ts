import {
  acceptInvitation,
  disableAdministrator,
  enableAdministrator,
  endAdministratorSessions,
  getInvitation,
  inviteAdministrator,
  listAdministrators,
  resetAdministratorSecondFactor,
  withdrawInvitation,
} from '@hai-dang/contract/administrators/administrators.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { AdministratorsService } from './administrators.service.ts';
import type { InvitationsService } from './invitations.service.ts';

export function registerAdministratorsRoutes(
  mount: Mount,
  administrators: AdministratorsService,
  invitations: InvitationsService,
): void {
  mount(listAdministrators, async ({ body }) => {
    const { administrators: data, pagination } = await administrators.listAdministrators(body);
    return { success: true, data, pagination };
  });

  mount(inviteAdministrator, async ({ body, caller, context }) => ({
    success: true,
    data: await invitations.inviteAdministrator(body, caller, context),
  }));

  mount(withdrawInvitation, async ({ params, caller, context }) => {
    await invitations.withdrawInvitation(params.id, caller, context);
    return { success: true, message: 'Đã thu hồi lời mời' };
  });

  mount(disableAdministrator, async ({ params, caller, context }) => {
    await administrators.disableAdministrator(params.id, caller, context);
    return { success: true, message: 'Đã tắt quyền quản trị viên' };
  });

  mount(enableAdministrator, async ({ params, caller, context }) => {
    await administrators.enableAdministrator(params.id, caller, context);
    return { success: true, message: 'Đã bật lại quản trị viên' };
  });

  mount(endAdministratorSessions, async ({ params, caller, context }) => {
    await administrators.endSessions(params.id, caller, context);
    return { success: true, message: 'Đã kết thúc mọi phiên đăng nhập' };
  });

  mount(resetAdministratorSecondFactor, async ({ params, caller, context }) => {
    await administrators.resetSecondFactor(params.id, caller, context);
    return { success: true, message: 'Đã gỡ xác thực hai lớp' };
  });

  mount(getInvitation, async ({ body, context }) => ({
    success: true,
    data: await invitations.getInvitation(body.token, context),
  }));

  mount(acceptInvitation, async ({ body, context }) => {
    await invitations.acceptInvitation(body, context);
    return { success: true, message: 'Tài khoản quản trị viên đã sẵn sàng' };
  });
}
