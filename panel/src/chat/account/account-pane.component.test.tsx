import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { box, chatUser, openChat, row, sendButton, startChat } from '../../testing/chat.tsx';

const button = () => page.getByRole('button', { name: 'Thông tin người dùng' });
const column = (name: string) => page.getByRole('complementary', { name: `Thông tin của ${name}` });
const dialog = (name: string) => page.getByRole('dialog', { name: `Thông tin của ${name}` });

/** Opens the conversation with the first of two users. */
async function open() {
  const [lan, minh] = [chatUser('Lê Thị Lan'), chatUser('Trần Văn Minh')] as const;
  startChat([lan, minh]);
  await openChat(lan, { account: (userId) => <p>{`Tài khoản ${userId}`}</p> });
  await expect.element(sendButton()).toBeInTheDocument();
  return { lan, minh };
}

test('account pane: closed by keys → stays so in the next one; the button opens it again', async () => {
  const { lan, minh } = await open();
  await expect.element(column(lan.username).getByText(`Tài khoản ${lan._id}`)).toBeVisible();
  await expect.element(button()).toHaveAttribute('aria-expanded', 'true');
  (button().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(column(lan.username)).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();
  await row(minh.username).click();
  await expect.element(box(minh)).toBeVisible();
  await expect.element(button()).toHaveAttribute('aria-expanded', 'false');
  await button().click();
  await expect.element(column(minh.username).getByText(`Tài khoản ${minh._id}`)).toBeVisible();
});

test('account pane: on a narrow screen → is a dialog, which closes with the conversation', async () => {
  await page.viewport(1024, 768);
  onTestFinished(() => page.viewport(1280, 800));
  const { lan, minh } = await open();
  await expect.element(button()).toBeVisible();
  expect(column(lan.username).query()).toBeNull();
  await button().click();
  await expect.element(dialog(lan.username).getByText(`Tài khoản ${lan._id}`)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog(lan.username)).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();
  await button().click();
  await expect.element(dialog(lan.username)).toBeVisible();
  // As Back does, and a link in the dialog.
  history.pushState(null, '', `/admin/chat?userId=${minh._id}`);
  dispatchEvent(new PopStateEvent('popstate'));
  await expect.element(box(minh)).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
