import * as endpoints from '@hai-dang/contract/work/work.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import { getWork } from './get-work.ts';

export function registerWorkRoutes(mount: Mount): void {
  mount(endpoints.getWork, async ({ ctx }) => ({ success: true, data: await getWork(ctx) }));
}
