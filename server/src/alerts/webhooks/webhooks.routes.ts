import * as endpoints from '@hai-dang/contract/alerts/webhooks.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  renewWebhookSecret,
  testWebhook,
  updateWebhook,
} from './webhooks.ts';

export function registerWebhooksRoutes(mount: Mount): void {
  mount(endpoints.listWebhooks, async ({ ctx }) => ({ success: true, data: await listWebhooks(ctx) }));

  mount(endpoints.createWebhook, async ({ ctx, body }) => ({
    success: true,
    message: 'Đã thêm webhook',
    data: await createWebhook(ctx, body),
  }));

  mount(endpoints.updateWebhook, async ({ ctx, params, body }) => ({
    success: true,
    message: 'Đã lưu webhook',
    data: await updateWebhook(ctx, params.id, body),
  }));

  mount(endpoints.renewWebhookSecret, async ({ ctx, params }) => ({
    success: true,
    message: 'Đã tạo khóa mới',
    data: await renewWebhookSecret(ctx, params.id),
  }));

  mount(endpoints.testWebhook, async ({ ctx, params }) => ({
    success: true,
    message: 'Đang gửi thử',
    data: await testWebhook(ctx, params.id),
  }));

  mount(endpoints.deleteWebhook, async ({ ctx, params }) => {
    await deleteWebhook(ctx, params.id);
    return { success: true, message: 'Đã xóa webhook' };
  });
}
