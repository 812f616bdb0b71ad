import * as endpoints from '@hai-dang/contract/audit/audit.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import { exportAuditEntries } from './export-audit-entries.ts';
import { listAuditActors } from './list-audit-actors.ts';
import { listAuditEntries } from './list-audit-entries.ts';

const EXPORT_FILE_NAME = 'nhat-ky.csv';

export function registerAuditRoutes(mount: Mount): void {
  mount(endpoints.listAuditEntries, async ({ ctx, body }) => {
    const { entries, pagination } = await listAuditEntries(ctx.db, body);
    return { success: true, data: entries, pagination };
  });

  mount(endpoints.listAuditActors, async ({ ctx }) => ({ success: true, data: await listAuditActors(ctx.db) }));

  mount(endpoints.exportAuditEntries, async ({ ctx, body }) => ({
    content: await exportAuditEntries(ctx, body),
    fileName: EXPORT_FILE_NAME,
  }));
}
