import { listLetterTemplates, setLetterTemplate } from '@hai-dang/contract/moderation/letters.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { LetterTemplates } from './templates.service.ts';

export function registerLettersRoutes(mount: Mount, templates: LetterTemplates): void {
  mount(listLetterTemplates, async ({ body }) => ({
    success: true,
    data: await templates.listLetterTemplates(body.policy ?? null),
  }));

  mount(setLetterTemplate, async ({ body, caller, context }) => ({
    success: true,
    message: 'Đã lưu thư mẫu',
    data: await templates.setLetterTemplate(body, caller, context),
  }));
}
