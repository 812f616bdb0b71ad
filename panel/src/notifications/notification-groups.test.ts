import type { Notification } from '@hai-dang/contract/notifications/notifications.schema.ts';
import { expect, test } from 'vitest';
import { SAMPLE_NOTIFICATION } from '../testing/samples.ts';
import { detailOf, groupTextOf } from './notification-group-text.ts';
import { groupNotifications } from './notification-groups.ts';
import { aboutOf } from './notification-text.ts';

const about = (itemId: string) => ({ itemType: 'Post', itemId, title: 'Bán vé giả', owner: 'Trang' });
const of = (_id: string, fields: Partial<Notification> = {}): Notification => ({
  ...SAMPLE_NOTIFICATION,
  _id,
  read: false,
  ...fields,
});

test('groupNotifications: one row per subject and type, in the order of the newest', () => {
  const groups = groupNotifications([
    of('6', { subject: about('b') }),
    of('5', { subject: about('a') }),
    of('4', { subject: about('b') }),
    of('3', { subject: about('a'), type: 'report_overdue' }),
    of('2', { subject: about('a'), read: true }),
    of('1', { subject: about('a') }),
  ]);
  expect(groups.map(({ items }) => items.map(({ _id }) => _id))).toEqual([['6', '4'], ['5', '1'], ['3'], ['2']]);
});

test('groupNotifications: reminders of many subjects are one row for each type, read ones apart', () => {
  const groups = groupNotifications([
    of('5', { subject: about('a'), type: 'report_overdue' }),
    of('4', { subject: about('b'), type: 'report_overdue' }),
    of('3', { subject: about('a'), type: 'appeal_overdue' }),
    of('2', { subject: about('c'), type: 'report_overdue', read: true }),
    of('1', { subject: about('b'), type: 'report_overdue' }),
  ]);
  expect(groups.map(({ items }) => items.map(({ _id }) => _id))).toEqual([['5', '4', '1'], ['3'], ['2']]);
  const [many, one] = groups.map((group) => [groupTextOf(group), detailOf(group)]);
  expect(many).toEqual(['2 đối tượng bị báo cáo quá hạn xử lý', 'Bài viết “Bán vé giả” của Trang và 1 đối tượng khác']);
  expect(one?.[1]).toBe('Bài viết “Bán vé giả” của Trang');
});

test('groupNotifications: a notification without a known subject is a group of its own', () => {
  expect(groupNotifications([of('2'), of('1'), of('0', { subject: null })])).toHaveLength(3);
});

test('groupNotifications: the key of a row stays when another notification joins it', () => {
  const before = groupNotifications([of('1', { subject: about('a') })]);
  const after = groupNotifications([of('2', { subject: about('a') }), of('1', { subject: about('a') })]);
  expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key));
});

test.each<[Partial<Notification>, string]>([
  [{ reason: 'spam', subject: about('a') }, 'Spam – Bài viết “Bán vé giả” của Trang'],
  [
    { reason: 'harassment', subject: { itemType: 'User', itemId: 'u', title: 'Lan', owner: null } },
    'Quấy rối – Người dùng “Lan”',
  ],
  [{ subject: { itemType: 'Comment', itemId: 'c', title: null, owner: 'Lan' } }, 'Bình luận của Lan'],
  [{ reason: 'spam' }, ''],
])('aboutOf: %j is %s', (fields, text) => {
  expect(aboutOf(of('1', fields))).toBe(text);
});
