import * as endpoints from '@hai-dang/contract/saved-views/saved-views.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-views.ts';

export function registerSavedViewsRoutes(mount: Mount): void {
  mount(endpoints.listSavedViews, async ({ ctx, body }) => ({
    success: true,
    data: await listSavedViews(ctx, body.screen),
  }));
  mount(endpoints.createSavedView, async ({ ctx, body }) => ({
    success: true,
    message: 'Đã lưu chế độ xem',
    data: await createSavedView(ctx, body),
  }));
  mount(endpoints.updateSavedView, async ({ ctx, params, body }) => ({
    success: true,
    message: 'Đã lưu chế độ xem',
    data: await updateSavedView(ctx, params.id, body),
  }));
  mount(endpoints.deleteSavedView, async ({ ctx, params }) => {
    await deleteSavedView(ctx, params.id);
    return { success: true, message: 'Đã xóa chế độ xem' };
  });
}
