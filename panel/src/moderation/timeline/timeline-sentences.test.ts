import type { TimelineEntry } from '@hai-dang/contract/moderation/timeline.schema.ts';
import { describe, expect, test } from 'vitest';
import { entryText } from './timeline-sentences.ts';

const ENTRY: TimelineEntry = {
  _id: '1',
  kind: 'joined',
  at: '2026-01-01T00:00:00.000Z',
  actor: null,
  subject: null,
  reportId: null,
  detail: null,
  status: null,
  text: null,
  until: null,
  isUndone: false,
};
const post = { itemType: 'Post', itemId: 'p' } as const;
const account = { itemType: 'User', itemId: 'u' } as const;

describe('entryText', () => {
  test.for<[string, Partial<TimelineEntry>]>([
    ['Tham gia', {}],
    ['Đăng bài viết du lịch', { kind: 'travel_post' }],
    ['Bị báo cáo về bài viết: Spam', { kind: 'report_about', subject: post, detail: 'spam' }],
    ['Gửi báo cáo về người dùng: mới lạ', { kind: 'report_by', subject: account, detail: 'mới lạ' }],
    ['Quyết định về bài viết (đã hủy)', { kind: 'moderation', subject: post, detail: 'decided', isUndone: true }],
    ['Quyết định: không vi phạm', { kind: 'moderation', subject: account, detail: 'no_violation' }],
    [
      'Tạm khóa tài khoản đến 07:00 02/01/2026',
      { kind: 'moderation', subject: account, detail: 'suspended', until: '2026-01-02T00:00:00.000Z' },
    ],
    ['Ghi chú nội bộ về bài viết (đã thu hồi)', { kind: 'note', subject: post, detail: 'noted', isUndone: true }],
    [
      'Gắn nhãn đến 07:00 02/01/2026',
      { kind: 'note', subject: account, detail: 'tagged', until: '2026-01-02T00:00:00.000Z' },
    ],
    ['Nhắn tin cho quản trị viên', { kind: 'conversation' }],
    ['Khiếu nại về bài viết', { kind: 'appeal', subject: post }],
    ['Khiếu nại về bài viết: hủy quyết định', { kind: 'appeal', subject: post, detail: 'overturned' }],
  ])('%s', ([text, fields]) => {
    expect(entryText({ ...ENTRY, ...fields })).toBe(text);
  });
});
