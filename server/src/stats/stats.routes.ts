import { getDashboardStats } from '@hai-dang/contract/stats/stats.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { StatsService } from './stats.service.ts';

export function registerStatsRoutes(mount: Mount, stats: StatsService): void {
  mount(getDashboardStats, async ({ body }) => ({ success: true, data: await stats.getDashboardStats(body.days) }));
}
