import type { Page } from 'playwright-core';
import { hashPassword } from '../../../server/src/auth/password.ts';
import { createUser } from './data.ts';
import { DASHBOARD_TITLE, signIn, waitForScreen } from './screens.ts';
import type { Panel } from './test.ts';

const PASSWORD = 'mật khẩu thứ hai';

/** A browser in which another administrator has signed in. */
export async function openAsSecondAdmin(
  panel: Panel,
  username: string,
  options: Parameters<Panel['newPage']>[0] = {},
): Promise<Page> {
  const password_hash = await hashPassword(PASSWORD);
  const { email } = await createUser(panel.db, { username, role: 'admin', password_hash });
  const page = await panel.newPage({ ...options, signedIn: false });
  await page.goto('/login');
  await signIn(page, { email, password: PASSWORD });
  await waitForScreen(page, DASHBOARD_TITLE);
  return page;
}
