import type { RecordedDecision, UserRecord } from '@hai-dang/contract/moderation/record.schema.ts';
import { expect, test } from 'vitest';
import {
  appealsText,
  byText,
  conclusionText,
  decidedOnText,
  followedText,
  pointsText,
  reportsAboutText,
  reportsByText,
} from './record-texts.ts';

const NOTHING: UserRecord = {
  points: 0,
  pointsExpireAt: null,
  decisions: [],
  decisionsCount: 0,
  appeals: { decided: 0, won: 0 },
  reportsAbout: { total: 0, open: 0 },
  reportsBy: { total: 0, resolved: 0, rejected: 0, unread: 0, muted: null },
};
const DECISION: RecordedDecision = {
  _id: 'd',
  subject: { itemType: 'Post', itemId: 'p' },
  title: 'Giảm giá hôm nay',
  outcome: 'violation',
  policy: { key: 'spam', version: 1, title: 'Spam' },
  points: 2,
  pointsExpireAt: '2027-02-20T03:15:00.000Z',
  actions: ['takedown', 'suspend'],
  suspendedUntil: '2026-11-30T03:15:00.000Z',
  actor: { _id: 'a', username: 'lan' },
  createdAt: '2026-11-23T03:15:00.000Z',
  needsReason: false,
  undone: null,
};

test('pointsText, appealsText, reportsAboutText, reportsByText: a record without any event says so', () => {
  expect(pointsText(NOTHING)).toBe('Không có điểm trong hạn');
  expect(appealsText(NOTHING)).toBe('Chưa có khiếu nại nào được giải quyết');
  expect(reportsAboutText(NOTHING)).toBe('Chưa có báo cáo nào');
  expect(reportsByText(NOTHING)).toBe('Chưa có báo cáo nào');
});

test('pointsText, appealsText, reportsAboutText: a record in numbers', () => {
  expect(pointsText({ ...NOTHING, points: 4, pointsExpireAt: '2026-12-20T03:15:00.000Z' })).toBe(
    '4 điểm, hết hạn từ 20/12/2026',
  );
  expect(appealsText({ ...NOTHING, appeals: { decided: 3, won: 1 } })).toBe('1 trong 3 khiếu nại được chấp nhận');
  expect(reportsAboutText({ ...NOTHING, reportsAbout: { total: 1_200, open: 2 } })).toBe(
    '2 đang mở trong 1.200 báo cáo',
  );
});

test('reportsByText: right ones among the closed reports; without a closed one, their number', () => {
  const of = (total: number, resolved: number, rejected: number) =>
    reportsByText({ ...NOTHING, reportsBy: { ...NOTHING.reportsBy, total, resolved, rejected } });
  expect(of(14, 8, 3)).toBe('8 đúng trong 11 báo cáo đã xử lý');
  expect(of(2, 0, 0)).toBe('2 báo cáo, chưa xử lý xong');
});

test('reportsByText: a muted user → how many reports nobody has read, since when and by whom', () => {
  const muted = { by: { _id: 'a', username: 'lan' }, at: '2026-11-23T03:15:00.000Z' };
  const of = (unread: number) =>
    reportsByText({ ...NOTHING, reportsBy: { total: 5 + unread, resolved: 0, rejected: 5, unread, muted } });
  expect(of(0)).toBe('0 đúng trong 5 báo cáo đã xử lý · đã tắt từ 23/11/2026 (lan)');
  expect(of(12)).toBe('0 đúng trong 5 báo cáo đã xử lý · 12 tự đóng · đã tắt từ 23/11/2026 (lan)');
});

test('conclusionText, decidedOnText, followedText, byText: conclusion, subject, consequences and author of a decision', () => {
  expect(conclusionText(DECISION)).toBe('Vi phạm: Spam');
  expect(decidedOnText(DECISION)).toBe('Bài viết “Giảm giá hôm nay”');
  expect(followedText(DECISION)).toBe('Gỡ nội dung · Tạm khóa đến 10:15 30/11/2026 · 2 điểm, hết hạn 20/02/2027');
  expect(byText(DECISION.actor, DECISION.createdAt)).toBe('lan · 23/11/2026 10:15');
});

test('conclusionText, decidedOnText, followedText, byText: a decision without a violation, on an account, by the system', () => {
  const harmless: RecordedDecision = {
    ...DECISION,
    subject: { itemType: 'User', itemId: 'u' },
    title: null,
    outcome: 'no_violation',
    policy: null,
    points: 0,
    pointsExpireAt: null,
    actions: [],
    suspendedUntil: null,
  };
  expect(conclusionText(harmless)).toBe('Không vi phạm');
  expect(decidedOnText(harmless)).toBe('Tài khoản');
  expect(followedText(harmless)).toBe('Không có hình thức xử lý');
  expect(byText(null, DECISION.createdAt)).toBe('Hệ thống · 23/11/2026 10:15');
});

test('followedText: a suspension that changed nothing, because a longer one was in force, has no end of its own', () => {
  expect(followedText({ ...DECISION, suspendedUntil: null, points: 0 })).toBe('Gỡ nội dung · Tạm khóa');
});
