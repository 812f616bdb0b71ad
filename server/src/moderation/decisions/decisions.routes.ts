import {
  decideSubject,
  getSubject,
  previewDecision,
  undoDecision,
} from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { DecisionsService } from './decisions.service.ts';

export function registerDecisionsRoutes(mount: Mount, decisions: DecisionsService): void {
  mount(getSubject, async ({ params }) => ({ success: true, data: await decisions.getSubject(params) }));

  mount(decideSubject, async ({ body, caller, context }) => ({
    success: true,
    message: 'Đã ghi quyết định',
    data: await decisions.decideSubject(body, caller, context),
  }));

  mount(previewDecision, async ({ body }) => ({ success: true, data: await decisions.previewDecision(body) }));

  mount(undoDecision, async ({ params, body, caller, context }) => ({
    success: true,
    message: 'Đã hủy quyết định',
    data: await decisions.undoDecision(params.id, body, caller, context),
  }));
}
