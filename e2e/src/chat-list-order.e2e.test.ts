import { setTimeout as delay } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { type AppUser, createAppUser } from './harness/app-user.ts';
import { openedId, pane, rows, shownIds } from './harness/chat-list.ts';
import { untilLive } from './harness/notifications.ts';
import { release, waitForScreen } from './harness/screens.ts';
import { eventually, type Panel, test } from './harness/test.ts';

const USERS = 12;
const ROW_HEIGHT_PX = 52;
const AIMS = 8;
/** Time between aiming and pressing. */
const AIM_MS = 700;

const applyButton = (page: Page) => pane(page).getByRole('button', { name: 'Có tin mới' });

/** Opens the chat screen with online app users. */
async function openBusyChat(panel: Panel, count = USERS): Promise<{ page: Page; people: AppUser[] }> {
  const people: AppUser[] = [];
  for (let n = 0; n < count; n += 1) people.push(await createAppUser(panel, { username: `Người ${n}` }));
  panel.onFinished(() => {
    for (const person of people) person.go();
  });
  for (const person of people) {
    await person.come();
    await person.write('Xin chào');
  }
  const page = await panel.newPage();
  // A message that is written while the panel is not connected is in no event.
  await untilLive(page, () => page.goto('/admin/chat'));
  await waitForScreen(page, 'Chat');
  await expect(rows(page)).toHaveCount(count);
  await pane(page).getByText(`${count} người đang trực tuyến`).waitFor();
  return { page, people };
}

/**
 * Lets all users write in turn. @returns a function that stops it and returns the ids by last message, newest first
 */
function startTraffic(panel: Panel, people: readonly AppUser[]): () => Promise<string[]> {
  let isEnded = false;
  panel.onFinished(() => {
    isEnded = true;
  });
  const written = new Set<string>();
  const traffic = (async () => {
    for (let n = 0; !isEnded; n += 1) {
      // Each round in another order: after a whole round of the same one, the list would be as it was.
      const person = people[(n * 7 + Math.floor(n / people.length)) % people.length];
      if (!person) return;
      await person.write(`Tin ${n}`);
      written.delete(person.id);
      written.add(person.id);
      await delay(30);
    }
  })();
  traffic.catch(() => {
    // A failed test has already closed the apps.
  });
  return async () => {
    isEnded = true;
    await traffic;
    return [...written].reverse();
  };
}

/** The middle of the row at this position of the screen. */
async function middleOfRow(page: Page, index: number) {
  const box = await pane(page).locator('ul').boundingBox();
  if (!box) throw new Error('there is no list');
  return { x: box.x + box.width / 2, y: box.y + (index + 0.5) * ROW_HEIGHT_PX };
}

const idAt = (page: Page, { x, y }: { x: number; y: number }) =>
  page.evaluate(
    ([left, top]) =>
      document.elementFromPoint(left ?? 0, top ?? 0)?.closest<HTMLElement>('[data-chat-user]')?.dataset['chatUser'],
    [x, y],
  );

test.describe('chat list order while messages arrive', () => {
  test('a press 0.7 s after aiming opens the row aimed at, every time', async ({ panel }) => {
    const { page, people } = await openBusyChat(panel);
    const stopTraffic = startTraffic(panel, people);
    const wrong: string[] = [];
    let outdated = 0;
    for (let aim = 0; aim < AIMS; aim += 1) {
      await release(page);
      // Wait until the list may reorder again.
      await expect(applyButton(page)).toHaveCount(0);
      const point = await middleOfRow(page, (aim * 5) % 9);
      await page.mouse.move(point.x, point.y);
      const aimedAt = await idAt(page, point);
      await page.waitForTimeout(AIM_MS);
      outdated += await applyButton(page).count();
      await page.mouse.down();
      await page.mouse.up();
      await eventually(() => openedId(page)).not.toBe(null);
      if (openedId(page) !== aimedAt) wrong.push(`${aimedAt} → ${openedId(page)}`);
      await page.goBack();
    }
    const byLastMessage = await stopTraffic();
    expect(wrong).toEqual([]);
    // Without pending changes the check below proves nothing.
    expect(outdated).toBeGreaterThan(AIMS / 2);
    await release(page);
    await eventually(() => shownIds(page)).toEqual(byLastMessage);
  });
});
