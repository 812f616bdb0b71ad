import { expect, type Page } from '@playwright/test';
import { ownAdmin } from './harness/data.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import {
  chooseStatus,
  createSubjects,
  fileReport,
  historyOf,
  noteBox,
  reportScreen,
  section,
  statusBox,
  statusCall,
} from './harness/report-detail.ts';
import { silenceSocket, storedReport } from './harness/report-list.ts';
import { toast } from './harness/screens.ts';
import { openAsOther } from './harness/second-admin.ts';
import { eventually, type Panel, test } from './harness/test.ts';

const SAVED = 'Đã cập nhật trạng thái báo cáo';
const NOTE = 'Đã gọi điện nhắc nhở';

async function postReport(panel: Panel) {
  const things = await createSubjects(panel);
  return { ...things, id: await fileReport(panel, { itemType: 'Post', itemId: things.post.id }) };
}

const statusOf = async (panel: Panel, id: string) => (await storedReport(panel, id))?.status;
const isDisabled = async ({ db }: Panel, id: string) =>
  (await db.selectFrom('users').select('is_disabled').where('id', '=', id).executeTakeFirst())?.is_disabled;
const isHidden = async ({ db }: Panel, id: string) =>
  (await db.selectFrom('posts').select('deleted_at').where('id', '=', id).executeTakeFirst())?.deleted_at != null;
/** Waits until the report is assigned to the run's administrator: the next one to open it only views it. */
async function untilClaimed(panel: Panel, page: Page): Promise<void> {
  const { username } = await ownAdmin(panel);
  await section(page, 'Phân công xử lý').getByText(`Người phụ trách:${username}`).waitFor();
}
/** Sets the status of a report that another administrator handles, which the panel says first. */
async function chooseAllTheSame(page: Page, status: string): Promise<void> {
  await chooseStatus(page, status);
  await page.getByRole('button', { name: 'Vẫn thực hiện' }).click();
}
const undo = (page: Page, text: string) => toast(page, text).getByRole('button', { name: 'Hoàn tác' });

test.describe('open report', () => {
  test('gets a status at once, with its note in the history, and undo restores the previous one', async ({ panel }) => {
    const { id } = await postReport(panel);
    const page = await panel.open(reportScreen(id));
    await spoil(page, statusCall(id), { delayMs: 1_000 });
    await noteBox(page).fill(NOTE);
    await chooseStatus(page, 'Đã xử lý');
    await statusBox(page).getByText('Đã xử lý').waitFor({ timeout: 900 });
    await toast(page, SAVED).waitFor();
    await expect(historyOf(page)).toHaveCount(1);
    const line = await historyOf(page).textContent();
    for (const text of ['admin', 'Đổi trạng thái từ “Chờ xử lý” sang “Đã xử lý”', NOTE]) expect(line).toContain(text);
    expect(await noteBox(page).inputValue(), 'the note is sent once').toBe('');
    expect(await statusOf(panel, id)).toBe('resolved');

    await undo(page, SAVED).click();
    await eventually(() => statusOf(panel, id)).toBe('pending');
    await expect(historyOf(page)).toHaveCount(2);
    expect(await historyOf(page).first().textContent(), 'newest first').toContain('sang “Chờ xử lý”');
    expect(await statusBox(page).textContent()).toBe('Chờ xử lý');
  });

  test('keeps status and note when the server fails', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    const { id } = await postReport(panel);
    const page = await panel.open(reportScreen(id));
    await noteBox(page).fill(NOTE);
    await spoil(page, statusCall(id), { status: 500 });
    await chooseStatus(page, 'Từ chối');
    await toast(page, 'Không thể cập nhật trạng thái báo cáo').waitFor();
    await expect(statusBox(page)).toHaveText('Chờ xử lý');
    await expect(noteBox(page)).toHaveValue(NOTE);
    await page.reload();
    await eventually(() => noteBox(page).inputValue(), 'a reload loses nothing').toBe(NOTE);
  });

  test('disables and enables the account, after a confirmation with its name', async ({ panel }) => {
    const { id, author } = await postReport(panel);
    const page = await panel.open(reportScreen(id));
    await page.getByRole('button', { name: 'Vô hiệu hóa tài khoản' }).click();
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.textContent()).toContain('Nguyễn Tác Giả');
    await dialog.getByRole('button', { name: 'Hủy' }).click();
    expect(await isDisabled(panel, author.id)).toBe(false);

    await page.getByRole('button', { name: 'Vô hiệu hóa tài khoản' }).click();
    await dialog.getByRole('button', { name: 'Vô hiệu hóa tài khoản' }).click();
    await toast(page, 'Tài khoản đã bị vô hiệu hóa!').waitFor();
    expect(await isDisabled(panel, author.id)).toBe(true);

    await undo(page, 'Tài khoản đã bị vô hiệu hóa!').click();
    await toast(page, 'Tài khoản đã được kích hoạt lại!').waitFor();
    expect(await isDisabled(panel, author.id)).toBe(false);
    await page.getByRole('button', { name: 'Vô hiệu hóa tài khoản' }).waitFor();
  });

  test('shows a colleague’s changes of the account and of the text', async ({ panel }) => {
    const { id, author, post } = await postReport(panel);
    const page = await panel.open(reportScreen(id));
    await page.getByRole('button', { name: 'Vô hiệu hóa tài khoản' }).waitFor();
    const other = await openAsOther(panel, `/admin/users/${author.id}`, 'Trưởng ca');
    const confirm = (label: string) => other.getByRole('alertdialog').getByRole('button', { name: label }).click();
    await other.getByRole('button', { name: 'Xóa bài viết' }).click();
    await confirm('Xóa');
    await page.getByRole('button', { name: 'Khôi phục bài viết' }).waitFor();
    await other.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
    await other.getByRole('menuitem', { name: 'Vô hiệu hóa' }).click();
    await confirm('Vô hiệu hóa');
    await page.getByRole('button', { name: 'Kích hoạt lại tài khoản' }).waitFor();
    expect(await isHidden(panel, post.id)).toBe(true);
  });

  test('deletes the text, which stays visible, and restores it', async ({ panel }) => {
    const { id, post } = await postReport(panel);
    const page = await panel.open(reportScreen(id));
    const subject = section(page, 'Đối tượng bị báo cáo');
    await page.getByRole('button', { name: 'Xóa bài viết' }).click();
    const dialog = page.getByRole('alertdialog');
    expect(await dialog.textContent()).toContain('Bán tour giá rẻ');
    await dialog.getByRole('button', { name: 'Xóa bài viết' }).click();
    await subject.getByText('Nội dung gốc đã bị xóa').waitFor();
    await subject.getByText('Chuyển khoản trước nhé').waitFor();
    await toast(page, 'Đã xóa bài viết').waitFor();
    expect(await isHidden(panel, post.id)).toBe(true);

    await undo(page, 'Đã xóa bài viết').click();
    await subject.getByText('Nội dung gốc đã bị xóa').waitFor({ state: 'hidden' });
    expect(await isHidden(panel, post.id)).toBe(false);
  });

  test('shows why the server rejects an action, and offers it again', async ({ panel }) => {
    panel.expectProblem(failedRequest(409));
    const { author } = await createSubjects(panel);
    const id = await fileReport(panel, { itemType: 'User', itemId: author.id });
    const page = await panel.open(reportScreen(id));
    await page.getByRole('button', { name: 'Vô hiệu hóa tài khoản' }).click();
    const message = 'Không thể vô hiệu hóa quản trị viên cuối cùng';
    await spoil(page, `/api/admin/users/${author.id}/disable`, {
      status: 409,
      body: { success: false, message, code: 'LAST_ADMIN', requestId: 'test' },
    });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Vô hiệu hóa tài khoản' }).click();
    await toast(page, message).getByRole('button', { name: 'Thử lại' }).waitFor();
    await page.getByRole('button', { name: 'Vô hiệu hóa tài khoản' }).waitFor();
    expect(await isDisabled(panel, author.id)).toBe(false);
  });

  test("shows the second of two administrators the first one's decision, keeps the note, and offers to continue", async ({
    panel,
  }) => {
    panel.expectProblem(failedRequest(409));
    const { id } = await postReport(panel);
    const second = await panel.newPage();
    await silenceSocket(second);
    await second.goto(reportScreen(id));
    await noteBox(second).fill(NOTE);
    await untilClaimed(panel, second);
    const first = await openAsOther(panel, reportScreen(id), 'Trưởng ca');
    await chooseAllTheSame(first, 'Đang xem xét');
    await toast(first, SAVED).waitFor();

    await chooseStatus(second, 'Từ chối');
    const rejection = section(second, 'Xử lý').getByRole('alert');
    await rejection.getByText('Trưởng ca vừa thay đổi báo cáo này.').waitFor();
    await rejection.getByText('Trạng thái hiện tại: Đang xem xét. Chưa thực hiện: đặt trạng thái “Từ chối”.').waitFor();
    expect(await statusBox(second).textContent()).toBe('Đang xem xét');
    await expect(noteBox(second)).toHaveValue(NOTE);
    expect(await statusOf(panel, id)).toBe('reviewing');

    await rejection.getByRole('button', { name: 'Vẫn thực hiện' }).click();
    await eventually(() => statusOf(panel, id)).toBe('rejected');
    await rejection.waitFor({ state: 'hidden' });
    expect(await second.evaluate(() => document.activeElement?.closest('section') !== null)).toBe(true);
    await expect(historyOf(second).first()).toContainText(NOTE);
    await expect(noteBox(second)).toHaveValue('');
  });

  test('status list: arrow keys alone choose nothing, Enter applies one status once', async ({ panel }) => {
    const { id } = await postReport(panel);
    const page = await panel.open(reportScreen(id));
    await statusBox(page).focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowDown');
    expect(await storedReport(panel, id)).toEqual({ status: 'pending', version: 1 });
    await page.getByRole('menuitemradio', { name: 'Đã xử lý' }).waitFor();
    await page.keyboard.press('Enter');
    await eventually(() => storedReport(panel, id)).toEqual({ status: 'resolved', version: 2 });
    await expect(historyOf(page)).toHaveCount(1);
    expect(await statusBox(page).textContent()).toBe('Đã xử lý');
  });

  test('status key: does not overwrite a change that another administrator made while the report was open', async ({
    panel,
  }) => {
    const { id } = await postReport(panel);
    const page = await panel.open(reportScreen(id));
    await untilClaimed(panel, page);
    const other = await openAsOther(panel, reportScreen(id), 'Trưởng ca');
    await chooseAllTheSame(other, 'Đã xử lý');
    await expect(statusBox(page)).toHaveText('Đã xử lý');
    await page.keyboard.press('2');
    const rejection = section(page, 'Xử lý').getByRole('alert');
    await rejection.getByText('Trưởng ca vừa thay đổi báo cáo này.').waitFor();
    expect(await storedReport(panel, id)).toEqual({ status: 'resolved', version: 2 });
    await rejection.getByRole('button', { name: 'Vẫn thực hiện' }).click();
    await eventually(() => storedReport(panel, id)).toEqual({ status: 'reviewing', version: 3 });
  });

  test("is updated by other administrators' changes, and shows when it is deleted", async ({ panel }) => {
    const { id } = await postReport(panel);
    const page = await panel.open(reportScreen(id));
    await noteBox(page).fill(NOTE);
    await untilClaimed(panel, page);
    const other = await openAsOther(panel, reportScreen(id), 'Trưởng ca');
    await chooseAllTheSame(other, 'Đang xem xét');
    await expect(statusBox(page)).toHaveText('Đang xem xét');
    await historyOf(page).filter({ hasText: 'Trưởng ca' }).waitFor();
    await expect(noteBox(page)).toHaveValue(NOTE);

    await other.getByRole('button', { name: 'Xóa báo cáo' }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Xóa', exact: true }).click();
    await page.getByText('Báo cáo này đã bị xóa').waitFor();
  });
});
