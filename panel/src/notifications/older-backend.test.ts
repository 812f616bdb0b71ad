import { listNotifications } from '@hai-dang/contract/notifications/notifications.endpoints.ts';
import { expect, it } from 'vitest';
import { completeNotificationPage } from './older-backend.ts';

const parse = (raw: unknown) => listNotifications.answer.parse(completeNotificationPage(raw)).data;
const item = { _id: '64f0', type: 'new_report', reports: 'r1', read: true, createdAt: 1_700_000_000_000 };

it('leaves an answer of this server as it is', () => {
  const data = {
    notifications: [item],
    pagination: { currentPage: 1, limit: 30, hasMore: true },
    unreadCount: 7,
  };
  expect(parse({ success: true, data })).toEqual(data);
});

it('takes a plain array, counts the unread and reads times written as text', () => {
  const raw = { success: true, data: [item, { _id: '64f1', type: 'x', createdAt: '2026-11-21T00:00:00.000Z' }] };
  expect(parse(raw)).toEqual({
    notifications: [item, { _id: '64f1', type: 'x', read: false, createdAt: Date.parse('2026-11-21') }],
    pagination: { currentPage: 1, limit: 2, hasMore: false },
    unreadCount: 1,
  });
});

it('knows by the number of pages that there is more, and a time that is none', () => {
  const pagination = { currentPage: 1, totalPages: 3 };
  const raw = { success: true, data: { notifications: [{ ...item, createdAt: 'hôm qua' }], pagination } };
  expect(parse(raw)).toMatchObject({ notifications: [{ createdAt: null }], pagination: { hasMore: true } });
});

it.each([undefined, null, 'text', { success: false }, { success: true, data: {} }])('lets %j be refused', (raw) => {
  expect(listNotifications.answer.safeParse(completeNotificationPage(raw)).success).toBe(false);
});
