import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  updateCannedReply,
} from '@hai-dang/contract/chat/canned-replies.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import type { CannedRepliesService } from './canned-replies.service.ts';

export function registerCannedRepliesRoutes(mount: Mount, replies: CannedRepliesService): void {
  mount(listCannedReplies, async () => ({ success: true, data: await replies.listCannedReplies() }));

  mount(createCannedReply, async ({ body, caller, context }) => ({
    success: true,
    message: 'Đã thêm câu trả lời mẫu',
    data: await replies.createCannedReply(body, caller, context),
  }));

  mount(updateCannedReply, async ({ params, body, caller, context }) => ({
    success: true,
    message: 'Đã lưu câu trả lời mẫu',
    data: await replies.updateCannedReply(params.id, body, caller, context),
  }));

  mount(deleteCannedReply, async ({ params, caller, context }) => {
    await replies.deleteCannedReply(params.id, caller, context);
    return { success: true, message: 'Đã xóa câu trả lời mẫu' };
  });
}
