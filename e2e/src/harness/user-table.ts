import type { Page } from '@playwright/test';

export const LIST_CALL = '/api/admin/users';
export const USERS_SCREEN = '/admin/users';

export const userTable = (page: Page) => page.getByRole('grid', { name: 'Danh sách người dùng' });
export const rowOf = (page: Page, username: string) => userTable(page).getByRole('row').filter({ hasText: username });
export const searchBox = (page: Page) => page.getByRole('textbox', { name: 'Tìm kiếm người dùng' });

/** Paths of a page's calls from now on. */
export function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  return calls;
}

/** Names of the rendered rows, from the top. */
export async function drawnNames(page: Page): Promise<string[]> {
  const links = await userTable(page).getByRole('link').allTextContents();
  return links.map((text) => text.replace('Chi tiết', '').trim());
}
