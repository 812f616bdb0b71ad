import { expect } from '@playwright/test';
import { insertSession } from '../../server/src/testing/factories.ts';
import { AUDIT_TITLE, createEntries, details, entries, filteredBy } from './harness/audit-log.ts';
import { createUser, ownAdmin } from './harness/data.ts';
import { scrollDown, USERS_TITLE, urlOf, waitForScreen } from './harness/screens.ts';
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

  test('shows times in Vietnam, the reason of a rejection, and unknown values as written', async ({ panel }) => {
    const target = await createEntries(panel, 2, (index) =>
      index === 0
        ? { reason: 'LAST_ADMIN', actor_id: null, actor_name: null, action: 'auth.login_refused' }
        : { action: 'moon.land', target_type: 'moon', before: JSON.stringify({ crater_depth: 3, status: 'pending' }) },
    );
    const page = await panel.open(filteredBy(target));
    await expect(entries(page)).toHaveCount(2);
    expect(await entries(page).nth(1).getByRole('time').textContent()).toBe('01/05/2026 10:00:00');
    for (const text of ['Không đăng nhập', 'Đăng nhập thất bại', 'Bị từ chối']) {
      expect(await entries(page).nth(1).textContent()).toContain(text);
    }
    await details(page, 1).click();
    await entries(page).nth(1).getByText('(LAST_ADMIN)').waitFor();
    expect(await entries(page).nth(0).textContent()).toContain('moon.land');
    await details(page, 0).click();
    const table = entries(page).nth(0).getByRole('table');
    expect(await table.getByRole('row').allTextContents()).toEqual([
      'TrườngTrướcSau',
      'Trạng tháiChờ xử lý–',
      'crater_depth3–',
    ]);
  });

  test("a report's page links to the entries about it", async ({ panel }) => {
    const target = await createEntries(panel, 1, () => ({ target_type: 'report' }));
    const page = await panel.open(filteredBy(target));
    const link = entries(page).first().getByRole('link');
    expect(await link.getAttribute('href')).toBe(`/admin/reports/${target}`);
  });

  test('loads more on scroll, each entry once, to the end', async ({ panel }) => {
    const target = await createEntries(panel, 130);
    const page = await panel.open(filteredBy(target));
    await page.getByText('130 mục', { exact: true }).waitFor();
    const seen = new Set<string>();
    const isAtBottom = () =>
      page.evaluate(() => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1);
    const end = page.getByText('Đã hiển thị toàn bộ nhật ký');
    // The list is scrolled without pauses: there are many steps to take.
    while (seen.size < 130) {
      for (const text of await entries(page).getByRole('link').allTextContents()) seen.add(text);
      // A busy browser may render late: what was scrolled past before it was there is looked at in the next round.
      if ((await end.count()) > 0 && (await isAtBottom())) await page.evaluate(() => window.scrollTo(0, 0));
      else await scrollDown(page, 700);
    }
    await end.waitFor();
    expect(await entries(page).count()).toBeLessThan(100);
  });
});
