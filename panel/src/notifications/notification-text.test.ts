import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { describe, expect, it } from 'vitest';
import { SAMPLE_NOTIFICATION } from '../testing/samples.ts';
import { liveMessageOf, messageOf, senderOf, titleCount } from './notification-text.ts';

const notification = (fields: Partial<Notification>): Notification => ({
  ...SAMPLE_NOTIFICATION,
  ...fields,
});

describe('messageOf', () => {
  it.each([
    ['new_report', 'Có báo cáo mới cần xử lý'],
    ['user_report', 'Báo cáo về người dùng'],
    ['post_report', 'Báo cáo về bài viết'],
    ['comment_report', 'Báo cáo về bình luận'],
  ])('type %s: %s', (type, text) => {
    expect(messageOf(notification({ type, message: 'something else' }))).toBe(text);
  });

  it.each(['khac', 'constructor', '__proto__'])('the unknown type %s: its message, or the type', (type) => {
    expect(messageOf(notification({ type, message: 'Chào' }))).toBe('Chào');
    expect(messageOf(notification({ type, message: ' ' }))).toBe(type);
    expect(messageOf(notification({ type }))).toBe(type);
  });
});

it.each([
  ['Bài viết bị báo cáo', 'Bài viết bị báo cáo'],
  [' ', 'Có báo cáo mới cần xử lý'],
  [undefined, 'Có báo cáo mới cần xử lý'],
])('liveMessageOf: message %j of a new report, %s', (message, text) => {
  expect(liveMessageOf(notification({ ...(message !== undefined && { message }) }))).toBe(text);
});

it.each([
  ['Lan', 'Lan'],
  [' ', 'Hệ thống'],
  [null, 'Hệ thống'],
])('senderOf: %j is %s', (senderName, name) => {
  expect(senderOf(notification({ senderName }))).toBe(name);
});

it.each([
  [0, ''],
  [1, '(1) '],
  [99, '(99) '],
  [100, '(99+) '],
])('titleCount of %i is %j', (unread, text) => {
  expect(titleCount(unread)).toBe(text);
});
