import { exportContent, getContent, listContent } from '@hai-dang/contract/content/content.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { ContentService } from './content.service.ts';

const EXPORT_FILE_NAME = 'noi-dung.csv';

export function registerContentRoutes(mount: Mount, content: ContentService): void {
  mount(listContent, async ({ body }) => {
    const { content: data, pagination } = await content.listContent(body);
    return { success: true, data, pagination };
  });
  mount(exportContent, async ({ ctx, body }) => ({
    content: await content.exportContent(ctx, body),
    fileName: EXPORT_FILE_NAME,
  }));
  mount(getContent, async ({ params }) => ({ success: true, data: await content.getContent(params) }));
}
