import * as endpoints from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { decideSubject } from './decide-subject.ts';
import { getSubject } from './get-subject.ts';
import { previewDecision } from './preview-decision.ts';
import { undoDecision } from './undo-decision.ts';

export function registerDecisionsRoutes(mount: Mount): void {
  mount(endpoints.getSubject, async ({ ctx, params }) => ({ success: true, data: await getSubject(ctx, params) }));

  mount(endpoints.decideSubject, async ({ ctx, body }) => ({
    success: true,
    message: 'Đã ghi quyết định',
    data: await decideSubject(ctx, body),
  }));

  mount(endpoints.previewDecision, async ({ ctx, body }) => ({
    success: true,
    data: await previewDecision(ctx, body),
  }));

  mount(endpoints.undoDecision, async ({ ctx, params, body }) => ({
    success: true,
    message: 'Đã hủy quyết định',
    data: await undoDecision(ctx, params.id, body),
  }));
}
