import * as endpoints from '@hai-dang/contract/performance/performance.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import { exportPerformance, getPerformance } from './performance.ts';

const EXPORT_FILE_NAME = 'thong-ke.csv';

export function registerPerformanceRoutes(mount: Mount): void {
  mount(endpoints.getPerformance, async ({ ctx, body }) => ({ success: true, data: await getPerformance(ctx, body) }));
  mount(endpoints.exportPerformance, async ({ ctx, body }) => ({
    content: await exportPerformance(ctx, body),
    fileName: EXPORT_FILE_NAME,
  }));
}
