import * as endpoints from '@hai-dang/contract/moderation/settings.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { getSettings, updateSettings } from './settings.ts';

export function registerSettingsRoutes(mount: Mount): void {
  mount(endpoints.getSettings, async ({ ctx }) => ({ success: true, data: await getSettings(ctx.db) }));

  mount(endpoints.updateSettings, async ({ ctx, body }) => ({
    success: true,
    message: 'Đã lưu thiết lập',
    data: await updateSettings(ctx, body),
  }));
}
