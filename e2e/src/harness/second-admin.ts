import type { Page } from '@playwright/test';
import { hashPassword } from '../../../server/src/auth/password.ts';
import { insertAdmin } from '../../../server/src/testing/factories.ts';
import { createUser } from './data.ts';
import { DASHBOARD_TITLE, signIn, waitForScreen } from './screens.ts';
import type { PageOptions, Panel } from './test.ts';

const PASSWORD = 'mật khẩu thứ hai';

export interface OtherAdmin {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** Another administrator than the one that the run signs in as. */
export async function createSecondAdmin(panel: Panel, username: string): Promise<OtherAdmin> {
  const password_hash = await hashPassword(PASSWORD);
  const { email } = await createUser(panel.db, { username, role: 'admin', password_hash });
  return { username, email, password: PASSWORD };
}

/** A browser context in which an administrator has signed in with the login form. */
export async function openAs(panel: Panel, admin: OtherAdmin, options: PageOptions = {}): Promise<Page> {
  const page = await panel.newPage({ ...options, signedIn: false });
  await page.goto('/login');
  await signIn(page, admin);
  await waitForScreen(page, DASHBOARD_TITLE);
  return page;
}

/** An empty page of another, signed-in administrator. */
export async function newPageOfOther(panel: Panel, username: string, options: PageOptions = {}): Promise<Page> {
  return panel.newPage({ ...options, as: await insertAdmin(panel.db, { username }) });
}

/** The same, with an open screen. */
export async function openAsOther(panel: Panel, screen: string, username: string): Promise<Page> {
  const page = await newPageOfOther(panel, username);
  await page.goto(screen);
  return page;
}
