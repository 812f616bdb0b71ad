import type { Page } from 'playwright-core';
import { hashPassword } from '../../../server/src/auth/password.ts';
import { createUser } from './data.ts';
import { DASHBOARD_TITLE, signIn, waitForScreen } from './screens.ts';
import type { Panel } from './test.ts';

const PASSWORD = 'mật khẩu thứ hai';

export interface OtherAdmin {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** Another administrator than the one the run signs in as. */
export async function createSecondAdmin(panel: Panel, username: string): Promise<OtherAdmin> {
  const password_hash = await hashPassword(PASSWORD);
  const { email } = await createUser(panel.db, { username, role: 'admin', password_hash });
  return { username, email, password: PASSWORD };
}

/** A browser of its own in which an administrator has signed in. */
export async function openAs(
  panel: Panel,
  admin: OtherAdmin,
  options: Parameters<Panel['newPage']>[0] = {},
): Promise<Page> {
  const page = await panel.newPage({ ...options, signedIn: false });
  await page.goto('/login');
  await signIn(page, admin);
  await waitForScreen(page, DASHBOARD_TITLE);
  return page;
}

/** A browser in which another administrator has signed in. */
export async function openAsSecondAdmin(
  panel: Panel,
  username: string,
  options: Parameters<Panel['newPage']>[0] = {},
): Promise<Page> {
  return openAs(panel, await createSecondAdmin(panel, username), options);
}
