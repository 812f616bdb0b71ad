import * as endpoints from '@hai-dang/contract/moderation/record.endpoints.ts';
import * as countsEndpoints from '@hai-dang/contract/moderation/record-counts.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { getUserRecord } from './get-user-record.ts';
import { listRecordCounts } from './list-record-counts.ts';
import { muteReporter } from './mute-reporter.ts';

export function registerRecordRoutes(mount: Mount): void {
  mount(endpoints.getUserRecord, async ({ ctx, params }) => ({
    success: true,
    data: await getUserRecord(ctx, params.id),
  }));
  mount(endpoints.muteReporter, async ({ ctx, params }) => ({
    success: true,
    data: await muteReporter(ctx, params.id, true),
  }));
  mount(endpoints.unmuteReporter, async ({ ctx, params }) => ({
    success: true,
    data: await muteReporter(ctx, params.id, false),
  }));
  mount(countsEndpoints.listRecordCounts, async ({ ctx, body }) => ({
    success: true,
    data: await listRecordCounts(ctx, body.ids),
  }));
}
