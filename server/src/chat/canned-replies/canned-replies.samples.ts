import { expect } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { insertCannedReply } from '../../testing/factories.ts';
import type { Samples } from '../../testing/sample.ts';

export const cannedRepliesSamples: Samples = {
  endpoints: {
    listCannedReplies: async () => ({}),
    createCannedReply: async () => ({ body: { shortcut: newId().slice(-12), content: 'Chào {tên}!' } }),
    updateCannedReply: async ({ database: { db } }) => {
      const { id, shortcut, version } = await insertCannedReply(db);
      return { params: { id }, body: { shortcut, content: 'Xin chào {tên}!', version } };
    },
    deleteCannedReply: async ({ database: { db } }) => ({ params: { id: (await insertCannedReply(db)).id } }),
  },
  events: {
    canned_replies_changed: () => ({}),
  },
  stale: {
    updateCannedReply: { named: 'Câu trả lời mẫu', body: { content: 'Chào buổi sáng {tên}!' } },
  },
  audit: {
    createCannedReply: {
      action: 'canned_reply.create',
      target: 'canned_reply',
      before: null,
      after: { shortcut: expect.any(String), content: 'Chào {tên}!' },
      again: 409,
    },
    updateCannedReply: {
      action: 'canned_reply.update',
      target: 'canned_reply',
      before: { shortcut: expect.any(String), content: 'Chào {tên}!' },
      after: { shortcut: expect.any(String), content: 'Xin chào {tên}!' },
      again: 409,
    },
    deleteCannedReply: {
      action: 'canned_reply.delete',
      target: 'canned_reply',
      before: { shortcut: expect.any(String), content: 'Chào {tên}!' },
      after: null,
      again: 404,
    },
  },
};
