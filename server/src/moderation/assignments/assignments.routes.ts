import { assignSubject } from '@hai-dang/contract/moderation/assignments.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { AssignmentsService } from './assignments.service.ts';

export function registerAssignmentsRoutes(mount: Mount, assignments: AssignmentsService): void {
  mount(assignSubject, async ({ params, body, caller }) => ({
    success: true,
    data: await assignments.assignSubject(params, body, caller),
  }));
}
