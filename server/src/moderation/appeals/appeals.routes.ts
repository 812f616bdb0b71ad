import * as endpoints from '@hai-dang/contract/moderation/appeals.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { withOwnId } from '../../lib/http/own-id.ts';
import { listNotices } from '../notices/notices.ts';
import { createAppeal } from './create-appeal.ts';
import { decideAppeal } from './decide-appeal.ts';
import { getAppeal } from './get-appeal.ts';
import { listAppeals } from './list-appeals.ts';

export function registerAppealsRoutes(mount: Mount): void {
  mount(endpoints.listNotices, async ({ ctx }) => ({ success: true, data: await listNotices(ctx) }));

  mount(endpoints.createAppeal, async ({ ctx, body }) => ({
    success: true,
    message: 'Đã gửi khiếu nại',
    data: await createAppeal(ctx, body),
  }));

  mount(endpoints.listAppeals, async ({ ctx, body }) => {
    const { appeals: data, pagination } = await listAppeals(ctx, withOwnId(body, ctx.caller));
    return { success: true, data, pagination };
  });

  mount(endpoints.getAppeal, async ({ ctx, params }) => ({ success: true, data: await getAppeal(ctx, params.id) }));

  mount(endpoints.decideAppeal, async ({ ctx, params, body }) => {
    const data = await decideAppeal(ctx, params.id, body);
    return { success: true, message: OUTCOME_MESSAGES[data.appeal.outcome ?? 'closed'], data };
  });
}

const OUTCOME_MESSAGES = {
  upheld: 'Đã giữ nguyên quyết định',
  overturned: 'Đã hủy quyết định',
  closed: 'Tài khoản khiếu nại đã bị xóa nên khiếu nại được đóng lại',
};
