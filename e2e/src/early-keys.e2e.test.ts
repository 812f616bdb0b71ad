import { expect } from '@playwright/test';
import { box, chatUrl, eventuallyStored } from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { openSheet, rule, SPAM } from './harness/decision-sheet.ts';
import { createSubjects, decidable, fileReport, reportScreen } from './harness/report-detail.ts';
import { createReports, REPORTS_SCREEN, reportTable, storedReport } from './harness/report-list.ts';
import { eventually, test } from './harness/test.ts';

const HELD = 'Báo cáo vừa mở: nhấn lại để quyết định';
const FRESH = '[data-held="true"]';

/**
 * Presses a key at the moment at which an element is in the document: after the change that adds it, before it is painted.
 * Nobody presses sooner on what they see.
 */
function pressWhenAdded(wanted: { selector: string; key: string }): void {
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

  test('does not decide the report, and says so; once more later, it does', async ({ panel }) => {
    const { post } = await createSubjects(panel);
    const id = await fileReport(panel, { itemType: 'Post', itemId: post.id });
    const page = await panel.newPage();
    await page.addInitScript(pressWhenAdded, { selector: 'main fieldset kbd', key: '3' });
    await page.goto(reportScreen(id));
    await page.getByRole('status').getByText(HELD).waitFor();
    await decidable(page);
    expect((await storedReport(panel, id))?.status).toBe('pending');
    await page.keyboard.press('3');
    await eventually(async () => (await storedReport(panel, id))?.status).toBe('resolved');
  });

  test('does not decide the next report: of two presses, one decides', async ({ panel }) => {
    const [older, newer] = await createReports(panel, 2);
    const page = await panel.open(REPORTS_SCREEN);
    await reportTable(page).getByRole('link').first().click();
    await page.getByText('1 / 2', { exact: true }).waitFor();
    await decidable(page);
    await page.evaluate(pressWhenAdded, { selector: FRESH, key: 'h' });
    await page.keyboard.press('h');
    await page.getByText('2 / 2', { exact: true }).waitFor();
    await page.getByRole('status').getByText(HELD).waitFor();
    await decidable(page);
    expect((await storedReport(panel, newer?.id ?? ''))?.status).toBe('rejected');
    expect((await storedReport(panel, older?.id ?? ''))?.status).toBe('pending');
  });

  for (const { name, key, shown } of [
    { name: 'Tìm nhanh', key: 'Ctrl+K', shown: 'header kbd' },
    { name: 'Việc vừa làm', key: 'z', shown: 'header [aria-keyshortcuts="Z"] kbd' },
  ]) {
    test(`opens “${name}”`, async ({ panel }) => {
      const page = await panel.newPage();
      await page.addInitScript(pressWhenAdded, { selector: shown, key });
      await page.goto('/admin/dashboard');
      await page.getByRole('dialog', { name }).waitFor();
    });
  }

  test('chooses a rule in the decision sheet', async ({ panel }) => {
    const { post } = await createSubjects(panel);
    const page = await panel.newPage();
    await page.addInitScript(pressWhenAdded, { selector: 'dialog input[type="radio"]', key: '9' });
    await page.goto(reportScreen(await fileReport(panel, { itemType: 'Post', itemId: post.id })));
    await openSheet(page);
    await expect(rule(page, SPAM)).toBeChecked();
  });
});
