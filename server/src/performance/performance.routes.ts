import { exportPerformance, getPerformance } from '@hai-dang/contract/performance/performance.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { PerformanceService } from './performance.service.ts';

const EXPORT_FILE_NAME = 'thong-ke.csv';

export function registerPerformanceRoutes(mount: Mount, performance: PerformanceService): void {
  mount(getPerformance, async ({ body }) => ({ success: true, data: await performance.getPerformance(body) }));
  mount(exportPerformance, async ({ body, caller, context }) => ({
    content: await performance.exportPerformance(body, caller, context),
    fileName: EXPORT_FILE_NAME,
  }));
}
