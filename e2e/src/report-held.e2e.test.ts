import { expect, type Page } from '@playwright/test';
import { createPosts, createUser, uniqueName } from './harness/data.ts';
import { untilLive } from './harness/notifications.ts';
import { decidable, fileReport, reportScreen, section } from './harness/report-detail.ts';
import { storedReport } from './harness/report-list.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { BY_KEYBOARD, eventually, type Panel, test } from './harness/test.ts';

const holds = (page: Page, name: string) =>
  section(page, 'Phân công xử lý').getByText(`Người phụ trách:${name}`).waitFor();
const statusOf = async (panel: Panel, id: string) => (await storedReport(panel, id))?.status;

async function reportedPost(panel: Panel, title: string) {
  const author = await createUser(panel.db);
  const [post] = await createPosts(panel.db, author.id, 1, () => ({ title, content: title }));
  if (!post) throw new Error('no post was made');
  return { post, id: await fileReport(panel, { itemType: 'Post', itemId: post.id }) };
}

/** A report that a colleague has claimed, between an older and a newer one. */
async function betweenOthers(panel: Panel) {
  const older = await reportedPost(panel, 'Bài cũ');
  const hers = await reportedPost(panel, 'Bài của chị ấy');
  const newer = await reportedPost(panel, 'Bài mới');
  const name = uniqueName('Quản trị Giang');
  const page = await newPageOfOther(panel, name);
  await untilLive(page, () => page.goto(reportScreen(hers.id)));
  await section(page, 'Phân công xử lý').getByRole('button', { name: 'Nhận xử lý' }).click();
  await holds(page, name);
  return { older, hers, newer, name };
}

test.describe('report: one that a colleague handles', () => {
  test('a key on it asks for confirmation first, and names the colleague', BY_KEYBOARD, async ({ panel }) => {
    const { hers, name } = await betweenOthers(panel);
    const page = await panel.open(reportScreen(hers.id));
    await holds(page, name);
    await decidable(page);
    await page.keyboard.press('3');
    const question = page.getByRole('alert').filter({ hasText: `${name} đang phụ trách đối tượng này.` });
    await question.getByText('Chưa thực hiện: đặt trạng thái “Đã xử lý”').waitFor();
    expect(await statusOf(panel, hers.id)).toBe('pending');
    await question.getByRole('button', { name: 'Vẫn thực hiện' }).click();
    await eventually(() => statusOf(panel, hers.id)).toBe('resolved');
  });
});
