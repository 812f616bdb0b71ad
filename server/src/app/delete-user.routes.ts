import { deleteUser as endpoint } from '@hai-dang/contract/users/user-account.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import { deleteUser } from './delete-user.ts';

export const registerDeleteUserRoute = (mount: Mount): void =>
  mount(endpoint, async ({ ctx, params }) => {
    await deleteUser(ctx, params.id);
    return { success: true, message: 'Đã xóa tài khoản' };
  });
