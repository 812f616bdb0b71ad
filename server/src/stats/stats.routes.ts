import * as endpoints from '@hai-dang/contract/stats/stats.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import { getDashboardStats } from './stats.ts';

export function registerStatsRoutes(mount: Mount): void {
  mount(endpoints.getDashboardStats, async ({ ctx, body }) => ({
    success: true,
    data: await getDashboardStats(ctx, body.days),
  }));
}
