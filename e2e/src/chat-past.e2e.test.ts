import { bubble, chatUrl, whileOpen } from './harness/conversation.ts';
import { distanceToEnd, expectInView, LENGTH, storeLong, target } from './harness/long-conversation.ts';
import { eventually, test } from './harness/test.ts';

test.describe('conversation: scrolled far into the past', () => {
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
});
