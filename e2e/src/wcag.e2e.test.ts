import { expect } from '@playwright/test';
import { createAppUser } from './harness/app-user.ts';
import { bubble, openConversation } from './harness/conversation.ts';
import { fillDatabase } from './harness/screen-data.ts';
import { BY_KEYBOARD, test } from './harness/test.ts';
import { expectAnnounced, walk } from './harness/wcag.ts';

/** Pages with a defect, and what {@link walk} reports for it. */
const FAULTY = [
  ['', '<p>'],
  ['caught by <input', '<input onkeydown="if (event.key === \'Tab\') event.preventDefault()">'],
  ['not in reading order', '<button tabindex="1">'],
  [
    'its place is not that of its order',
    '<div style="display: flex"><button style="order: 1">1</button><button>2</button>',
  ],
  ['no focus to be seen', '<button style="outline-color: transparent">'],
  ['covered or out of sight', '<div style="position: fixed; inset: 0; background: white">'],
] as const;

test.describe('WCAG 2.2 AA', () => {
  test('the keyboard walk finds each known defect', BY_KEYBOARD, async ({ panel }) => {
    const page = await panel.newPage();
    for (const [fault, html] of FAULTY) {
      await page.setContent(
        `<style>:focus { outline: 2px solid red }</style><button>a</button><button>b</button>${html}`,
      );
      const { faults } = await walk(page);
      expect(faults.length > 0, html).toBe(fault !== '');
      expect(faults.join()).toContain(fault);
    }
  });

  test('search results, filter results and received items are announced in an existing live region', async ({
    panel,
  }) => {
    await fillDatabase(panel);
    const page = await panel.open('/admin/users');
    await page.getByRole('row').nth(3).waitFor();
    const type = (box: string) => () => page.getByRole('textbox', { name: box }).fill('khôngcóai');
    await expectAnnounced(page, /^0 người dùng/, type('Tìm kiếm người dùng'));
    await page.goto('/admin/chat');
    await page.locator('[data-chat-user]').first().waitFor();
    await expectAnnounced(page, 'Không tìm thấy ai', type('Tìm kiếm người dùng'));
    await page.goto('/admin/reports');
    await page.getByRole('grid').locator('[data-row]').first().waitFor();
    await expectAnnounced(page, /^0 báo cáo/, () =>
      page.getByLabel('Trạng thái', { exact: true }).selectOption('reviewing'),
    );
    const user = await createAppUser(panel, { username: 'Lê Thị Nhắn Tin' });
    await user.come();
    await user.write('Tin đầu tiên');
    await openConversation(page, user);
    await bubble(page, user, 'Tin đầu tiên').waitFor();
    await expectAnnounced(page, 'Tin thứ hai', () => user.write('Tin thứ hai'));
    user.go();
  });

  test('sign-in form: a password may be pasted, and errors are announced at their field', async ({ panel }) => {
    const page = await panel.open('/login', { signedIn: false });
    const [email, password] = [page.getByLabel('Email', { exact: true }), page.getByLabel('Mật khẩu', { exact: true })];
    expect(await email.getAttribute('autocomplete')).toBe('username');
    expect(await password.getAttribute('autocomplete')).toBe('current-password');
    await email.fill('chép và dán');
    await email.selectText();
    await page.keyboard.press('Control+X');
    await password.focus();
    await page.keyboard.press('Control+V');
    await expect(password).toHaveValue('chép và dán');

    const { user } = await fillDatabase(panel);
    const form = await openConversation(await panel.newPage(), user);
    await form.getByRole('button', { name: 'Thêm', exact: true }).click();
    await form.getByRole('menuitem', { name: 'Câu trả lời mẫu' }).click();
    await form.getByRole('dialog').getByRole('button', { name: 'Thêm câu trả lời mẫu' }).click();
    await form.getByRole('dialog').getByRole('button', { name: 'Lưu', exact: true }).click();
    const invalid = form.getByRole('dialog').locator('[aria-invalid="true"]');
    await expect(invalid).toHaveCount(2);
    await expect(invalid.first()).toBeFocused();
    for (const field of await invalid.all()) {
      const note = await field.evaluate(
        (one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
      );
      expect(note).toMatch(/\S/);
    }
  });
});
