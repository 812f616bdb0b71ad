import { expect, type Page } from '@playwright/test';
import { countActions } from './harness/counted-actions.ts';
import { createPosts, createUser } from './harness/data.ts';
import { decide } from './harness/decision-sheet.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { chooseStatus, fileReport, reportScreen, section, statusBox } from './harness/report-detail.ts';
import { storedReport } from './harness/report-list.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { BY_KEYBOARD, eventually, type Panel, test, WIDE } from './harness/test.ts';

const CALL = '/api/admin/recent-actions';
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Việc vừa làm' });
const rows = (page: Page) => dialog(page).getByRole('listitem');
const undoButton = (page: Page) => rows(page).getByRole('button', { name: /^Hoàn tác/ });
const open = (page: Page) => page.getByRole('button', { name: 'Việc vừa làm' }).click();

const reportedPost = async (panel: Panel, title: string) => {
  const author = await createUser(panel.db);
  const [post] = await createPosts(panel.db, author.id, 1, () => ({ title, content: title }));
  const subject = { itemType: 'Post', itemId: post?.id ?? '' } as const;
  return { postId: subject.itemId, id: await fileReport(panel, subject) };
};

/** Makes a decision that takes a post down, on the report's screen. */
async function takeDown(page: Page): Promise<void> {
  await section(page, 'Xử lý').getByRole('button', { name: 'Gỡ và đóng báo cáo' }).click();
  await decide(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test.describe('recent actions', () => {
  test(
    'undo a decision a minute later, from another screen, by keyboard: at most 2 actions',
    BY_KEYBOARD,
    async ({ panel }) => {
      const { id, postId } = await reportedPost(panel, 'Bán tour giả');
      const page = await panel.open(reportScreen(id), { viewport: WIDE });
      await takeDown(page);
      await eventually(async () => (await storedReport(panel, id))?.status).toBe('resolved');
      await page.goto('/admin/users');
      await page.getByRole('button', { name: 'Việc vừa làm' }).waitFor();
      await page.waitForLoadState('networkidle');
      const actions = countActions(page);
      await actions.press('z');
      await rows(page).first().getByText('Bán tour giả').waitFor();
      await expect(undoButton(page).first()).toBeFocused();
      await actions.press('Enter');
      await rows(page).filter({ hasText: 'Bán tour giả' }).getByText('Đã hoàn tác').first().waitFor();
      expect(actions.count()).toBeLessThanOrEqual(2);
      expect((await storedReport(panel, id))?.status).toBe('pending');
      const stored = await panel.db
        .selectFrom('posts')
        .select('deleted_at')
        .where('id', '=', postId)
        .executeTakeFirst();
      expect(stored?.deleted_at).toBeNull();
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
    },
  );

  test('by mouse at most 2 actions, each with its object and a link to it', async ({ panel }) => {
    const { id } = await reportedPost(panel, 'Ảnh chụp màn hình');
    const page = await panel.open(reportScreen(id), { viewport: WIDE });
    await chooseStatus(page, 'Từ chối');
    await expect(statusBox(page)).toHaveText('Từ chối');
    await page.goto('/admin/dashboard');
    const actions = countActions(page);
    await actions.click(page.getByRole('button', { name: 'Việc vừa làm' }));
    await rows(page).getByText('Chờ xử lý → Từ chối').waitFor();
    await actions.click(undoButton(page).first());
    await eventually(async () => (await storedReport(panel, id))?.status).toBe('pending');
    expect(actions.count()).toBeLessThanOrEqual(2);
    await rows(page).first().getByRole('link', { name: 'Ảnh chụp màn hình' }).click();
    await eventually(() => new URL(page.url()).pathname).toBe(reportScreen(id));
    await expect(dialog(page)).toHaveCount(0);
  });

  test('an action that a colleague has overridden since is not undone: it says so, live, and after a late click, too', async ({
    panel,
  }) => {
    panel.expectProblem(failedRequest(409));
    const { id } = await reportedPost(panel, 'Bài bị báo cáo');
    const page = await newPageOfOther(panel, 'Quản trị Lan', { viewport: WIDE });
    await page.goto(reportScreen(id));
    await chooseStatus(page, 'Từ chối');
    await expect(statusBox(page)).toHaveText('Từ chối');
    await open(page);
    await undoButton(page).first().waitFor();
    const hers = await newPageOfOther(panel, 'Quản trị Hoa');
    await hers.goto(reportScreen(id));
    const held = Promise.withResolvers<void>();
    await spoil(page, CALL, { until: held.promise });
    await chooseStatus(hers, 'Đã xử lý');
    await eventually(async () => (await storedReport(panel, id))?.status).toBe('resolved');
    await undoButton(page).first().click();
    await rows(page).getByRole('alert').getByText('Báo cáo vừa được quản trị viên khác thay đổi').waitFor();
    expect((await storedReport(panel, id))?.status).toBe('resolved');
    held.resolve();
    await page.reload();
    await open(page);
    await rows(page).getByText('Đã có thay đổi khác sau đó').waitFor();
  });
});
