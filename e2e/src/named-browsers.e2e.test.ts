import { expect } from '@playwright/test';
import { box, bubble, log, minutesAgo, openConversation, send, storeConversation } from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { missingInNamedBrowsers, openAsNamedBrowser } from './harness/named-browsers.ts';
import { fillDatabase } from './harness/screen-data.ts';
import { addressOf, SCREENS } from './harness/screen-table.ts';
import { DASHBOARD_TITLE, signIn, urlOf, waitForScreen } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';

const LINK = 'https://example.com/trợ-giúp';
const AVATAR = 'https://images.example.com/lan.webp';

test.describe('oldest supported browsers: with their features only', () => {
  test('missingInNamedBrowsers: static functions, methods and globals, and nothing that all browsers have', () => {
    const missing = missingInNamedBrowsers().map((names) => names.join('.'));
    expect(missing).toEqual(
      expect.arrayContaining(['URL.parse', 'Promise.withResolvers', 'Set.union', 'Object.groupBy', 'Temporal']),
    );
    expect(missing).not.toContain('URL.canParse');
    expect(missing).not.toContain('Array.toSorted');
    expect(missing).not.toContain('AbortSignal');
  });

  test('openAsNamedBrowser: removes the missing features from a page', async ({ panel }) => {
    const page = await panel.newPage({ signedIn: false });
    await openAsNamedBrowser(page);
    await page.goto('/login');
    const found = await page.evaluate(() => [
      ...['URL', 'Promise', 'Object'].flatMap((name) =>
        Object.getOwnPropertyNames(Reflect.get(window, name)).map((member) => `${name}.${member}`),
      ),
      ...Object.getOwnPropertyNames(Set.prototype).map((member) => `Set.prototype.${member}`),
      ...('Iterator' in window ? ['Iterator'] : []),
    ]);
    expect(found).toContain('URL.canParse');
    for (const name of ['URL.parse', 'Promise.withResolvers', 'Object.groupBy', 'Set.prototype.union', 'Iterator']) {
      expect(found).not.toContain(name);
    }
  });

  test('sign-in leads to the requested screen, and every screen and dialog opens', async ({ panel }) => {
    const data = await fillDatabase(panel);
    const page = await panel.newPage({ signedIn: false });
    await openAsNamedBrowser(page);
    await page.goto('/admin/users?role=user');
    await page.waitForURL('**/login');
    await signIn(page, panel.system.admin);
    await eventually(() => urlOf(page)).toBe('/admin/users?role=user');
    await page.goto('/admin/dashboard');
    await waitForScreen(page, DASHBOARD_TITLE);
    for (const screen of SCREENS.filter(({ signedIn }) => signedIn !== false)) {
      await page.goto(addressOf(screen, data));
      await screen.ready(page, data);
      for (const { opener, shown } of screen.overlays ?? []) {
        await opener(page, data).click();
        await shown(page).waitFor();
        await page.keyboard.press('Escape');
        await shown(page).waitFor({ state: 'hidden' });
      }
    }
  });

  test('an avatar of another host is fetched, a link in a message can be followed, a message is sent', async ({
    panel,
  }) => {
    const user = await createUser(panel.db, { username: 'Trần Thị Lan', avatar_url: AVATAR });
    await storeConversation(panel, user, [{ text: `Xem ở đây: ${LINK}`, at: minutesAgo(5) }]);
    const page = await panel.newPage();
    await openAsNamedBrowser(page);
    const asked: string[] = [];
    await page.route('https://images.example.com/**', async (route) => {
      asked.push(route.request().url());
      await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
    });
    await page.goto(`/admin/users/${user.id}`);
    await waitForScreen(page, user.username);
    await eventually(() => asked).toContain(AVATAR);

    await openConversation(page, user);
    const link = log(page, user).getByRole('link', { name: LINK });
    expect(await link.getAttribute('href')).toBe(new URL(LINK).href);
    await send(page, user, 'Chào bạn');
    await bubble(page, user, 'Chào bạn').waitFor();
    await eventually(async () => {
      const rows = await panel.db.selectFrom('messages').select('content').where('user_id', '=', user.id).execute();
      return rows.map(({ content }) => content);
    }).toContain('Chào bạn');
    await expect(box(page, user)).toHaveValue('');
  });
});
