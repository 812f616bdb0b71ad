import { expect, type Page } from '@playwright/test';
import { insertCannedReply } from '../../server/src/testing/factories.ts';
import { box, log, openConversation, sendButton, storedTexts } from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { pressWhileComposing } from './harness/fields.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { BY_KEYBOARD, eventually, NARROW, type Panel, test } from './harness/test.ts';

const CALL = '/api/admin/canned-replies';
const MANAGE = 'Quản lý câu trả lời mẫu';
const menu = (page: Page) => page.getByRole('listbox', { name: 'Câu trả lời mẫu' });
const options = (page: Page) => menu(page).getByRole('option');
const chosen = (page: Page) => menu(page).getByRole('option', { selected: true });
const dialog = (page: Page, title = 'Câu trả lời mẫu') => page.getByRole('dialog', { name: title, exact: true });
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label });

async function keep({ db }: Panel, replies: Record<string, string>): Promise<void> {
  for (const [shortcut, content] of Object.entries(replies)) await insertCannedReply(db, { shortcut, content });
}

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Thêm', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Câu trả lời mẫu' }).click();
  await dialog(page).waitFor();
}

test.describe('canned replies in the chat', () => {
  test('a reply is found after a slash without diacritics, inserted by keys, and never sent by them', async ({
    panel,
  }) => {
    await keep(panel, {
      chào: 'Chào {tên}, chúng tôi có thể giúp gì?',
      chờ: 'Mong {tên} chờ một chút.',
      khác: 'Chúng tôi sẽ xem lại và CHÀO bạn.',
    });
    const user = await createUser(panel.db, { username: 'Nguyễn Thị Lan' });
    const page = await openConversation(await panel.newPage(), user);
    const text = box(page, user);
    await page.waitForLoadState('networkidle');
    await text.pressSequentially('Dạ /');
    await expect(options(page)).toHaveCount(4);
    await text.pressSequentially('CHA');
    await eventually(() => options(page).allTextContents()).toEqual([
      expect.stringContaining('/chào'),
      expect.stringContaining('/khác'),
      MANAGE,
    ]);
    await expect(chosen(page)).toContainText('/chào');
    const pointed = () =>
      text.evaluate((area) => document.getElementById(area.getAttribute('aria-activedescendant') ?? '')?.textContent);
    expect(await pointed()).toContain('/chào');
    await text.press('ArrowDown');
    await eventually(pointed).toContain('/khác');
    await text.press('ArrowUp');
    await text.press('ArrowUp');
    await eventually(pointed).toBe(MANAGE);
    await text.press('ArrowDown');
    await eventually(pointed).toContain('/chào');
    await text.press('Enter');
    await expect(menu(page)).toHaveCount(0);
    const put = 'Dạ Chào Lan, chúng tôi có thể giúp gì?';
    await expect(text).toHaveValue(put);
    expect(await text.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(put.length);
    expect(await storedTexts(panel, user)).toEqual([]);

    await text.pressSequentially(' /cho');
    await expect(chosen(page)).toContainText('/chờ');
    await text.press('Tab');
    await expect(text).toHaveValue(`${put} Mong Lan chờ một chút.`);
    await text.press('Enter');
    await eventually(() => storedTexts(panel, user)).toEqual([`${put} Mong Lan chờ một chút.`]);
    await log(page, user).getByText('Đã gửi').waitFor();
  });

  test('Escape, another caret position and a word without a match close the menu; a slash within a word opens none', async ({
    panel,
  }) => {
    await keep(panel, { chào: 'Chào {tên}' });
    const user = await createUser(panel.db, { username: 'Trần Văn Sơn' });
    const page = await openConversation(await panel.newPage(), user);
    const text = box(page, user);
    await page.waitForLoadState('networkidle');
    await text.pressSequentially('24/7 https://vi.dụ/x');
    expect(await menu(page).count()).toBe(0);
    await text.fill('');
    await text.pressSequentially('/c');
    await menu(page).waitFor();
    // Key events with which an input method ends a composition.
    await pressWhileComposing(text, 'Enter');
    await pressWhileComposing(text, 'Escape');
    await expect(text).toHaveValue('/c');
    expect(await menu(page).count()).toBe(1);
    await text.press('Escape');
    await expect(menu(page)).toHaveCount(0);
    await text.pressSequentially('h');
    expect(await menu(page).count(), 'closed for this word').toBe(0);
    await text.fill('');
    await text.pressSequentially('/x');
    await page.getByText('Không có câu trả lời mẫu nào khớp').first().waitFor();
    await text.press('Enter');
    await expect(menu(page)).toHaveCount(0);
    await expect(text).toHaveValue('/x');
    await text.press('Enter');
    await eventually(() => storedTexts(panel, user)).toEqual(['/x']);
    await text.pressSequentially('/ch');
    await options(page).first().click();
    await expect(text).toHaveValue('Chào Sơn');
    await text.press('Control+A');
    await text.pressSequentially('/ch');
    await menu(page).waitFor();
    await sendButton(page).focus();
    await expect(menu(page)).toHaveCount(0);
  });

  test(
    'Tab moves through the blanks of a reply and then on; with one blank remaining nothing is sent',
    BY_KEYBOARD,
    async ({ panel }) => {
      await keep(panel, { đơn: 'Đơn {mã đơn} của {họ tên} giao ngày {ngày}.' });
      const user = await createUser(panel.db, { username: 'Lê Thu Hà' });
      const page = await openConversation(await panel.newPage(), user);
      const text = box(page, user);
      await page.waitForLoadState('networkidle');
      await text.pressSequentially('/don');
      await expect(chosen(page)).toContainText('/đơn');
      await text.press('Enter');
      await expect(text).toHaveValue('Đơn {mã đơn} của Lê Thu Hà giao ngày {ngày}.');
      const selected = () =>
        text.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));
      await eventually(selected).toBe('{mã đơn}');
      await page.keyboard.press('Tab');
      await eventually(selected).toBe('{ngày}');
      await page.keyboard.press('Shift+Tab');
      await eventually(selected).toBe('{mã đơn}');
      await page.keyboard.type('A1');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Hãy điền hoặc xóa {ngày} trước khi gửi').waitFor();
      expect(await storedTexts(panel, user)).toEqual([]);
      await expect(text).toBeFocused();
      await page.keyboard.type('3/12');
      await expect(page.getByText('Hãy điền hoặc xóa')).toHaveCount(0);
      await page.keyboard.press('Tab');
      await expect(text).not.toBeFocused();
      await text.press('Enter');
      await eventually(() => storedTexts(panel, user)).toEqual(['Đơn A1 của Lê Thu Hà giao ngày 3/12.']);
    },
  );

  test(
    'are added, changed and deleted by keyboard, and each change is in the audit log',
    BY_KEYBOARD,
    async ({ panel }) => {
      await keep(panel, {});
      const user = await createUser(panel.db, { username: 'Lê Thị Bưởi' });
      const page = await openConversation(await panel.newPage(), user);
      const text = box(page, user);
      await page.waitForLoadState('networkidle');
      await text.pressSequentially('/');
      await text.press('ArrowDown');
      await expect(chosen(page)).toHaveText(MANAGE);
      await text.press('Enter');
      await dialog(page).getByText('Chưa có câu trả lời mẫu nào').waitFor();
      await dialog(page).getByRole('button', { name: 'Thêm câu trả lời mẫu' }).press('Enter');
      const adding = dialog(page, 'Thêm câu trả lời mẫu');
      await expect(field(page, 'Lối tắt')).toBeFocused();
      await field(page, 'Lối tắt').pressSequentially('hai từ');
      await field(page, 'Lối tắt').press('Enter');
      await adding.getByText('Lối tắt là một từ').waitFor();
      await adding.getByText('Vui lòng nhập nội dung').waitFor();
      await field(page, 'Lối tắt').fill('/hẹn');
      await field(page, 'Nội dung').fill('Hẹn gặp {tên}!');
      await adding.getByRole('button', { name: 'Lưu' }).press('Enter');
      await dialog(page).getByText('Đã lưu /hẹn').waitFor();

      const edit = dialog(page).getByRole('button', { name: 'Sửa /hẹn' });
      await edit.press('Enter');
      await field(page, 'Nội dung').fill('Hẹn gặp lại {tên}!');
      await field(page, 'Nội dung').press('Escape');
      const question = page.getByRole('alertdialog', { name: 'Bỏ thay đổi' });
      await question.getByRole('button', { name: 'Tiếp tục sửa' }).press('Enter');
      await expect(field(page, 'Nội dung')).toHaveValue('Hẹn gặp lại {tên}!');
      await dialog(page, 'Sửa câu trả lời mẫu').getByRole('button', { name: 'Lưu' }).press('Enter');
      await dialog(page).getByText('Hẹn gặp lại {tên}!').waitFor();
      await expect(edit).toBeFocused();

      await dialog(page).getByRole('button', { name: 'Xóa /hẹn' }).press('Enter');
      const removal = page.getByRole('alertdialog', { name: 'Xóa câu trả lời mẫu' });
      await removal.getByText('/hẹn').waitFor();
      await removal.getByRole('button', { name: 'Xóa' }).press('Enter');
      await dialog(page).getByText('Chưa có câu trả lời mẫu nào').waitFor();
      const add = dialog(page).getByRole('button', { name: 'Thêm câu trả lời mẫu' });
      await expect(add).toBeFocused();
      await add.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
      await expect(text, 'back in the text').toBeFocused();

      await page.goto('/admin/audit');
      for (const action of ['Thêm câu trả lời mẫu', 'Sửa câu trả lời mẫu', 'Xóa câu trả lời mẫu']) {
        await page.getByText(action, { exact: true }).first().waitFor();
      }
    },
  );

  test('a shortcut in use is rejected, and a dialog that cannot be loaded shows an error', async ({ panel }) => {
    for (const status of [409, 500]) panel.expectProblem(failedRequest(status));
    await keep(panel, { chào: 'Chào {tên}' });
    const user = await createUser(panel.db);
    const page = await panel.newPage();
    const mend = await spoil(page, CALL, { status: 500 });
    await openConversation(page, user);
    await openDialog(page);
    await dialog(page).getByText('Không thể tải câu trả lời mẫu').waitFor();
    await mend();
    await dialog(page).getByRole('button', { name: 'Thử lại' }).click();
    await dialog(page).getByText('Chào {tên}').waitFor();
    await dialog(page).getByRole('button', { name: 'Thêm câu trả lời mẫu' }).click();
    await field(page, 'Lối tắt').fill('CHAO');
    await field(page, 'Nội dung').fill('Xin chào');
    await page.getByRole('button', { name: 'Lưu' }).click();
    await page.getByText('Lối tắt này đã được dùng').waitFor();
    await expect(field(page, 'Nội dung')).toHaveValue('Xin chào');
  });

  test("two administrators see each other's changes, and neither overwrites a change not seen", async ({ panel }) => {
    panel.expectProblem(failedRequest(409));
    await keep(panel, { chào: 'Chào {tên}' });
    const user = await createUser(panel.db, { username: 'Phạm Thị Hoa' });
    const first = await openConversation(await panel.newPage(), user);
    const second = await openConversation(await newPageOfOther(panel, 'Quản trị Bình'), user);
    for (const page of [first, second]) {
      await page.waitForLoadState('networkidle');
      await openDialog(page);
      await dialog(page).getByRole('button', { name: 'Sửa /chào' }).click();
    }
    await field(first, 'Nội dung').fill('Chào {tên} ạ');
    await first.getByRole('button', { name: 'Lưu' }).click();
    await dialog(first).getByText('Chào {tên} ạ').waitFor();

    await field(second, 'Nội dung').fill('Xin chào {tên}');
    await second.getByRole('button', { name: 'Lưu' }).click();
    const conflict = second.getByRole('alert');
    await conflict.getByText('Chào {tên} ạ').waitFor();
    await conflict.getByRole('button', { name: 'Giữ bản của tôi' }).click();
    await second.getByRole('button', { name: 'Lưu' }).click();
    await dialog(second).getByText('Xin chào {tên}').waitFor();
    await dialog(first).getByText('Xin chào {tên}').waitFor();

    await dialog(first).getByRole('button', { name: 'Sửa /chào' }).click();
    await dialog(second).getByRole('button', { name: 'Xóa /chào' }).click();
    await second.getByRole('alertdialog').getByRole('button', { name: 'Xóa' }).click();
    await dialog(second).getByText('Chưa có câu trả lời mẫu nào').waitFor();
    panel.expectProblem(failedRequest(404));
    await field(first, 'Nội dung').fill('Vẫn còn đây');
    await first.getByRole('button', { name: 'Lưu' }).click();
    await first.getByText('Câu trả lời mẫu này đã bị xóa').waitFor();
    await first.getByRole('button', { name: 'Lưu' }).click();
    for (const page of [first, second]) await dialog(page).getByText('Vẫn còn đây').waitFor();
  });

  test('a reply left while its save is in flight: the next one stays open when the first is saved', async ({
    panel,
  }) => {
    await keep(panel, { chào: 'Chào {tên}', chờ: 'Xin chờ' });
    const user = await createUser(panel.db, { username: 'Hồ Thị Sen' });
    const page = await openConversation(await panel.newPage(), user);
    await openDialog(page);
    let respond = () => {};
    const isReleased = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route(`**${CALL}/*`, async (route) => {
      if (route.request().method() !== 'GET') await isReleased;
      await route.continue();
    });
    await dialog(page).getByRole('button', { name: 'Sửa /chào' }).click();
    await field(page, 'Nội dung').fill('Chào {tên}!');
    await page.getByRole('button', { name: 'Lưu', exact: true }).click();
    await page.getByRole('button', { name: 'Hủy', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Bỏ', exact: false }).click();
    await dialog(page).getByRole('button', { name: 'Sửa /chờ' }).click();
    await field(page, 'Nội dung').fill('Xin chờ một chút');
    const saved = page.waitForResponse((response) => response.url().includes(`${CALL}/`));
    respond();
    await saved;
    await page.waitForLoadState('networkidle');
    await expect(field(page, 'Nội dung')).toHaveValue('Xin chờ một chút');
  });

  test('the whole menu is seen on a narrow screen', async ({ panel }) => {
    await keep(panel, { [`${'dài'.repeat(10)}ơi`]: 'x'.repeat(4_000), chào: 'Chào {tên}' });
    const user = await createUser(panel.db);
    const page = await openConversation(await panel.newPage({ viewport: NARROW }), user);
    await page.waitForLoadState('networkidle');
    await box(page, user).pressSequentially('/');
    await menu(page).waitFor();
    const { y } = (await menu(page).boundingBox()) ?? { y: -1 };
    expect(y, 'the whole menu is seen').toBeGreaterThanOrEqual(0);
  });

  test('a backend without canned replies gets no menu and no dialog', async ({ panel }) => {
    panel.expectProblem(failedRequest(404));
    const user = await createUser(panel.db);
    const page = await panel.newPage();
    await spoil(page, CALL, { status: 404 });
    await openConversation(page, user);
    await page.waitForLoadState('networkidle');
    await box(page, user).pressSequentially('/ch');
    await page.getByRole('button', { name: 'Thêm', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Báo cáo về người dùng này' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Câu trả lời mẫu' }).count()).toBe(0);
    expect(await menu(page).count()).toBe(0);
  });
});
