import * as endpoints from '@hai-dang/contract/quick-search/quick-search.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import { quickSearch } from './quick-search.ts';

export function registerQuickSearchRoutes(mount: Mount): void {
  mount(endpoints.quickSearch, async ({ ctx, body }) => ({ success: true, data: await quickSearch(ctx, body) }));
}
