import { getUserRecord } from '@hai-dang/contract/moderation/record.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { RecordService } from './record.service.ts';

export function registerRecordRoutes(mount: Mount, records: RecordService): void {
  mount(getUserRecord, async ({ params }) => ({ success: true, data: await records.getUserRecord(params.id) }));
}
