import type { QuickSearchResult } from '@hai-dang/contract/quick-search/quick-search.schema.ts';
import { expect, test } from 'vitest';
import { foundGroups } from './found-items.ts';

const NOTHING: QuickSearchResult = { users: [], reports: [], content: [] };
const user = (id: string, role: 'user' | 'admin' = 'user') =>
  ({ _id: id, username: `Tên ${id}`, email: `${id}@x.test`, avatar: null, role }) as const;

test('foundGroups: a user leads to the profile and to the conversation, an administrator to the profile alone', () => {
  const users = [user('a/b'), user('c', 'admin')];
  const [ofUsers, conversations] = foundGroups({ ...NOTHING, users });
  expect(ofUsers?.items.map(({ path }) => path)).toEqual(['/admin/users/a%2Fb', '/admin/users/c']);
  expect(conversations?.items.map(({ path }) => path)).toEqual(['/admin/chat?userId=a%2Fb']);
});

test('foundGroups: a report is named by its subject, content by its title or first words', () => {
  const report = { _id: 'r', itemType: 'Post', reason: 'spam', status: 'pending', title: null, ownerName: 'Lan' };
  const text = { _id: 'p', itemType: 'Comment', title: null, authorName: null, state: 'hidden' } as const;
  const [, , reports, content] = foundGroups({
    users: [],
    reports: [report, { ...report, _id: 's', ownerName: null }],
    content: [
      { ...text, excerpt: ' Chào\n bạn ' },
      { ...text, _id: 'q', excerpt: '' },
    ],
  });
  expect(reports?.items.map(({ label }) => label)).toEqual(['Lan', 'Bài viết']);
  expect(reports?.items[0]).toMatchObject({ path: '/admin/reports/r', detail: 'Bài viết · Lan · Spam · Chờ xử lý' });
  expect(content?.items.map(({ label }) => label)).toEqual(['Chào bạn', 'Không có chữ']);
  expect(content?.items[0]).toMatchObject({ path: '/admin/content/Comment/p', detail: 'Bình luận · Đã ẩn tạm' });
});
