import { exportAuditEntries, listAuditActors, listAuditEntries } from '@hai-dang/contract/audit/audit.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { AuditService } from './audit.service.ts';

const EXPORT_FILE_NAME = 'nhat-ky.csv';

export function registerAuditRoutes(mount: Mount, audit: AuditService): void {
  mount(listAuditEntries, async ({ body }) => {
    const { entries, pagination } = await audit.listAuditEntries(body);
    return { success: true, data: entries, pagination };
  });

  mount(listAuditActors, async () => ({ success: true, data: await audit.listAuditActors() }));

  mount(exportAuditEntries, async ({ body, caller, context }) => ({
    content: await audit.exportAuditEntries(body, caller, context),
    fileName: EXPORT_FILE_NAME,
  }));
}
