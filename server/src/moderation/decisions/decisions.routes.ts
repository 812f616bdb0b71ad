import * as endpoints from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { DecisionsService } from './decisions.service.ts';
import { getSubject } from './get-subject.ts';

export function registerDecisionsRoutes(mount: Mount, decisions: DecisionsService): void {
  mount(endpoints.getSubject, async ({ ctx, params }) => ({ success: true, data: await getSubject(ctx, params) }));

  mount(endpoints.decideSubject, async ({ body, caller, context }) => ({
    success: true,
    message: 'Đã ghi quyết định',
    data: await decisions.decideSubject(body, caller, context),
  }));

  mount(endpoints.previewDecision, async ({ body }) => ({
    success: true,
    data: await decisions.previewDecision(body),
  }));

  mount(endpoints.undoDecision, async ({ params, body, caller, context }) => ({
    success: true,
    message: 'Đã hủy quyết định',
    data: await decisions.undoDecision(params.id, body, caller, context),
  }));
}
