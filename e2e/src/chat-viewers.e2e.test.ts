import { expect, type Page } from '@playwright/test';
import { createAppUser } from './harness/app-user.ts';
import { box, openConversation, receivedBy, send } from './harness/conversation.ts';
import { ownAdmin, uniqueName } from './harness/data.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { test } from './harness/test.ts';

/** The visible text about other administrators in the conversation. */
const viewers = (page: Page, text: string) => page.locator('header').getByTitle(text, { exact: true });
/** The live-region text of it. */
const readOut = (page: Page, text: string) =>
  page.locator('header [aria-live="polite"]').filter({ hasText: new RegExp(`^${text.replaceAll('.', '\\.')}$`) });

test.describe('conversation: two administrators in one', () => {
  test('see each other open it, type and leave', async ({ panel }) => {
    const user = await createAppUser(panel, { username: uniqueName('Nguyễn Thị Mai') });
    const other = await createAppUser(panel, { username: uniqueName('Trần Văn Cường') });
    await user.come();
    panel.onFinished(() => user.go());
    const [myName, herName] = [(await ownAdmin(panel)).username, uniqueName('Quản trị Bình')];
    const mine = await openConversation(await panel.newPage(), user);
    const hers = await openConversation(await newPageOfOther(panel, herName), user);
    await viewers(mine, `${herName} đang xem`).waitFor();
    await readOut(mine, `${herName} đang xem`).waitFor({ state: 'attached' });
    await viewers(hers, `${myName} đang xem`).waitFor();
    expect(await viewers(mine, `${myName} đang xem`).count()).toBe(0);

    const statuses = receivedBy(user, 'admin_typing_status');
    const timesAnnounced = () => statuses.filter((status) => JSON.stringify(status).includes('true')).length;
    let isSeen = false;
    const see = async () => {
      await viewers(mine, `${herName} đang soạn trả lời...`).waitFor();
      await readOut(mine, `${herName} đang soạn trả lời...`).waitFor({ state: 'attached' });
      isSeen = true;
    };
    // Repeated while it lasts, since the server expires it.
    const type = async () => {
      while (!isSeen || timesAnnounced() <= 2) await box(hers, user).pressSequentially('Em đợi chị. ', { delay: 100 });
    };
    await Promise.all([type(), see()]);
    await box(hers, user).press('Enter');
    await viewers(mine, `${herName} đang xem`).waitFor();

    await openConversation(hers, other);
    await expect(viewers(mine, `${herName} đang xem`)).toHaveCount(0);
    await send(mine, user, 'Còn tôi ở đây');
    expect(await viewers(hers, `${myName} đang xem`).count()).toBe(0);
  });
});
