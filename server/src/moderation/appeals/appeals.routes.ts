import * as endpoints from '@hai-dang/contract/moderation/appeals.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { withOwnId } from '../../lib/http/own-id.ts';
import { listNotices } from '../notices/notices.ts';
import type { AppealsService } from './appeals.service.ts';

export function registerAppealsRoutes(mount: Mount, appeals: AppealsService): void {
  mount(endpoints.listNotices, async ({ ctx }) => ({ success: true, data: await listNotices(ctx) }));

  mount(endpoints.createAppeal, async ({ body, caller }) => ({
    success: true,
    message: 'Đã gửi khiếu nại',
    data: await appeals.createAppeal(body, caller),
  }));

  mount(endpoints.listAppeals, async ({ body, caller }) => {
    const { appeals: data, pagination } = await appeals.listAppeals(withOwnId(body, caller));
    return { success: true, data, pagination };
  });

  mount(endpoints.getAppeal, async ({ params }) => ({ success: true, data: await appeals.getAppeal(params.id) }));

  mount(endpoints.decideAppeal, async ({ params, body, caller, context }) => {
    const data = await appeals.decideAppeal(params.id, body, caller, context);
    return { success: true, message: OUTCOME_MESSAGES[data.appeal.outcome ?? 'closed'], data };
  });
}

const OUTCOME_MESSAGES = {
  upheld: 'Đã giữ nguyên quyết định',
  overturned: 'Đã hủy quyết định',
  closed: 'Tài khoản khiếu nại đã bị xóa nên khiếu nại được đóng lại',
};
