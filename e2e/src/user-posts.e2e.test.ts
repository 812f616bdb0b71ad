import { expect, type Page } from '@playwright/test';
import { createPosts, createTravelPosts, createUser } from './harness/data.ts';
import { toast } from './harness/screens.ts';
import { type Panel, test } from './harness/test.ts';

const posts = (page: Page) => page.getByRole('article');
const shownInDatabase = ({ db }: Panel, table: 'posts' | 'travel_posts', userId: string) =>
  db.selectFrom(table).select('id').where('author_id', '=', userId).where('deleted_at', 'is', null).execute();

test('user posts: a post is deleted after a confirmation, a travel post without one; both are restored by their undo', async ({
  panel,
}) => {
  const user = await createUser(panel.db);
  await createPosts(panel.db, user.id, 6);
  await createTravelPosts(panel.db, user.id, 2);
  const page = await panel.open(`/admin/users/${user.id}?page=2`);
  await page.getByText('Bài viết số 1', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Xóa bài viết' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Xóa', exact: true }).click();
  await expect(posts(page)).toHaveCount(5);
  await page.getByRole('tab', { name: 'Bài viết (5)' }).waitFor();
  expect(await shownInDatabase(panel, 'posts', user.id)).toHaveLength(5);
  await page.getByRole('button', { name: 'Hoàn tác' }).click();
  await page.getByRole('tab', { name: 'Bài viết (6)' }).waitFor();
  expect(await shownInDatabase(panel, 'posts', user.id)).toHaveLength(6);

  await page.getByRole('tab', { name: 'Bài viết du lịch (2)' }).click();
  await page.getByRole('button', { name: 'Xóa bài viết du lịch' }).first().click();
  await expect(posts(page)).toHaveCount(1);
  const deleted = toast(page, 'Đã xóa bài viết du lịch');
  await deleted.waitFor();
  expect(await shownInDatabase(panel, 'travel_posts', user.id)).toHaveLength(1);
  await deleted.getByRole('button', { name: 'Hoàn tác' }).click();
  await expect(posts(page)).toHaveCount(2);
  expect(await shownInDatabase(panel, 'travel_posts', user.id)).toHaveLength(2);
});
