import * as endpoints from '@hai-dang/contract/moderation/bulk.endpoints.ts';
import * as startEndpoints from '@hai-dang/contract/moderation/bulk-start.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { getBulk, listBulks } from './list-bulks.ts';
import { previewBulk, startBulk } from './start-bulk.ts';
import { stopBulk } from './stop-bulk.ts';
import { undoBulk } from './undo-bulk.ts';

export function registerBulkRoutes(mount: Mount): void {
  mount(startEndpoints.startBulk, async ({ ctx, body }) => ({ success: true, data: await startBulk(ctx, body) }));
  mount(startEndpoints.previewBulk, async ({ ctx, body }) => ({ success: true, data: await previewBulk(ctx, body) }));
  mount(endpoints.listBulks, async ({ ctx, body }) => {
    const { bulks: data, nextCursor } = await listBulks(ctx, body);
    return { success: true, data, pagination: { nextCursor } };
  });
  mount(endpoints.getBulk, async ({ ctx, params }) => ({ success: true, data: await getBulk(ctx, params.id) }));
  mount(endpoints.stopBulk, async ({ ctx, params }) => ({
    success: true,
    message: 'Đã dừng',
    data: await stopBulk(ctx, params.id),
  }));
  mount(endpoints.undoBulk, async ({ ctx, params, body }) => ({
    success: true,
    message: 'Đang hoàn tác',
    data: await undoBulk(ctx, params.id, body.reason),
  }));
}
