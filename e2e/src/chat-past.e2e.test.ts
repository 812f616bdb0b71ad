import { expect } from '@playwright/test';
import { breakable, RECONNECTED } from './harness/breakable-socket.ts';
import { bubble, chatUrl, log, markReadByAdmins, send, whileOpen } from './harness/conversation.ts';
import { DEEP, distanceToEnd, expectInView, LENGTH, storeLong, target, toNewest } from './harness/long-conversation.ts';
import { urlOf } from './harness/screens.ts';
import { eventually, test } from './harness/test.ts';

test.describe('conversation: scrolled far into the past', () => {
  test('keeps it detached from new messages, and marks those as read only after the return', async ({ panel }) => {
    const user = await storeLong(panel, 'Hà Văn Xa');
    await whileOpen(user, async () => {
      const page = await panel.newPage();
      await page.goto(`${chatUrl(user)}&seq=${DEEP}`);
      await expectInView(target(page));
      await toNewest(page).waitFor();
      await page.waitForLoadState('networkidle');
      await user.write('tin mới một');
      await user.write('tin mới hai');
      await page.getByRole('button', { name: '2 tin nhắn mới' }).waitFor();
      expect(await bubble(page, user, 'tin mới hai').count()).toBe(0);
      await expectInView(target(page));
      expect(await markReadByAdmins(panel, user)).toBe(LENGTH);
      await page.getByRole('button', { name: '2 tin nhắn mới' }).click();
      await bubble(page, user, 'tin mới hai').waitFor();
      await eventually(() => markReadByAdmins(panel, user)).toBe(LENGTH + 2);
      await eventually(() => urlOf(page)).toBe(chatUrl(user));
      await expect(log(page, user).getByText('Tin nhắn mới', { exact: true })).toHaveCount(1);

      await page.goto(`${chatUrl(user)}&seq=${DEEP}`);
      await expectInView(target(page));
      await send(page, user, 'trả lời từ quá khứ');
      await bubble(page, user, 'trả lời từ quá khứ').waitFor();
      await log(page, user).getByText('Đã gửi').last().waitFor();
      await eventually(() => distanceToEnd(page)).toBeLessThan(3);
    });
  });

  test('scrolled down to the newest message, joins both parts', async ({ panel }) => {
    const user = await storeLong(panel, 'Kiều Thị Nối');
    await whileOpen(user, async () => {
      const page = await panel.newPage();
      await page.goto(`${chatUrl(user)}&seq=${LENGTH - 130}`);
      await expectInView(target(page));
      await page.waitForLoadState('networkidle');
      await user.write('đến khi còn ở xa');
      await page.getByRole('button', { name: '1 tin nhắn mới' }).waitFor();
      await page.getByRole('log').hover();
      for (let round = 0; round < 100 && (await bubble(page, user, 'đến khi còn ở xa').count()) === 0; round += 1) {
        await page.mouse.wheel(0, 900);
        await page.waitForTimeout(60);
      }
      await bubble(page, user, 'đến khi còn ở xa').waitFor();
      await eventually(async () => {
        await page.mouse.wheel(0, 2_000);
        return distanceToEnd(page);
      }).toBeLessThan(3);
      await user.write('đến khi đã ở cuối');
      await bubble(page, user, 'đến khi đã ở cuối').waitFor();
      await eventually(() => distanceToEnd(page)).toBeLessThan(3);
    });
  });

  test('opens at the newest message where the linked one does not exist', async ({ panel }) => {
    const user = await storeLong(panel, 'Lâm Văn Không');
    const page = await panel.newPage();
    for (const seq of ['501', '2147483647', '-1', 'x', '1e9']) {
      await page.goto(`${chatUrl(user)}&seq=${seq}`);
      await bubble(page, user, 'tin số 500').waitFor();
      await eventually(() => distanceToEnd(page)).toBeLessThan(3);
    }
  });

  test('after a lost connection counts the new messages, and shows them after the return', async ({ panel }) => {
    const user = await storeLong(panel, 'Quách Văn Đứt');
    await whileOpen(user, async () => {
      const page = await panel.newPage();
      const line = await breakable(page);
      await page.goto(`${chatUrl(user)}&seq=${DEEP}`);
      await expectInView(target(page));
      await page.waitForLoadState('networkidle');
      await line.cut();
      await user.write('khi mất mạng một');
      await user.write('khi mất mạng hai');
      await user.write('khi mất mạng ba');
      line.mend();
      await page.getByRole('button', { name: '3 tin nhắn mới' }).waitFor(RECONNECTED);
      await expectInView(target(page));
      await page.getByRole('button', { name: '3 tin nhắn mới' }).click();
      await bubble(page, user, 'khi mất mạng ba').waitFor();
      await bubble(page, user, 'khi mất mạng một').waitFor();
      await expect(log(page, user).getByText('Tin nhắn mới', { exact: true })).toHaveCount(1);
    });
  });
});
