import * as endpoints from '@hai-dang/contract/users/user-account.endpoints.ts';
import { exportUsers, listUsers, searchUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import { disableUser, enableUser } from './set-user-disabled.ts';
import type { UsersService } from './users.service.ts';

const EXPORT_FILE_NAME = 'nguoi-dung.csv';

export function registerUsersRoutes(mount: Mount, users: UsersService): void {
  mount(listUsers, async ({ body }) => {
    const { users: data, pagination } = await users.listUsers(body);
    return { success: true, data, pagination };
  });

  mount(searchUsers, async ({ body }) => ({ success: true, data: await users.searchUsers(body) }));

  mount(exportUsers, async ({ ctx, body }) => ({
    content: await users.exportUsers(ctx, body),
    fileName: EXPORT_FILE_NAME,
  }));

  mount(endpoints.getUserStatus, async ({ params }) => {
    const { _id, username, email, vohieuhoa } = await users.getUserDetail(params.id);
    const isDisabled = vohieuhoa === true;
    const data = { userId: _id, username: username ?? '', email: email ?? '', vohieuhoa: isDisabled };
    return { success: true, isDisabled, data };
  });

  mount(endpoints.disableUser, async ({ ctx, params }) => {
    const data = await disableUser(ctx, params.id);
    return { success: true, message: 'Tài khoản đã bị vô hiệu hóa!', data };
  });

  mount(endpoints.enableUser, async ({ ctx, params }) => {
    const data = await enableUser(ctx, params.id);
    return { success: true, message: 'Tài khoản đã được kích hoạt lại!', data };
  });

  mount(endpoints.deleteUser, async ({ ctx, params }) => {
    await users.deleteUser(ctx, params.id);
    return { success: true, message: 'Đã xóa tài khoản' };
  });

  mount(endpoints.listRelatedAccounts, async ({ params }) => ({
    success: true,
    data: await users.listRelatedAccounts(params.id),
  }));

  mount(endpoints.getUserDetail, async ({ params }) => ({ success: true, data: await users.getUserDetail(params.id) }));
}
