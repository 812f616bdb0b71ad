import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type AppUser, createAppUser } from './harness/app-user.ts';
import { expectAccessible, expectNoSidewaysScroll } from './harness/axe.ts';
import { breakable } from './harness/breakable-socket.ts';
import {
  box,
  chatAddress,
  log,
  openConversation,
  send,
  sendButton,
  storeConversation,
  storedTexts,
} from './harness/conversation.ts';
import { createUser } from './harness/data.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { HOSTILE_TEXTS } from './harness/hostile-texts.ts';
import { addressOf, hasFocus } from './harness/screens.ts';
import { describeInBrowser, eventually, NARROW, type Panel, type Theme, test } from './harness/test.ts';

const MINUTE_MS = 60_000;
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * MINUTE_MS);
const HISTORY = /^\/api\/admin\/chat\//;
/** The panel waits 30 s between rounds of attempts, and half as long again. */
const RECONNECTED = { timeout: 60_000 };

/** What a user hears of one event. */
function heardBy(user: AppUser, event: string): unknown[] {
  const heard: unknown[] = [];
  user.on(event, (payload) => heard.push(payload));
  return heard;
}

/** With the app open, and closed in the end. */
async function whileOpen<Result>(user: AppUser, work: () => Promise<Result>): Promise<Result> {
  await user.come();
  try {
    return await work();
  } finally {
    user.go();
  }
}

const bubble = (page: Page, user: { id: string; username: string }, text: string) =>
  log(page, user).getByText(text, { exact: true });
const scrollTop = (page: Page) => page.getByRole('log').evaluate((element) => element.scrollTop);
const distanceToEnd = (page: Page) =>
  page
    .getByRole('log')
    .evaluate(({ scrollHeight, scrollTop, clientHeight }) => Math.round(scrollHeight - scrollTop - clientHeight));

describeInBrowser('a conversation', () => {
  test('begins empty; what one sends is sent, and seen once the user has read it', async ({ panel }) => {
    const user = await createAppUser(panel, { username: 'Nguyễn Thị Lan' });
    await whileOpen(user, async () => {
      const received = heardBy(user, 'receive_message');
      const page = await openConversation(await panel.newPage(), user);
      await page.getByText('Chưa có tin nhắn nào').waitFor();
      await page.getByRole('heading', { level: 2, name: user.username }).waitFor();
      await page.getByText('Đang hoạt động').last().waitFor();
      await send(page, user, 'Chào bạn, tôi có thể giúp gì?');
      await bubble(page, user, 'Chào bạn, tôi có thể giúp gì?').waitFor();
      await log(page, user).getByText('Đã gửi').waitFor();
      expect(await box(page, user).inputValue()).toBe('');
      expect(await storedTexts(panel, user)).toEqual(['Chào bạn, tôi có thể giúp gì?']);
      await eventually(() => received).toMatchObject([{ content: 'Chào bạn, tôi có thể giúp gì?' }]);
      await user.emit('mark_messages_read');
      await log(page, user).getByText('Đã xem').waitFor();
      expect(await log(page, user).getByText('Đã gửi').count()).toBe(0);
      await page.getByRole('link', { name: user.username, exact: true }).last().click();
      await eventually(() => addressOf(page)).toBe(`/admin/users/${user.id}`);
    });
  });

  test('marks what the user writes as read while it is before somebody’s eyes, and not else', async ({ panel }) => {
    const user = await createAppUser(panel, { username: 'Trần Văn Minh' });
    const readUpTo = async () => {
      const row = await panel.db
        .selectFrom('conversations')
        .select('admin_read_seq')
        .where('user_id', '=', user.id)
        .executeTakeFirst();
      return row?.admin_read_seq;
    };
    await whileOpen(user, async () => {
      const marked = heardBy(user, 'messages_marked_read');
      await user.write('Cho em hỏi');
      const page = await openConversation(await panel.newPage(), user);
      await bubble(page, user, 'Cho em hỏi').waitFor();
      await log(page, user).getByText('Tin nhắn mới').waitFor();
      await eventually(readUpTo).toBe(1);
      await eventually(() => marked).toHaveLength(1);

      await user.write('Có ai không?');
      await bubble(page, user, 'Có ai không?').waitFor();
      await eventually(readUpTo).toBe(2);

      const setVisibility = (state: string) =>
        page.evaluate((value) => {
          Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
          document.dispatchEvent(new Event('visibilitychange'));
        }, state);
      await setVisibility('hidden');
      await user.write('Alo');
      await bubble(page, user, 'Alo').waitFor();
      await page.waitForTimeout(300);
      expect(await readUpTo()).toBe(2);
      await setVisibility('visible');
      await eventually(readUpTo).toBe(3);
    });
  });

  test('shows each side that the other types', async ({ panel }) => {
    const user = await createAppUser(panel, { username: 'Lê Thị Hoa' });
    await whileOpen(user, async () => {
      const statuses = heardBy(user, 'admin_typing_status');
      const page = await openConversation(await panel.newPage(), user);
      await page.getByText('Chưa có tin nhắn nào').waitFor();
      await page.waitForLoadState('networkidle');
      await user.emit('user_typing');
      await log(page, user).getByText('Đang nhập tin nhắn...').waitFor();
      await user.emit('user_stop_typing');
      await log(page, user).waitFor({ state: 'detached' });
      await user.emit('user_typing');
      await log(page, user).getByText('Đang nhập tin nhắn...').waitFor();
      await user.write('xong rồi');
      await bubble(page, user, 'xong rồi').waitFor();
      await eventually(() => log(page, user).getByText('Đang nhập tin nhắn...').count()).toBe(0);

      await box(page, user).pressSequentially('chào');
      await eventually(() => statuses).toEqual([{ isTyping: true }, { isTyping: false }]);
      await box(page, user).press('x');
      await eventually(() => statuses).toHaveLength(3);
      await box(page, user).press('Enter');
      await eventually(() => statuses.at(-1)).toEqual({ isTyping: false });
    });
  });

  test('that cannot be read says so, and reads again when asked to; one can write meanwhile', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    const user = await createUser(panel.db, { username: 'Phạm Quốc Bảo' });
    await storeConversation(panel, user, [{ text: 'tin đầu', at: minutesAgo(5) }]);
    const page = await panel.newPage();
    const mend = await spoil(page, HISTORY, { status: 500 });
    await openConversation(page, user);
    await page.getByRole('alert').getByText('Không thể tải tin nhắn').waitFor();
    await expectAccessible(page, 'failed conversation');
    await send(page, user, 'vẫn gửi được');
    await eventually(() => storedTexts(panel, user)).toEqual(['tin đầu', 'vẫn gửi được']);
    await mend();
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await bubble(page, user, 'tin đầu').waitFor();
    await bubble(page, user, 'vẫn gửi được').waitFor();
    expect(await bubble(page, user, 'vẫn gửi được').count()).toBe(1);
  });
});

describeInBrowser('the box one writes in', () => {
  test('sends with Enter, not with Shift+Enter nor in the middle of a word, and never blanks', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Vũ Thị Mai' });
    const page = await openConversation(await panel.newPage(), user);
    await eventually(() => hasFocus(box(page, user))).toBe(true);
    expect(await sendButton(page).isDisabled()).toBe(true);
    await box(page, user).fill('  \n ');
    expect(await sendButton(page).isDisabled()).toBe(true);
    await box(page, user).press('Enter');
    await box(page, user).fill('');
    const low = await box(page, user).boundingBox();
    await box(page, user).pressSequentially('dòng một');
    await box(page, user).press('Shift+Enter');
    await box(page, user).pressSequentially('dòng hai');
    const high = await box(page, user).boundingBox();
    expect(high?.height).toBeGreaterThan(low?.height ?? 0);
    // An Enter by which an input method only ends a word.
    await box(page, user).dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    await box(page, user).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
    expect(await box(page, user).inputValue()).toBe('dòng một\ndòng hai');
    expect(await storedTexts(panel, user)).toEqual([]);
    await box(page, user).press('Enter');
    await log(page, user).getByText('Đã gửi').waitFor();
    expect(await storedTexts(panel, user)).toEqual(['dòng một\ndòng hai']);
    expect(await hasFocus(box(page, user))).toBe(true);
    expect((await box(page, user).boundingBox())?.height).toBe(low?.height);

    await box(page, user).fill('bằng nút');
    await sendButton(page).click();
    await bubble(page, user, 'bằng nút').waitFor();
    expect(await hasFocus(box(page, user))).toBe(true);
  });

  test('takes 4 000 characters and says when it is more', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Đỗ Văn Hùng' });
    const page = await openConversation(await panel.newPage(), user);
    await box(page, user).fill('á'.repeat(4_001));
    await page.getByRole('alert').getByText('Tin nhắn dài quá 4.000 ký tự').waitFor();
    expect(await sendButton(page).isDisabled()).toBe(true);
    await expectAccessible(page, 'too long a text');
    await box(page, user).press('Enter');
    await box(page, user).fill('á'.repeat(4_000));
    await box(page, user).press('Enter');
    await log(page, user).getByText('Đã gửi').waitFor();
    expect(await storedTexts(panel, user)).toEqual(['á'.repeat(4_000)]);
  });

  test('keeps a draft for each conversation over a reload, until one signs out', async ({ panel }) => {
    const lan = await createUser(panel.db, { username: 'Bùi Thị Lan' });
    const minh = await createUser(panel.db, { username: 'Bùi Văn Minh' });
    const page = await openConversation(await panel.newPage(), lan);
    await box(page, lan).fill('đang viết dở');
    await page.getByRole('link', { name: minh.username }).click();
    await box(page, minh).waitFor();
    expect(await box(page, minh).inputValue()).toBe('');
    await page.reload();
    await box(page, minh).waitFor();
    await page.goBack();
    expect(await box(page, lan).inputValue()).toBe('đang viết dở');
    await page.getByRole('button', { name: 'Đăng xuất' }).click();
    await page.getByRole('button', { name: 'Đăng nhập', exact: true }).waitFor();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('đang viết dở');
  });
});

describeInBrowser('a message that the server refuses', () => {
  test('says why, is sent again when asked to, and can be thrown away', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Hoàng Thị Thu' });
    const page = await openConversation(await panel.newPage(), user);
    await page.getByText('Chưa có tin nhắn nào').waitFor();
    // Nobody chats with an administrator.
    const become = (role: string) => panel.db.updateTable('users').set({ role }).where('id', '=', user.id).execute();
    await become('admin');
    await send(page, user, 'một');
    await send(page, user, 'hai');
    const failures = log(page, user).getByText('Không tìm thấy người dùng để trò chuyện');
    await eventually(() => failures.count()).toBe(2);
    await expectAccessible(page, 'refused messages');
    await become('user');
    await page.reload();
    await eventually(() => failures.count()).toBe(2);
    await log(page, user).getByRole('button', { name: 'Gửi lại' }).first().click();
    await log(page, user).getByText('Đã gửi').waitFor();
    await log(page, user).getByRole('button', { name: 'Xóa' }).click();
    await eventually(() => failures.count()).toBe(0);
    expect(await storedTexts(panel, user)).toEqual(['một']);
    await page.reload();
    await bubble(page, user, 'một').waitFor();
    expect(await bubble(page, user, 'hai').count()).toBe(0);
  });
});

describeInBrowser('without a connection', () => {
  test('what is sent waits, survives a reload and another screen, and goes out once', async ({ panel }) => {
    panel.expectProblem(/WebSocket/);
    const user = await createUser(panel.db, { username: 'Ngô Văn Nam' });
    const page = await panel.newPage();
    const connection = await breakable(page);
    await openConversation(page, user);
    await send(page, user, 'trước');
    await log(page, user).getByText('Đã gửi').waitFor();
    await connection.cut();
    await send(page, user, 'một');
    await send(page, user, 'hai');
    await eventually(() => log(page, user).getByText('Đang gửi, chờ kết nối').count()).toBe(2);
    await page.reload();
    await bubble(page, user, 'hai').waitFor();
    expect(
      await log(page, user)
        .getByText(/^Đang gửi/)
        .count(),
    ).toBe(2);
    expect(await storedTexts(panel, user)).toEqual(['trước']);
    await page.goto('/admin/dashboard');
    connection.mend();
    await eventually(() => storedTexts(panel, user)).toEqual(['trước', 'một', 'hai']);
    await openConversation(page, user);
    await bubble(page, user, 'hai').waitFor();
    await eventually(() => log(page, user).getByText('Đã gửi').count()).toBe(3);
    expect(await log(page, user).locator('p').allTextContents()).toEqual(['Hôm nay', 'trước', 'một', 'hai']);
  });

  test('the message that is lost on the way is sent again; what came meanwhile is there afterwards', async ({
    panel,
  }) => {
    panel.expectProblem(/WebSocket/);
    const user = await createAppUser(panel, { username: 'Đinh Thị Yến' });
    await whileOpen(user, async () => {
      const page = await panel.newPage();
      const connection = await breakable(page);
      await openConversation(page, user);
      await user.write('một');
      await bubble(page, user, 'một').waitFor();
      await connection.cut();
      await user.write('hai');
      await user.write('ba');
      await send(page, user, 'bốn');
      expect(await bubble(page, user, 'hai').count()).toBe(0);
      connection.mend();
      await log(page, user).getByText('Đã gửi').waitFor(RECONNECTED);
      await eventually(async () => (await log(page, user).locator('[dir=auto]').allTextContents()).join()).toBe(
        'một,hai,ba,bốn',
      );
    });
  });

  test('two tabs of one browser send each message once', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Lý Thị Kim' });
    const first = await openConversation(await panel.newPage(), user);
    const second = await openConversation(await first.context().newPage(), user);
    const texts = Array.from({ length: 6 }, (_, index) => `tin ${index}`);
    for (const [index, text] of texts.entries()) await send(index % 2 === 0 ? first : second, user, text);
    for (const page of [first, second]) {
      await eventually(() => log(page, user).getByText('Đã gửi').count()).toBe(6);
      await eventually(() =>
        log(page, user)
          .getByText(/^Đang gửi/)
          .count(),
      ).toBe(0);
    }
    expect((await storedTexts(panel, user)).toSorted()).toEqual(texts);
  });
});

describeInBrowser('a long history', () => {
  const LENGTH = 500;
  async function storeLong(panel: Panel, username: string, adminReadSeq?: number) {
    const user = await createAppUser(panel, { username });
    const texts = Array.from({ length: LENGTH }, (_, index) => ({
      text: `tin số ${index + 1}${index % 7 === 0 ? ' dài hơn một chút '.repeat(12) : ''}`.trim(),
      isFromAdmin: index % 3 === 0,
      at: minutesAgo((LENGTH - index) * 20),
    }));
    await storeConversation(panel, user, texts, adminReadSeq);
    return user;
  }

  test('opens at its end, and is read back to its beginning without a jump', async ({ panel }) => {
    const user = await storeLong(panel, 'Dương Văn Long');
    const page = await openConversation(await panel.newPage(), user);
    await bubble(page, user, 'tin số 500').waitFor();
    await eventually(() => distanceToEnd(page)).toBeLessThan(3);
    expect(await log(page, user).locator('[dir=auto]').count(), 'only those near the screen exist').toBeLessThan(80);

    // What stands in the middle of the screen stays there while older messages come in above.
    const middle = () =>
      page.getByRole('log').evaluate((element) => {
        const box = element.getBoundingClientRect();
        const found = document
          .elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2)
          .concat([...element.querySelectorAll('[dir=auto]')])
          .find((candidate) => candidate.matches('[dir=auto]'));
        return { text: found?.textContent, top: found?.getBoundingClientRect().top ?? Number.NaN };
      });
    const topOf = (text: string) => bubble(page, user, text).evaluate((element) => element.getBoundingClientRect().top);
    await page.getByRole('log').hover();
    let reads = 0;
    page.on('response', (response) => {
      if (HISTORY.test(new URL(response.url()).pathname)) reads += 1;
    });
    for (let round = 0; round < 200 && (await bubble(page, user, 'tin số 2').count()) === 0; round += 1) {
      const before = reads;
      await page.mouse.wheel(0, -900);
      await page.waitForTimeout(40);
      if (reads === before) continue;
      const { text, top } = await middle();
      await page.waitForTimeout(150);
      expect(Math.abs((await topOf(text ?? '')) - top), `where ${text} stands`).toBeLessThan(4);
    }
    await bubble(page, user, 'tin số 2').waitFor();
    expect(reads, 'pages read on the way').toBeGreaterThanOrEqual(4);
    await page.getByRole('button', { name: 'Đến tin nhắn mới nhất' }).click();
    await bubble(page, user, 'tin số 500').waitFor();
    await eventually(() => distanceToEnd(page)).toBeLessThan(3);
    await page.getByRole('button', { name: 'Đến tin nhắn mới nhất' }).waitFor({ state: 'detached' });
  });

  test('opens at the first unread message, and has a line for each day', async ({ panel }) => {
    const user = await storeLong(panel, 'Mai Thị Ngọc', 449);
    const page = await openConversation(await panel.newPage(), user);
    const line = log(page, user).getByText('Tin nhắn mới', { exact: true });
    await line.waitFor();
    await eventually(async () => {
      const [shown, frame] = [await line.boundingBox(), await log(page, user).boundingBox()];
      return (shown?.y ?? 0) - (frame?.y ?? 0);
    }).toBeLessThan(60);
    await page.getByRole('button', { name: 'Đến tin nhắn mới nhất' }).click();
    await eventually(() => distanceToEnd(page)).toBeLessThan(3);
    await page.getByRole('log').hover();
    const days = log(page, user).getByText(/^(Hôm nay|Hôm qua|\d+ tháng \d+, \d{4})$/);
    await eventually(async () => {
      await page.mouse.wheel(0, -600);
      return days.count();
    }).toBeGreaterThan(0);
  });

  test('stays where one reads when something comes, counts it, and follows the end when one is there', async ({
    panel,
  }) => {
    const user = await storeLong(panel, 'Tạ Văn Phúc');
    await whileOpen(user, async () => {
      const page = await openConversation(await panel.newPage(), user);
      await eventually(() => distanceToEnd(page)).toBeLessThan(3);
      await user.write('đến lúc đang ở cuối');
      await bubble(page, user, 'đến lúc đang ở cuối').waitFor();
      await eventually(() => distanceToEnd(page)).toBeLessThan(3);
      await page.getByRole('log').hover();
      await page.mouse.wheel(0, -1_500);
      await page.getByRole('button', { name: 'Đến tin nhắn mới nhất' }).waitFor();
      await page.waitForTimeout(200);
      const before = await scrollTop(page);
      await user.write('đến khi đang đọc');
      await user.write('thêm một tin');
      await page.getByRole('button', { name: '2 tin nhắn mới' }).waitFor();
      expect(Math.abs((await scrollTop(page)) - before)).toBeLessThan(2);
      await page.getByRole('button', { name: '2 tin nhắn mới' }).click();
      await bubble(page, user, 'thêm một tin').waitFor();
      await eventually(() => distanceToEnd(page)).toBeLessThan(3);
      await page.getByRole('log').hover();
      await page.mouse.wheel(0, -1_500);
      await page.getByRole('button', { name: 'Đến tin nhắn mới nhất' }).waitFor();
      await send(page, user, 'trả lời');
      await bubble(page, user, 'trả lời').waitFor();
      await eventually(() => distanceToEnd(page)).toBeLessThan(3);
    });
  });
});

describeInBrowser('what a user writes', () => {
  test('stays text, whatever it is', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Kẻ phá hoại' });
    await storeConversation(
      panel,
      user,
      HOSTILE_TEXTS.map((text, index) => ({ text, at: minutesAgo(60 - index) })),
    );
    const page = await openConversation(await panel.newPage(), user);
    await log(page, user).locator('[dir=auto]').last().waitFor();
    for (let round = 0; round < 12; round += 1) {
      await page.getByRole('log').hover();
      await page.mouse.wheel(0, -700);
      await page.waitForTimeout(40);
    }
    expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran ?? 0)).toBe(0);
    expect(
      await log(page, user).locator('a[href^="javascript" i], a[href^="data" i], script, img, iframe').count(),
    ).toBe(0);
  });

  test('leads to the web where it is an address, in another tab that knows nothing of this one', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Cao Thị Vân' });
    await storeConversation(panel, user, [
      { text: 'Xem (https://example.com/a?b=1), javascript:alert(1) và http://x@evil.example nhé', at: minutesAgo(1) },
    ]);
    const page = await openConversation(await panel.newPage(), user);
    const links = log(page, user).getByRole('link');
    await links.first().waitFor();
    expect(await links.count()).toBe(1);
    expect(await links.getAttribute('href')).toBe('https://example.com/a?b=1');
    expect(await links.getAttribute('target')).toBe('_blank');
    expect(await links.getAttribute('rel')).toContain('noopener');
  });
});

describeInBrowser('a conversation on any screen', () => {
  for (const theme of ['light', 'dark'] as Theme[]) {
    test(`passes axe and fits at 320 px, ${theme}`, async ({ panel }) => {
      const user = await createUser(panel.db, { username: `Người có tên rất dài để xem có vừa không ${theme}` });
      await storeConversation(
        panel,
        user,
        [
          { text: 'Xin chào', at: minutesAgo(60 * 30) },
          { text: `https://example.com/${'rất-dài'.repeat(40)}`, at: minutesAgo(10) },
          { text: 'Chào bạn', isFromAdmin: true, at: minutesAgo(9) },
          { text: 'ă'.repeat(300), at: minutesAgo(8) },
        ],
        1,
      );
      for (const viewport of [NARROW, { width: 1_024, height: 700 }]) {
        const page = await openConversation(await panel.newPage({ theme, viewport }), user);
        await bubble(page, user, 'Chào bạn').waitFor();
        await expectAccessible(page, `conversation, ${theme}, ${viewport.width} px`);
        await expectNoSidewaysScroll(page, `conversation, ${theme}, ${viewport.width} px`);
        const sideways = await page
          .getByRole('log')
          .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        expect(sideways).toBeLessThanOrEqual(0);
      }
    });
  }

  test('is read and answered by the keyboard alone', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Trịnh Văn Sơn' });
    const texts = Array.from({ length: 80 }, (_, index) => ({ text: `tin ${index + 1}`, at: minutesAgo(90 - index) }));
    await storeConversation(panel, user, texts);
    const page = await openConversation(await panel.newPage(), user);
    await eventually(() => hasFocus(box(page, user))).toBe(true);
    await bubble(page, user, 'tin 80').waitFor();
    await page.keyboard.press('Shift+Tab');
    expect(await hasFocus(log(page, user))).toBe(true);
    await page.keyboard.press('Home');
    await bubble(page, user, 'tin 1').waitFor();
    await page.keyboard.press('Tab');
    await eventually(() => hasFocus(page.getByRole('button', { name: 'Đến tin nhắn mới nhất' }))).toBe(true);
    await page.keyboard.press('Enter');
    await bubble(page, user, 'tin 80').waitFor();
  });

  test('leads back to the list where both do not fit', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Phan Thị Diễm' });
    const page = await panel.newPage({ viewport: NARROW });
    await page.goto('/admin/chat');
    await page.getByRole('link', { name: user.username }).click();
    await eventually(() => addressOf(page)).toBe(chatAddress(user));
    await page.getByRole('button', { name: 'Quay lại danh sách' }).click();
    await eventually(() => addressOf(page)).toBe('/admin/chat');
    await page.getByRole('link', { name: user.username }).waitFor();
  });
});
