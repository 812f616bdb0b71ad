import { chatMessageSchema } from '@hai-dang/contract/chat/chat.schema.ts';
import type { Page } from '@playwright/test';
import { type AppUser, createAppUser } from './app-user.ts';
import { log } from './conversation.ts';
import { uniqueName } from './data.ts';
import type { ServerAccess } from './server-test.ts';

/** A user whose app stays open until the test ends; `texts` are the administrators' messages in order of arrival. */
export async function openApp(panel: ServerAccess, name: string, baseUrl = panel.system.baseUrl) {
  const user = await createAppUser({ db: panel.db, system: { baseUrl } }, { username: uniqueName(name) });
  const received: string[] = [];
  user.on('receive_message', (message) => received.push(chatMessageSchema.parse(message).content));
  await user.come();
  panel.onFinished(() => user.go());
  return { ...user, received };
}

/** A message in the conversation by its whole text. */
export const message = (page: Page, user: AppUser, text: string) => log(page, user).getByText(text, { exact: true });

/** The texts on the screen, in order. */
export const shownTexts = (page: Page, user: AppUser) => log(page, user).locator('p[dir="auto"]').allTextContents();
