import * as endpoints from '@hai-dang/contract/moderation/record.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { getUserRecord } from './get-user-record.ts';

export function registerRecordRoutes(mount: Mount): void {
  mount(endpoints.getUserRecord, async ({ ctx, params }) => ({
    success: true,
    data: await getUserRecord(ctx, params.id),
  }));
}
