import { getSettings, updateSettings } from '@hai-dang/contract/moderation/settings.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { SettingsService } from './settings.service.ts';

export function registerSettingsRoutes(mount: Mount, settings: SettingsService): void {
  mount(getSettings, async () => ({ success: true, data: await settings.getSettings() }));

  mount(updateSettings, async ({ body, caller, context }) => ({
    success: true,
    message: 'Đã lưu thiết lập',
    data: await settings.updateSettings(body, caller, context),
  }));
}
