import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from '@hai-dang/contract/saved-views/saved-views.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { SavedViewsService } from './saved-views.service.ts';

export function registerSavedViewsRoutes(mount: Mount, views: SavedViewsService): void {
  mount(listSavedViews, async ({ body, caller }) => ({
    success: true,
    data: await views.listSavedViews(body.screen, caller),
  }));
  mount(createSavedView, async ({ body, caller, context }) => ({
    success: true,
    message: 'Đã lưu chế độ xem',
    data: await views.createSavedView(body, caller, context),
  }));
  mount(updateSavedView, async ({ params, body, caller, context }) => ({
    success: true,
    message: 'Đã lưu chế độ xem',
    data: await views.updateSavedView(params.id, body, caller, context),
  }));
  mount(deleteSavedView, async ({ params, caller, context }) => {
    await views.deleteSavedView(params.id, caller, context);
    return { success: true, message: 'Đã xóa chế độ xem' };
  });
}
