import { getWork } from '@hai-dang/contract/work/work.endpoints.ts';
import type { Mount } from '../lib/http/mount.ts';
import type { WorkService } from './work.service.ts';

export function registerWorkRoutes(mount: Mount, work: WorkService): void {
  mount(getWork, async ({ caller }) => ({ success: true, data: await work.getWork(caller) }));
}
