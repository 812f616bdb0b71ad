import { expect, type Page } from '@playwright/test';
import { type AppUser, createAppUser } from './harness/app-user.ts';
import { box, bubble, log, openConversation, send, storedTexts } from './harness/conversation.ts';
import { uniqueName } from './harness/data.ts';
import { newPageOfOther } from './harness/second-admin.ts';
import { type Panel, test } from './harness/test.ts';

const NOTE = 'Khách quen, đã xác minh qua điện thoại';
const kind = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
/** In the place of the message box; the column beside the conversation has another one. */
const noteField = (page: Page) =>
  page.getByRole('region', { name: 'Cuộc trò chuyện' }).getByRole('textbox', { name: 'Viết ghi chú' });

async function openUser(panel: Panel): Promise<{ user: AppUser; received: string[] }> {
  const user = await createAppUser(panel, { username: uniqueName('Lê Thị Hoa') });
  const received: string[] = [];
  for (const event of ['receive_message', 'message_sent', 'conversation_updated', 'notes_changed', 'message_edited'])
    user.on(event, (payload) => received.push(JSON.stringify(payload)));
  await user.come();
  panel.onFinished(() => user.go());
  return { user, received };
}

test('conversation: an internal note is between the messages for both administrators, and the user receives nothing of it', async ({
  panel,
}) => {
  const { user, received } = await openUser(panel);
  const mine = await openConversation(await panel.newPage(), user);
  const theirs = await openConversation(await newPageOfOther(panel, uniqueName('Quản trị Dung')), user);
  await send(mine, user, 'Chào bạn');
  await bubble(theirs, user, 'Chào bạn').waitFor();
  await box(mine, user).fill('Bản nháp');
  await kind(mine, 'Ghi chú nội bộ').check();
  await expect(noteField(mine)).toBeFocused();
  await noteField(mine).fill(NOTE);
  await noteField(mine).press('Enter');
  // Back to the reply, with what was written before.
  await expect(kind(mine, 'Trả lời')).toBeChecked();
  await expect(box(mine, user)).toHaveValue('Bản nháp');
  await box(mine, user).press('Enter');
  for (const page of [mine, theirs]) {
    await bubble(page, user, 'Bản nháp').waitFor();
    await expect(log(page, user)).toContainText(/Chào bạn.*Ghi chú nội bộ.*Khách quen.*Bản nháp/s);
  }
  expect(await storedTexts(panel, user)).toEqual(['Chào bạn', 'Bản nháp']);
  // An event that is sent to a user's socket arrives before a later acknowledgement.
  await user.emit('mark_messages_read');
  expect(received.length).toBeGreaterThan(0);
  expect(received.join('')).not.toContain('Khách quen');
});
