import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  renewWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@hai-dang/contract/alerts/webhooks.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { WebhooksService } from './webhooks.service.ts';

export function registerWebhooksRoutes(mount: Mount, webhooks: WebhooksService): void {
  mount(listWebhooks, async () => ({ success: true, data: await webhooks.listWebhooks() }));

  mount(createWebhook, async ({ body, caller, context }) => ({
    success: true,
    message: 'Đã thêm webhook',
    data: await webhooks.createWebhook(body, caller, context),
  }));

  mount(updateWebhook, async ({ params, body, caller, context }) => ({
    success: true,
    message: 'Đã lưu webhook',
    data: await webhooks.updateWebhook(params.id, body, caller, context),
  }));

  mount(renewWebhookSecret, async ({ params, caller, context }) => ({
    success: true,
    message: 'Đã tạo khóa mới',
    data: await webhooks.renewWebhookSecret(params.id, caller, context),
  }));

  mount(testWebhook, async ({ params, caller, context }) => ({
    success: true,
    message: 'Đang gửi thử',
    data: await webhooks.testWebhook(params.id, caller, context),
  }));

  mount(deleteWebhook, async ({ params, caller, context }) => {
    await webhooks.deleteWebhook(params.id, caller, context);
    return { success: true, message: 'Đã xóa webhook' };
  });
}
