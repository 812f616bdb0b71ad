import * as endpoints from '@hai-dang/contract/content/content.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import { getContent } from './get-content.ts';
import { exportContent, listContent } from './list-content.ts';

const EXPORT_FILE_NAME = 'noi-dung.csv';

export function registerContentRoutes(mount: Mount): void {
  mount(endpoints.listContent, async ({ ctx, body }) => {
    const { content: data, pagination } = await listContent(ctx.db, body);
    return { success: true, data, pagination };
  });
  mount(endpoints.exportContent, async ({ ctx, body }) => ({
    content: await exportContent(ctx, body),
    fileName: EXPORT_FILE_NAME,
  }));
  mount(endpoints.getContent, async ({ ctx, params }) => ({
    success: true,
    data: await getContent(ctx.db, params),
  }));
}
