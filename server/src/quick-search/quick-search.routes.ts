import * as endpoints from '@hai-dang/contract/quick-search/quick-search.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { UsersService } from '../users/users.service.ts';
import { quickSearch } from './quick-search.ts';

export function registerQuickSearchRoutes(mount: Mount, users: UsersService): void {
  mount(endpoints.quickSearch, async ({ ctx, body }) => ({ success: true, data: await quickSearch(ctx, users, body) }));
}
