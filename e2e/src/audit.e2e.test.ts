import { expect } from '@playwright/test';
import { insertSession } from '../../server/src/testing/factories.ts';
import { AUDIT_TITLE, entries } from './harness/audit-log.ts';
import { createUser, ownAdmin } from './harness/data.ts';
import { USERS_TITLE, urlOf, waitForScreen } from './harness/screens.ts';
import { type Panel, test } from './harness/test.ts';

/** Disables an account over the API. @returns the request id of the call */
async function disable({ db, system }: Panel, userId: string): Promise<string> {
  const token = await insertSession(db, (await ownAdmin({ db, system })).id);
  const response = await fetch(`${system.baseUrl}/api/admin/users/${userId}/disable`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  });
  expect(response.status).toBe(200);
  return response.headers.get('x-request-id') ?? '';
}

test.describe('audit log', () => {
  test('shows actor, action, target and time, and on demand the states before and after', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Nguyễn Thị Mai' });
    const requestId = await disable(panel, user.id);
    const page = await panel.open('/admin/users');
    await waitForScreen(page, USERS_TITLE);
    await page.getByRole('navigation').getByRole('link', { name: AUDIT_TITLE }).click();
    await waitForScreen(page, AUDIT_TITLE);
    const entry = entries(page).filter({ hasText: 'Nguyễn Thị Mai' });
    await entry.waitFor();
    for (const text of ['admin', 'Vô hiệu hóa tài khoản', 'Người dùng']) {
      expect(await entry.textContent()).toContain(text);
    }
    expect(await entry.getByRole('time').textContent()).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
    await entry.getByRole('button', { name: 'Chi tiết' }).click();
    const rows = entry.getByRole('table', { name: 'Thay đổi' }).getByRole('row');
    expect(await rows.allTextContents()).toEqual(['TrườngTrướcSau', 'Vô hiệu hóaKhôngCó', 'Phiên bị kết thúc–0']);
    expect(await entry.textContent()).toContain(requestId);
    await entry.getByRole('link', { name: 'Nguyễn Thị Mai' }).click();
    expect(urlOf(page)).toBe(`/admin/users/${user.id}`);
  });
});
