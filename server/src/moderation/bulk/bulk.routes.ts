import { getBulk, listBulks, stopBulk, undoBulk } from '@hai-dang/contract/moderation/bulk.endpoints.ts';
import { previewBulk, startBulk } from '@hai-dang/contract/moderation/bulk-start.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { BulkService } from './bulk.service.ts';

export function registerBulkRoutes(mount: Mount, bulk: BulkService): void {
  mount(startBulk, async ({ body, caller, context }) => ({
    success: true,
    data: await bulk.startBulk(body, caller, context),
  }));
  mount(previewBulk, async ({ body }) => ({ success: true, data: await bulk.previewBulk(body) }));
  mount(listBulks, async ({ body }) => {
    const { bulks: data, nextCursor } = await bulk.listBulks(body);
    return { success: true, data, pagination: { nextCursor } };
  });
  mount(getBulk, async ({ params }) => ({ success: true, data: await bulk.getBulk(params.id) }));
  mount(stopBulk, async ({ params, caller, context }) => ({
    success: true,
    message: 'Đã dừng',
    data: await bulk.stopBulk(params.id, caller, context),
  }));
  mount(undoBulk, async ({ params, caller, context }) => ({
    success: true,
    message: 'Đang hoàn tác',
    data: await bulk.undoBulk(params.id, caller, context),
  }));
}
