import { REPORT_DESCRIPTION_MIN_CHARS } from '@hai-dang/contract/constants.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { newId } from '../../server/src/lib/ids.ts';
import { insertCannedReply } from '../../server/src/testing/factories.ts';
import { insertPolicy } from '../../server/src/testing/moderation-factories.ts';
import { goToAccount, section } from './harness/account.ts';
import { createEntries, details, entries, filteredBy } from './harness/audit-log.ts';
import { box, minutesAgo, openConversation, storeConversation } from './harness/conversation.ts';
import { createPosts, createTravelPosts, createUser, createUsers, uniqueName } from './harness/data.ts';
import { failedRequest } from './harness/guarded-page.ts';
import { HOSTILE_TEXTS } from './harness/hostile-texts.ts';
import { items } from './harness/notifications.ts';
import { fileReport, reportScreen } from './harness/report-detail.ts';
import { REPORTS_SCREEN, reportTable } from './harness/report-list.ts';
import { scrollDown, USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { createSecondAdmin, openAs } from './harness/second-admin.ts';
import { eventually, type Panel, test } from './harness/test.ts';

const ALL_IN_ONE = HOSTILE_TEXTS.join('\n');
const hostile = (index: number) => HOSTILE_TEXTS[index % HOSTILE_TEXTS.length] ?? '';

/** No hostile script has run, and no hostile text has become an element, a link or an image URL. */
async function expectHarmless(page: Page, state: string): Promise<void> {
  const traces = await page.evaluate(() => ({
    ran: (window as { ran?: number }).ran ?? 0,
    elements: document.querySelectorAll('main :is(script, iframe, object, embed, style, base, marquee, form[action])')
      .length,
    addresses: [...document.querySelectorAll('[src], [href]')]
      .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
      .filter((address) => /^\s*(javascript|vbscript|data:text)/i.test(address)),
  }));
  expect(traces, state).toEqual({ ran: 0, elements: 0, addresses: [] });
}

/** One user per text, and one whose fields all contain all of them. */
async function fill({ db }: Panel): Promise<string> {
  await createUsers(db, HOSTILE_TEXTS.length, (index) => ({
    username: hostile(index),
    email: `${hostile(index)}${index}@example.com`,
    avatar_url: hostile(index),
  }));
  const user = await createUser(db, {
    username: `${hostile(0)}${hostile(6)}`,
    email: `${hostile(7)}@example.com`,
    avatar_url: hostile(41),
    phone: hostile(11),
    postal_address: ALL_IN_ONE,
    bio: ALL_IN_ONE,
    nationality: ALL_IN_ONE,
    hometown: ALL_IN_ONE,
    marital_status: ALL_IN_ONE,
  });
  await createPosts(db, user.id, HOSTILE_TEXTS.length, (index) => ({
    title: hostile(index),
    content: hostile(index),
    category: hostile(index),
    image_urls: [hostile(index)],
  }));
  await createTravelPosts(db, user.id, HOSTILE_TEXTS.length, (index) => ({
    title: hostile(index),
    location: hostile(index),
    content: hostile(index),
    image_urls: [hostile(index), hostile(index + 1)],
  }));
  return user.id;
}

test.describe('hostile texts', () => {
  test('are rendered as text on every screen with user content', async ({ panel }) => {
    // Some are relative URLs of images that do not exist.
    panel.expectProblem(failedRequest(404));
    const userId = await fill(panel);
    const page = await panel.open('/admin/users');
    await waitForScreen(page, USERS_TITLE);
    await page
      .getByText(hostile(HOSTILE_TEXTS.length - 1), { exact: true })
      .first()
      .waitFor();
    await eventually(async () => {
      await scrollDown(page, 700);
      return page.getByText(hostile(0), { exact: true }).count();
    }).toBeGreaterThan(0);
    await expectHarmless(page, 'user list');

    await page.goto(`/admin/users?q=${encodeURIComponent('<img src=x onerror=')}`);
    await page.getByRole('row').nth(2).waitFor();
    await expectHarmless(page, 'search');

    for (const text of HOSTILE_TEXTS.slice(0, 3)) {
      await page.goto(`/admin/users?q=${encodeURIComponent(text)}&status=${encodeURIComponent(text)}`);
      await expect(page.getByRole('textbox', { name: 'Tìm kiếm người dùng' })).toHaveValue(text);
      await expectHarmless(page, `URL with ${text}`);
    }

    await page.goto(`/admin/users/${userId}`);
    await page.getByRole('article').first().waitFor();
    await expectHarmless(page, 'profile');
    await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
    await page.getByRole('menuitem', { name: 'Vô hiệu hóa' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectHarmless(page, 'confirmation');
    await page.keyboard.press('Escape');

    const pages = page.getByRole('navigation', { name: 'Các trang bài viết' });
    for (let number = 2; number <= Math.ceil(HOSTILE_TEXTS.length / 5); number += 1) {
      await pages.getByRole('button', { name: 'Sau' }).click();
      await expect(pages.locator('[aria-current="page"]')).toHaveText(String(number));
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      await expectHarmless(page, `posts, page ${number}`);
    }
    await page.getByRole('button', { name: 'Xóa bài viết' }).first().click();
    await page.getByRole('alertdialog').waitFor();
    await expectHarmless(page, 'confirmation of a post');
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: /^Bài viết du lịch/ }).click();
    const more = page.getByRole('button', { name: 'Xem thêm bài viết du lịch' });
    for (let shown = 10; shown < HOSTILE_TEXTS.length; shown += 10) {
      await expect(page.getByRole('article')).toHaveCount(shown);
      await more.click();
    }
    await expect(page.getByRole('article')).toHaveCount(HOSTILE_TEXTS.length);
    await expectHarmless(page, 'travel posts');
  });

  test('are rendered as text in the audit log', async ({ panel }) => {
    const target = await createEntries(panel, HOSTILE_TEXTS.length, (index) => ({
      actor_name: hostile(index),
      target_name: hostile(index + 1),
      action: hostile(index + 2),
      target_type: index % 2 === 0 ? 'user' : hostile(index + 3),
      reason: hostile(index + 4),
      ip: hostile(index + 5),
      request_id: hostile(index + 6),
      before: JSON.stringify({
        [hostile(index)]: hostile(index + 7),
        constructor: hostile(index),
        content: '__proto__',
      }),
      after: JSON.stringify({ status: 'toString', role: 'constructor' }),
    }));
    const page = await panel.open(filteredBy(target));
    await page.getByText(`${HOSTILE_TEXTS.length} mục`).waitFor();
    const seen = new Set<string>();
    const read = async () => {
      for (const text of await entries(page).locator('bdi').allTextContents()) seen.add(text);
    };
    for (const index of [0, 1, 2, 3]) {
      // Expanding a row scrolls it into view, and may remove the first ones from the DOM.
      await read();
      await details(page, index).click();
    }
    await eventually(async () => {
      await read();
      await scrollDown(page, 300);
      return HOSTILE_TEXTS.filter((text) => !seen.has(text));
    }).toEqual([]);
    await expectHarmless(page, 'audit log');
    const addresses = await page
      .locator('main :is([src], [href])')
      .evaluateAll((elements) =>
        elements.map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? ''),
      );
    expect(addresses.filter((address) => !address.startsWith('/admin/'))).toEqual([]);
  });

  test('are rendered as text on the account screen', async ({ panel }) => {
    const admin = await createSecondAdmin(panel, uniqueName(`${hostile(0)}${hostile(6)}`));
    const page = await openAs(panel, admin);
    const { id } = await panel.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', admin.email)
      .executeTakeFirstOrThrow();
    const now = new Date();
    await panel.db
      .insertInto('sessions')
      .values(
        HOSTILE_TEXTS.map((text, index) => ({
          token_hash: Buffer.from(`hostile ${index}`),
          id: newId(),
          user_id: id,
          ip: text,
          user_agent: `${text} Firefox/1`,
          created_at: now,
          last_used_at: now,
          expires_at: new Date(now.getTime() + 60_000),
        })),
      )
      .execute();
    await goToAccount(page);
    const rows = section(page, 'Phiên đăng nhập').getByRole('listitem');
    await expect(rows).toHaveCount(HOSTILE_TEXTS.length + 1);
    expect(await rows.getByText(hostile(6), { exact: true }).count()).toBe(1);
    await expectHarmless(page, 'account');
    await rows.getByRole('button').first().click();
    await page.getByRole('alertdialog').waitFor();
    await expectHarmless(page, 'confirmation of a session');
  });

  test('are rendered as text in reports, in notifications and in the chat', async ({ panel }) => {
    panel.expectProblem(failedRequest(404));
    const { db } = panel;
    const reporters = await createUsers(db, HOSTILE_TEXTS.length, (index) => ({
      username: hostile(index),
      email: `${hostile(index + 1)}${index}@example.com`,
      avatar_url: hostile(index + 2),
    }));
    const author = await createUser(db, {
      username: `${hostile(1)}${hostile(6)}`,
      avatar_url: hostile(41),
      bio: ALL_IN_ONE,
    });
    const posts = await createPosts(db, author.id, reporters.length, (index) => ({
      title: hostile(index + 3),
      content: index === 0 ? ALL_IN_ONE : hostile(index + 4),
      category: hostile(index + 5),
      image_urls: [hostile(index + 6)],
    }));
    const reports = await Promise.all(
      reporters.map(({ id }, index) =>
        fileReport(panel, {
          itemType: 'Post',
          itemId: posts[index]?.id ?? '',
          reporterId: id,
          description: hostile(index + 7).padEnd(REPORT_DESCRIPTION_MIN_CHARS, '.'),
        }),
      ),
    );
    const page = await panel.open(REPORTS_SCREEN);
    await reportTable(page).locator('[data-row] bdi').first().waitFor();
    const seen = new Set<string>();
    await eventually(async () => {
      for (const text of await reportTable(page).locator('bdi').allTextContents()) seen.add(text);
      await scrollDown(page, 300);
      return HOSTILE_TEXTS.filter((text) => !seen.has(text));
    }).toEqual([]);
    await expectHarmless(page, 'reports');
    await page.goto(`${REPORTS_SCREEN}?group=1`);
    await page.locator('[data-row] bdi').first().waitFor();
    await expectHarmless(page, 'groups');
    await page.goto(reportScreen(reports[0] ?? ''));
    await page.getByRole('button', { name: 'Xóa báo cáo' }).first().waitFor();
    await expectHarmless(page, 'report');
    await page.keyboard.press('d');
    const sheet = page.getByRole('dialog', { name: 'Ra quyết định' });
    await sheet.getByRole('radio', { name: /^Spam và quảng cáo/ }).check();
    const letter = sheet.getByRole('region', { name: 'Thư gửi người vi phạm' });
    await letter.getByRole('button', { name: 'Sửa' }).click();
    await sheet.getByRole('textbox', { name: 'Thư gửi người vi phạm' }).fill(ALL_IN_ONE);
    await letter.getByText('window.ran').last().waitFor();
    await expectHarmless(page, 'decision sheet with letters');
    await page.keyboard.press('Escape');
    await page.goto('/admin/notifications');
    await items(page).first().waitFor();
    await expectHarmless(page, 'notifications');

    const talker = reporters[0];
    if (!talker) throw new Error('nobody to talk to');
    const texts = HOSTILE_TEXTS.map((text, index) => ({ text, at: minutesAgo(HOSTILE_TEXTS.length - index) }));
    await storeConversation(panel, talker, texts);
    await insertCannedReply(db, { shortcut: '"><img', content: ALL_IN_ONE });
    await insertPolicy(db, { title: uniqueName(hostile(8)), text: ALL_IN_ONE });
    await page.goto('/admin/policies');
    await page.getByRole('grid').getByText('window.ran').first().waitFor();
    await expectHarmless(page, 'rules');

    await openConversation(page, talker);
    await box(page, talker).pressSequentially('/');
    await page.getByRole('listbox', { name: 'Câu trả lời mẫu' }).getByRole('option').first().waitFor();
    await expectHarmless(page, 'conversation and canned replies');
    await page.getByRole('textbox', { name: 'Tìm kiếm người dùng' }).fill('window.ran');
    await page.getByRole('region', { name: 'Tin nhắn', exact: true }).getByRole('link').first().waitFor();
    await expectHarmless(page, 'found people and messages');
  });

  test('with hidden characters are flagged, also in the confirmation of a deletion', async ({ panel }) => {
    const name = 'nimda\u202enguyen\u200b';
    const user = await createUser(panel.db, { username: name });
    const author = await createUser(panel.db, { username: `${name}2` });
    const [post] = await createPosts(panel.db, author.id, 1);
    await fileReport(panel, { itemType: 'Post', itemId: post?.id ?? '', reporterId: user.id });
    await storeConversation(panel, user, [{ text: 'xin chào', at: minutesAgo(1) }]);
    const page = await panel.open('/admin/reports');
    const flag = (within: Page | Locator) => within.getByRole('img', { name: 'Tên chứa ký tự ẩn' });
    // The reporter's, and the author's beside what is reported.
    await expect(flag(reportTable(page))).toHaveCount(2);
    await page.goto('/admin/reports?group=1');
    await flag(page.locator('[data-row]')).waitFor();
    await page.goto('/admin/notifications');
    await flag(items(page)).waitFor();
    await page.goto('/admin/chat');
    await page.getByRole('textbox', { name: 'Tìm kiếm người dùng' }).fill('xin chào');
    await flag(page.getByRole('region', { name: 'Tin nhắn', exact: true })).waitFor();
    await page.goto(`/admin/users/${user.id}`);
    await page.getByRole('button', { name: 'Thao tác với tài khoản' }).click();
    await page.getByRole('menuitem', { name: 'Vô hiệu hóa' }).click();
    await flag(page.getByRole('alertdialog')).waitFor();
  });
});
