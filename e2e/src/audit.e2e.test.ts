import { expect } from '@playwright/test';
import { insertSession } from '../../server/src/testing/factories.ts';
import {
  AUDIT_CALL,
  AUDIT_SCREEN,
  AUDIT_TITLE,
  createEntries,
  details,
  entries,
  filteredBy,
} from './harness/audit-trail.ts';
import { createUser, ownAdmin } from './harness/data.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { addressOf, scrollDown, signIn, USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { eventually, type Panel, test } from './harness/test.ts';

/** Disables an account as the administrator would, and gives the call's id. */
async function disable({ db, system }: Panel, userId: string): Promise<string> {
  const token = await insertSession(db, (await ownAdmin({ db, system })).id);
  const answer = await fetch(`${system.baseUrl}/api/admin/users/${userId}/disable`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  });
  expect(answer.status).toBe(200);
  return answer.headers.get('x-request-id') ?? '';
}

test.describe('the trail', () => {
  test('tells who did what to whom and when, and on demand before and after', async ({ panel }) => {
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
    expect(addressOf(page)).toBe(`/admin/users/${user.id}`);
  });

  test('names the time in Vietnam, why something was refused, and what it does not know as it was written', async ({
    panel,
  }) => {
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

  test('leads from a report to its page', async ({ panel }) => {
    const target = await createEntries(panel, 1, () => ({ target_type: 'report' }));
    const page = await panel.open(filteredBy(target));
    const link = entries(page).first().getByRole('link');
    expect(await link.getAttribute('href')).toBe(`/admin/reports/${target}`);
  });

  test('is read on while one scrolls, each entry once, to its end', async ({ panel }) => {
    const target = await createEntries(panel, 130);
    const page = await panel.open(filteredBy(target));
    await page.getByText('130 mục', { exact: true }).waitFor();
    const seen = new Set<string>();
    await eventually(async () => {
      for (const text of await entries(page).getByRole('link').allTextContents()) seen.add(text);
      await scrollDown(page, 700);
      return seen.size;
    }).toBe(130);
    await page.getByText('Đã hiển thị toàn bộ nhật ký').waitFor();
    expect(await entries(page).count()).toBeLessThan(100);
  });

  test('says so when it cannot be read on, and reads on when asked again', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    const target = await createEntries(panel, 60);
    const page = await panel.open(filteredBy(target));
    await entries(page).first().waitFor();
    const mend = await spoil(page, AUDIT_CALL, { status: 500 });
    await eventually(async () => {
      await scrollDown(page, 400);
      return page.getByRole('alert').count();
    }).toBe(1);
    await mend();
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await page.getByText('Đã hiển thị toàn bộ nhật ký').waitFor();
  });
});

test.describe('the trail, when it does not come', () => {
  for (const { name, fault, problem } of [
    { name: 'a failing server', fault: { status: 500 }, problem: failedRequest(500) },
    { name: 'no network', fault: 'network', problem: failedRequest('network') },
  ] as const) {
    test(`says so with ${name}, and loads on retry`, async ({ panel }) => {
      panel.expectProblem(problem);
      const page = await panel.newPage();
      const mend = await spoil(page, AUDIT_CALL, fault);
      await page.goto(AUDIT_SCREEN);
      await page.getByRole('alert').getByText('Không thể tải nhật ký').waitFor();
      await mend();
      await page.getByRole('button', { name: 'Thử lại' }).click();
      await entries(page).first().waitFor();
    });
  }

  test('leads to the sign-in when the session is over, and knows the way back', async ({ panel }) => {
    panel.expectProblem(failedRequest(401));
    const page = await panel.open(`${AUDIT_SCREEN}?action=auth.login`);
    await entries(page).first().waitFor();
    // The page that is open hears of it too, and would be there first.
    await page.goto('about:blank');
    await panel.db.deleteFrom('sessions').execute();
    await page.goto(`${AUDIT_SCREEN}?action=auth.login`);
    await page.getByText('Phiên đăng nhập đã hết hạn').waitFor();
    await signIn(page, panel.system.admin);
    await waitForScreen(page, AUDIT_TITLE);
    expect(addressOf(page)).toBe(`${AUDIT_SCREEN}?action=auth.login`);
  });

  test('shows entries in outline while it waits', async ({ panel }) => {
    const page = await panel.newPage();
    await spoil(page, AUDIT_CALL, { delayMs: 1_000 });
    await page.goto(AUDIT_SCREEN);
    await page.getByText('Đang tải nhật ký...').waitFor({ state: 'attached' });
    await entries(page).first().waitFor();
  });

  test('says that nothing is there yet', async ({ panel }) => {
    const page = await panel.newPage();
    // Whoever looks has signed in, so a really empty trail does not occur on this server.
    const pagination = { total: 0, totalRelation: 'eq', nextCursor: null };
    await spoil(page, AUDIT_CALL, { status: 200, body: { success: true, data: [], pagination } });
    await page.goto(AUDIT_SCREEN);
    await page.getByText('Chưa có mục nào').waitFor();
  });
});
