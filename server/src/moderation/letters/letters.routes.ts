import * as endpoints from '@hai-dang/contract/moderation/letters.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { listLetterTemplates, setLetterTemplate } from './templates.ts';

export function registerLettersRoutes(mount: Mount): void {
  mount(endpoints.listLetterTemplates, async ({ ctx, body }) => ({
    success: true,
    data: await listLetterTemplates(ctx, body.policy ?? null),
  }));

  mount(endpoints.setLetterTemplate, async ({ ctx, body }) => ({
    success: true,
    message: 'Đã lưu thư mẫu',
    data: await setLetterTemplate(ctx, body),
  }));
}
