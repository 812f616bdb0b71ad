import * as endpoints from '@hai-dang/contract/moderation/record.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { getUserRecord } from './get-user-record.ts';
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
}
