import * as accountEndpoints from '@hai-dang/contract/users/user-account.endpoints.ts';
import * as endpoints from '@hai-dang/contract/users/users.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import { exportUsers } from './export-users.ts';
import { getUserDetail } from './get-user-detail.ts';
import { listRelatedAccounts } from './list-related-accounts.ts';
import { listUsers } from './list-users.ts';
import { searchUsers } from './search-users.ts';

const EXPORT_FILE_NAME = 'nguoi-dung.csv';

export function registerUsersRoutes(mount: Mount): void {
  mount(endpoints.listUsers, async ({ ctx, body }) => {
    const { users: data, pagination } = await listUsers(ctx, body);
    return { success: true, data, pagination };
  });

  mount(endpoints.searchUsers, async ({ ctx, body }) => ({ success: true, data: await searchUsers(ctx, body) }));

  mount(endpoints.exportUsers, async ({ ctx, body }) => ({
    content: await exportUsers(ctx, body),
    fileName: EXPORT_FILE_NAME,
  }));

  mount(accountEndpoints.getUserStatus, async ({ ctx, params }) => {
    const { _id, username, email, vohieuhoa } = await getUserDetail(ctx.db, params.id);
    const isDisabled = vohieuhoa === true;
    const data = { userId: _id, username: username ?? '', email: email ?? '', vohieuhoa: isDisabled };
    return { success: true, isDisabled, data };
  });

  mount(accountEndpoints.listRelatedAccounts, async ({ ctx, params }) => ({
    success: true,
    data: await listRelatedAccounts(ctx.db, params.id),
  }));

  mount(accountEndpoints.getUserDetail, async ({ ctx, params }) => ({
    success: true,
    data: await getUserDetail(ctx.db, params.id),
  }));
}
