import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Insertable } from 'kysely';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AuditEntries } from '../../server/src/lib/db/schema.generated.ts';
import { newId } from '../../server/src/lib/ids.ts';
import { expectAccessible, expectNoSidewaysScroll } from './harness/axe.ts';
import { createUser } from './harness/data.ts';
import { failedRequest, spoil } from './harness/guarded-page.ts';
import { HOSTILE_TEXTS } from './harness/hostile-texts.ts';
import { addressOf, hasFocus, notice, scrollDown, USERS_TITLE, waitForScreen } from './harness/screens.ts';
import { describeInBrowser, eventually, NARROW, type Panel, type Theme, test, WIDE } from './harness/test.ts';

const TITLE = 'Nhật ký';
const SCREEN = '/admin/audit';
const LIST_CALL = '/api/admin/audit';
const EXPORT_CALL = '/api/admin/audit/export';
const LOOKS: ReadonlyArray<{ look: string; theme: Theme; viewport: { width: number; height: number } }> = [
  { look: 'light', theme: 'light', viewport: WIDE },
  { look: 'dark', theme: 'dark', viewport: WIDE },
  { look: 'light at 320 px', theme: 'light', viewport: NARROW },
  { look: 'dark at 320 px', theme: 'dark', viewport: NARROW },
];

const entries = (page: Page) => page.getByRole('list', { name: 'Nhật ký thay đổi' }).getByRole('listitem');
const details = (page: Page, index = 0) => entries(page).nth(index).getByRole('button', { name: 'Chi tiết' });
const filteredBy = (target: string) => `${SCREEN}?target=${target}`;

/** Entries about a target of the test's own (the trail cannot be emptied), a minute apart; newest last. */
async function createEntries(
  { db }: Panel,
  count: number,
  fieldsOf: (index: number) => Partial<Insertable<AuditEntries>> = () => ({}),
): Promise<string> {
  const target = newId();
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    created_at: new Date(Date.UTC(2026, 4, 1, 3, index)),
    actor_id: 'lan',
    actor_name: 'Quản trị Lan',
    action: 'user.disable',
    target_type: 'user',
    target_id: target,
    target_name: `Đối tượng ${index + 1}`,
    address: '10.1.2.3',
    request_id: `yeu-cau-${index + 1}`,
    ...fieldsOf(index),
  }));
  await db.insertInto('audit_entries').values(rows).execute();
  return target;
}

/** Disables an account as the administrator would, and gives the call's id. */
async function disable({ system }: Panel, userId: string): Promise<string> {
  const post = (path: string, body: object, token = '') =>
    fetch(system.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const { token } = (await (await post('/api/admin/login', system.admin)).json()) as { token: string };
  const answer = await post(`/api/admin/users/${userId}/disable`, {}, token);
  expect(answer.status).toBe(200);
  return answer.headers.get('x-request-id') ?? '';
}

describeInBrowser('the trail', () => {
  test('tells who did what to whom and when, and on demand before and after', async ({ panel }) => {
    const user = await createUser(panel.db, { username: 'Nguyễn Thị Mai' });
    const requestId = await disable(panel, user.id);
    const page = await panel.open('/admin/users');
    await waitForScreen(page, USERS_TITLE);
    await page.getByRole('navigation').getByRole('link', { name: TITLE }).click();
    await waitForScreen(page, TITLE);
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
    await eventually(() => entries(page).count()).toBe(2);
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
      await scrollDown(page, 400);
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
    const mend = await spoil(page, LIST_CALL, { status: 500 });
    await eventually(async () => {
      await scrollDown(page, 400);
      return page.getByRole('alert').count();
    }).toBe(1);
    await mend();
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await page.getByText('Đã hiển thị toàn bộ nhật ký').waitFor();
  });
});

describeInBrowser('the trail’s filters', () => {
  test('stand in the address; back undoes them one by one', async ({ panel }) => {
    const target = await createEntries(panel, 4, (index) => ({
      action: index % 2 === 0 ? 'user.disable' : 'user.enable',
      actor_id: index < 2 ? 'lan' : 'mai',
    }));
    const page = await panel.open(filteredBy(target));
    await eventually(() => entries(page).count()).toBe(4);
    await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
    await page.getByLabel('Hành động').selectOption('user.enable');
    await eventually(() => entries(page).count()).toBe(2);
    expect(addressOf(page)).toBe(`${SCREEN}?action=user.enable&target=${target}`);
    await entries(page).first().getByRole('button', { name: 'Quản trị Lan' }).click();
    await eventually(() => entries(page).count()).toBe(1);
    expect(addressOf(page)).toBe(`${SCREEN}?actor=mai&action=user.enable&target=${target}`);
    expect(await hasFocus(page.getByRole('button', { name: /^Ẩn bộ lọc/ }))).toBe(true);
    await page.reload();
    await eventually(() => entries(page).count()).toBe(1);
    await page.goBack();
    await eventually(() => entries(page).count()).toBe(2);
    await page.goBack();
    await eventually(() => entries(page).count()).toBe(4);
  });

  test('take days, the target by its id, and are all taken away at once', async ({ panel }) => {
    const target = await createEntries(panel, 3, (index) => ({ created_at: new Date(Date.UTC(2025, 0, 1 + index)) }));
    const page = await panel.open(`${SCREEN}?from=2025-01-01&to=2025-01-03&to=x`);
    await eventually(() => entries(page).count()).toBe(3);
    await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
    await page.getByLabel('Từ ngày').fill('2025-01-02');
    await eventually(() => entries(page).count()).toBe(2);
    await page.getByLabel('Đến ngày').fill('2025-01-02');
    await eventually(() => entries(page).count()).toBe(1);
    await page.getByLabel('Mã đối tượng').fill('khong-co');
    await page.keyboard.press('Enter');
    await page.getByText('Không có mục nào phù hợp').waitFor();
    expect(addressOf(page)).toBe(`${SCREEN}?target=khong-co&from=2025-01-02&to=2025-01-02`);
    await page.getByLabel('Mã đối tượng').fill(` ${target} `);
    await page.keyboard.press('Tab');
    await eventually(() => entries(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Đặt lại bộ lọc' }).click();
    await eventually(() => addressOf(page)).toBe(SCREEN);
    expect(await page.getByLabel('Mã đối tượng').inputValue()).toBe('');
  });

  test('offer the administrators who have done something, and pass over what is no filter', async ({ panel }) => {
    const page = await panel.open(`${SCREEN}?from=hôm-qua&type=mars&action=${'x'.repeat(65)}`);
    await page.getByText('Không có mục nào phù hợp').waitFor();
    await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
    const actors = page.getByLabel('Người thực hiện');
    await eventually(() => actors.getByRole('option').allTextContents()).toContain('admin');
    expect(await page.getByLabel('Loại đối tượng').inputValue()).toBe('mars');
    expect(await page.getByLabel('Từ ngày').inputValue()).toBe('');
    await page.getByLabel('Loại đối tượng').selectOption('');
    await actors.selectOption({ label: 'admin' });
    await entries(page).first().waitFor();
    for (const name of await entries(page).getByRole('button', { name: 'admin' }).allTextContents()) {
      expect(name).toBe('admin');
    }
  });

  test('show all that happened to one target', async ({ panel }) => {
    const target = await createEntries(panel, 2);
    const page = await panel.open(`${SCREEN}?target=${target}&action=user.disable`);
    await details(page).click();
    await page.getByRole('button', { name: 'Chỉ xem đối tượng này' }).click();
    await eventually(() => addressOf(page)).toBe(`${SCREEN}?action=user.disable&type=user&target=${target}`);
  });
});

describeInBrowser('the trail, when it does not come', () => {
  test.for([
    { name: 'a failing server', fault: { status: 500 }, problem: failedRequest(500) },
    { name: 'no network', fault: 'network', problem: failedRequest('network') },
  ] as const)('says so with $name, and loads on retry', async ({ fault, problem }, { panel }) => {
    panel.expectProblem(problem);
    const page = await panel.newPage();
    const mend = await spoil(page, LIST_CALL, fault);
    await page.goto(SCREEN);
    await page.getByRole('alert').getByText('Không thể tải nhật ký').waitFor();
    await mend();
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await entries(page).first().waitFor();
  });

  test('leads to the sign-in when the session is over, and knows the way back', async ({ panel }) => {
    panel.expectProblem(failedRequest(401));
    const page = await panel.open(`${SCREEN}?action=auth.login`);
    await entries(page).first().waitFor();
    await panel.db.deleteFrom('sessions').execute();
    await page.reload();
    await page.getByText('Phiên đăng nhập đã hết hạn').waitFor();
    await page.getByLabel('Email', { exact: true }).fill(panel.system.admin.email);
    await page.getByLabel('Mật khẩu', { exact: true }).fill(panel.system.admin.password);
    await page.keyboard.press('Enter');
    await waitForScreen(page, TITLE);
    expect(addressOf(page)).toBe(`${SCREEN}?action=auth.login`);
  });

  test('shows entries in outline while it waits', async ({ panel }) => {
    const page = await panel.newPage();
    await spoil(page, LIST_CALL, { delayMs: 1_000 });
    await page.goto(SCREEN);
    await page.getByText('Đang tải nhật ký...').waitFor({ state: 'attached' });
    await entries(page).first().waitFor();
  });

  test('says that nothing is there yet', async ({ panel }) => {
    const page = await panel.newPage();
    // Whoever looks has signed in, so a really empty trail does not occur on this server.
    const pagination = { total: 0, totalRelation: 'eq', nextCursor: null };
    await spoil(page, LIST_CALL, { status: 200, body: { success: true, data: [], pagination } });
    await page.goto(SCREEN);
    await page.getByText('Chưa có mục nào').waitFor();
  });
});

describeInBrowser('the export', () => {
  test('is a file of what the filters show, safe to open in a spreadsheet', async ({ panel }) => {
    const target = await createEntries(panel, 120, (index) => ({
      target_name: index === 0 ? '=HYPERLINK("http://x")' : `Đối tượng ${index + 1}`,
      actor_name: index === 0 ? '\t+Lan' : 'Quản trị Lan',
    }));
    const page = await panel.open(filteredBy(target));
    await entries(page).first().waitFor();
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Xuất CSV' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^nhat-ky-\d{4}-\d\d-\d\d\.csv$/);
    const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'hai-dang-export-')), 'file.csv');
    await download.saveAs(file);
    const bytes = await readFile(file);
    await rm(path.dirname(file), { recursive: true });
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString('utf8').split('\r\n');
    expect(lines).toHaveLength(122);
    expect(lines[1]).toContain('"2026-05-01 11:59:00","Quản trị Lan","lan","user.disable","user"');
    expect(lines[120]).toContain(`"'\t+Lan"`);
    expect(lines[120]).toContain(`"'=HYPERLINK(""http://x"")"`);
    await notice(page, 'Đã xuất nhật ký').waitFor();
    await page.goto(`${SCREEN}?action=audit.export`);
    await entries(page).first().waitFor();
    await details(page).click();
    await entries(page).first().getByRole('row').filter({ hasText: target }).waitFor();
  });

  test('can be given up', async ({ panel }) => {
    panel.expectProblem(failedRequest('network'));
    const page = await panel.open(SCREEN);
    await entries(page).first().waitFor();
    await spoil(page, EXPORT_CALL, { delayMs: 3_000 });
    const button = page.getByRole('button', { name: 'Xuất CSV' });
    await button.click();
    await page.getByText('Đang xuất, 0,0 MB').waitFor();
    await page.getByRole('button', { name: 'Hủy xuất' }).click();
    await button.waitFor();
    expect(await hasFocus(button)).toBe(true);
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0);
  });

  test('says so when it fails', async ({ panel }) => {
    panel.expectProblem(failedRequest(500));
    const page = await panel.open(SCREEN);
    await entries(page).first().waitFor();
    await spoil(page, EXPORT_CALL, { status: 500 });
    await page.getByRole('button', { name: 'Xuất CSV' }).click();
    await notice(page, 'Không thể xuất nhật ký').waitFor();
    await page.getByRole('button', { name: 'Xuất CSV' }).waitFor();
  });
});

describeInBrowser('the trail', () => {
  test('is read and filtered with the keyboard alone', async ({ panel }) => {
    const target = await createEntries(panel, 3, () => ({ before: JSON.stringify({ isDisabled: false }) }));
    const page = await panel.open(filteredBy(target));
    await entries(page).first().waitFor();
    await page.getByRole('button', { name: 'Xuất CSV' }).focus();
    await page.keyboard.press('Tab');
    expect(await hasFocus(page.getByRole('button', { name: /^Hiện bộ lọc/ }))).toBe(true);
    for (const control of [
      entries(page).nth(0).getByRole('button', { name: 'Quản trị Lan' }),
      entries(page).nth(0).getByRole('link'),
      details(page),
    ]) {
      await page.keyboard.press('Tab');
      expect(await hasFocus(control)).toBe(true);
    }
    expect(await details(page).getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    expect(await details(page).getAttribute('aria-expanded')).toBe('true');
    await entries(page).nth(0).getByRole('table').waitFor();
    await page.keyboard.press('Space');
    await eventually(() => entries(page).nth(0).getByRole('table').count()).toBe(0);
    expect(await hasFocus(details(page))).toBe(true);
  });

  test.for(LOOKS)('is accessible and fits, open and in each state, in $look', async (look, { panel }) => {
    panel.expectProblem(failedRequest(500));
    const long = 'khôngcóchỗxuốngdòng'.repeat(8);
    const target = await createEntries(panel, 12, (index) => ({
      actor_name: index % 2 === 0 ? `${long} ${index}` : 'Quản trị Lan',
      target_name: long,
      action: index % 3 === 0 ? `${long}.${index}`.slice(0, 90) : 'travel_post.delete',
      reason: index % 4 === 0 ? 'PROTECTED_ACCOUNT' : null,
      before: JSON.stringify({ content: `${long}\n${long}`, [long.slice(0, 60)]: [long], likes_count: 3 }),
      after: JSON.stringify({ content: long }),
      request_id: long,
    }));
    const page = await panel.open(filteredBy(target), look);
    const check = async (state: string) => {
      await expectAccessible(page, state);
      await expectNoSidewaysScroll(page, state);
    };
    await details(page).click();
    await entries(page).first().getByRole('table').waitFor();
    await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
    await check('entries and filters');
    await spoil(page, EXPORT_CALL, { delayMs: 60_000 });
    await page.getByRole('button', { name: 'Xuất CSV' }).click();
    await page.getByRole('button', { name: 'Hủy xuất' }).waitFor();
    await check('export');
    await page.getByLabel('Hành động').selectOption('user.create_admin');
    await page.getByText('Không có mục nào phù hợp').waitFor();
    await check('nothing found');
    const mend = await spoil(page, LIST_CALL, { delayMs: 60_000 });
    await page.goto(SCREEN);
    await waitForScreen(page, TITLE);
    await check('loading');
    await mend();
    await spoil(page, LIST_CALL, { status: 500 });
    await page.goto(`${SCREEN}?type=user`);
    await page.getByRole('alert').waitFor();
    await check('failure');
  });

  test('only shows hostile texts', async ({ panel }) => {
    const hostile = (index: number) => HOSTILE_TEXTS[index % HOSTILE_TEXTS.length] ?? '';
    const target = await createEntries(panel, HOSTILE_TEXTS.length, (index) => ({
      actor_name: hostile(index),
      target_name: hostile(index + 1),
      action: hostile(index + 2),
      target_type: index % 2 === 0 ? 'user' : hostile(index + 3),
      reason: hostile(index + 4),
      address: hostile(index + 5),
      request_id: hostile(index + 6),
      before: JSON.stringify({
        [hostile(index)]: hostile(index + 7),
        constructor: hostile(index),
        content: '__proto__',
      }),
      after: JSON.stringify({ status: 'toString', role: 'constructor' }),
    }));
    const page = await panel.open(filteredBy(target));
    await page.getByText(`${HOSTILE_TEXTS.length} mục`).waitFor();
    for (const index of [0, 1, 2, 3]) await details(page, index).click();
    const seen = new Set<string>();
    await eventually(async () => {
      for (const name of await entries(page).locator('bdi').allTextContents()) seen.add(name);
      await scrollDown(page, 300);
      return HOSTILE_TEXTS.filter((text) => !seen.has(text)).length;
    }).toBe(0);
    const traces = await page.evaluate(() => ({
      ran: (window as { ran?: number }).ran ?? 0,
      elements: document.querySelectorAll('main :is(script, iframe, object, embed, style, base, marquee, form)').length,
      addresses: [...document.querySelectorAll('main [src], main [href]')]
        .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
        .filter((address) => !address.startsWith('/admin/')),
    }));
    expect(traces).toEqual({ ran: 0, elements: 0, addresses: [] });
  });
});
