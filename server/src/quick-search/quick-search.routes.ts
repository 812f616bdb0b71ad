import { quickSearch } from '@hai-dang/contract/quick-search/quick-search.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { QuickSearchService } from './quick-search.service.ts';

export function registerQuickSearchRoutes(mount: Mount, service: QuickSearchService): void {
  mount(quickSearch, async ({ body }) => ({ success: true, data: await service.quickSearch(body) }));
}
