import * as endpoints from '@hai-dang/contract/chat/canned-replies.endpoints.ts';
import type { Mount } from '../../lib/http/mount.ts';
import { createCannedReply, deleteCannedReply, listCannedReplies, updateCannedReply } from './canned-replies.ts';

export function registerCannedRepliesRoutes(mount: Mount): void {
  mount(endpoints.listCannedReplies, async ({ ctx }) => ({ success: true, data: await listCannedReplies(ctx) }));

  mount(endpoints.createCannedReply, async ({ ctx, body }) => ({
    success: true,
    message: 'Đã thêm câu trả lời mẫu',
    data: await createCannedReply(ctx, body),
  }));

  mount(endpoints.updateCannedReply, async ({ ctx, params, body }) => ({
    success: true,
    message: 'Đã lưu câu trả lời mẫu',
    data: await updateCannedReply(ctx, params.id, body),
  }));

  mount(endpoints.deleteCannedReply, async ({ ctx, params }) => {
    await deleteCannedReply(ctx, params.id);
    return { success: true, message: 'Đã xóa câu trả lời mẫu' };
  });
}
