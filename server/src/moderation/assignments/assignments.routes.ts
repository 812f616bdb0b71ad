import * as endpoints from '@hai-dang/contract/moderation/assignments.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { assignSubject } from './assign-subject.ts';

export function registerAssignmentsRoutes(mount: Mount): void {
  mount(endpoints.assignSubject, async ({ ctx, params, body }) => ({
    success: true,
    data: await assignSubject(ctx, params, body),
  }));
}
