import { expect, type Page } from '@playwright/test';
import { box, chatUrl, eventuallyStored } from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { rule, SPAM } from './harness/decision-sheet.ts';
import { createSubjects, fileReport, reportScreen } from './harness/report-detail.ts';
import { storedReport } from './harness/report-list.ts';
import { eventually, test } from './harness/test.ts';

/**
 * Presses a key at the moment at which an element is in the document: after the change that adds it, before it is painted.
 * Nobody presses sooner on what they see.
 */
async function pressWhenAdded(page: Page, selector: string, key: string): Promise<void> {
  await page.addInitScript(
    (wanted) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector(wanted.selector)) return;
        observer.disconnect();
        const [key = '', modifier] = wanted.key.split('+').reverse();
        const ctrlKey = modifier === 'Ctrl';
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: key.toLowerCase(), ctrlKey, bubbles: true, cancelable: true }),
        );
      });
      observer.observe(document, { subtree: true, childList: true });
    },
    { selector, key },
  );
}

test.describe('screens: a key pressed in its first frame', () => {
  test('sends the input from before the code of the conversation is loaded', async ({ panel }) => {
    const person = await createUser(panel.db, { username: 'Lê Thị Hoa' });
    const loading = Promise.withResolvers<void>();
    const page = await panel.newPage();
    await page.route(/\/assets\/conversation-[\w-]{7}\.js$/, async (route) => {
      await loading.promise;
      await route.continue();
    });
    await page.goto(chatUrl(person));
    const field = box(page, person);
    await field.fill('Chào bạn');
    await field.press('Shift+Enter');
    await page.keyboard.insertText('Mình có thể giúp gì?');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Đang gửi').waitFor();
    loading.resolve();
    await eventuallyStored(panel, person, ['Chào bạn\nMình có thể giúp gì?']);
    await expect(field).toHaveValue('');
  });

  test('decides the report', async ({ panel }) => {
    const { post } = await createSubjects(panel);
    const id = await fileReport(panel, { itemType: 'Post', itemId: post.id });
    const page = await panel.newPage();
    await pressWhenAdded(page, 'main fieldset kbd', '3');
    await page.goto(reportScreen(id));
    await eventually(async () => (await storedReport(panel, id))?.status).toBe('resolved');
  });

  for (const { name, key, shown } of [
    { name: 'Tìm nhanh', key: 'Ctrl+K', shown: 'header kbd' },
    { name: 'Việc vừa làm', key: 'z', shown: 'nav ~ * kbd, aside kbd' },
  ]) {
    test(`opens “${name}”`, async ({ panel }) => {
      const page = await panel.newPage();
      await pressWhenAdded(page, shown, key);
      await page.goto('/admin/dashboard');
      await page.getByRole('dialog', { name }).waitFor();
    });
  }

  test('chooses a rule in the decision sheet', async ({ panel }) => {
    const { post } = await createSubjects(panel);
    const page = await panel.newPage();
    await pressWhenAdded(page, 'dialog input[type="radio"]', '9');
    await page.goto(reportScreen(await fileReport(panel, { itemType: 'Post', itemId: post.id })));
    await page.getByRole('button', { name: 'Xử lý', exact: true }).click();
    await expect(rule(page, SPAM)).toBeChecked();
  });
});
