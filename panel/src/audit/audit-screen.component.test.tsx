import { listAuditEntries } from '@hai-dang/contract/audit/audit.endpoints.ts';
import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import type { EndpointResponse } from '@hai-dang/contract/lib/endpoint.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { testListKeys } from '../testing/list-keys.tsx';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { lastPage } from '../testing/samples.ts';
import { testStates } from '../testing/screen-states.tsx';
import { AuditScreen } from './audit-screen.tsx';

const PAGE = 30;

const entryOf = (index: number): AuditEntry => ({
  _id: `entry-${index}`,
  createdAt: new Date(Date.UTC(2026, 10, 20) - index * 60_000).toISOString(),
  action: 'user.disable',
  actor: { id: 'admin', name: 'Quản trị' },
  target: { type: 'user', id: 'lan', name: 'Lan' },
  before: { vohieuhoa: false },
  after: { vohieuhoa: true },
  reason: null,
  address: '127.0.0.1',
  requestId: `request-${index}`,
});

/** The page of a log with so many entries that a cursor, a number, leads to. */
function pageOf(total: number, cursor?: string | null): EndpointResponse<typeof listAuditEntries> {
  const from = Number(cursor ?? 0);
  const data = Array.from({ length: Math.min(PAGE, total - from) }, (_, index) => entryOf(from + index));
  const nextCursor = from + PAGE < total ? String(from + PAGE) : null;
  return { success: true, data, pagination: { total, totalRelation: 'eq', nextCursor } };
}

const screen = () => <AuditScreen views={() => null} />;
const SHOWN = 'Vô hiệu hóa tài khoản';

testStates('AuditScreen', {
  render: screen,
  endpoint: listAuditEntries,
  filled: pageOf(2),
  shows: SHOWN,
  empty: { response: pageOf(0), says: 'Chưa có mục nào' },
  loading: 'Đang tải nhật ký...',
  failed: 'Không thể tải nhật ký',
});

test('AuditScreen: a further page that fails leaves the rows, and a retry loads the rest', async () => {
  let isFailing = true;
  respondTo(listAuditEntries, ({ body }) => {
    if (body?.cursor && isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    return pageOf(PAGE + 5, body?.cursor);
  });
  const page = await renderPanel(screen());
  await expect.element(page.getByText(SHOWN).first()).toBeVisible();
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.element(page.getByRole('alert')).toBeVisible();
  isFailing = false;
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(page.getByText('Đã hiển thị toàn bộ nhật ký')).toBeInTheDocument();
});

testListKeys('AuditScreen', { render: screen, respond: () => respondTo(listAuditEntries, () => pageOf(3)) });

test('AuditScreen: Enter expands the active entry, which keeps the focus', async () => {
  respondTo(listAuditEntries, () => pageOf(3));
  await renderPanel(screen());
  await expect.element(page.getByText(SHOWN).first()).toBeVisible();
  await userEvent.keyboard('j{Enter}');
  await expect.element(page.getByText('Mã yêu cầu máy chủ')).toBeVisible();
  expect(document.activeElement?.getAttribute('data-row')).toBe('entry-0');
});

const rowAt = (index: number) => page.getByRole('row').nth(index + 1);
const detailsOf = (index: number) => rowAt(index).getByRole('button', { name: 'Chi tiết' });
const cellsOf = (index: number) =>
  [...document.querySelectorAll(`[data-index="${index}"] table tr`)].map((row) => row.textContent);

test('AuditScreen: a denied action says so with its reason; unknown values are shown as they are', async () => {
  const createdAt = '2026-05-01T03:00:00.000Z';
  const denied = { action: 'auth.login_refused', reason: 'LAST_ADMIN', actor: null };
  const unknown = {
    action: 'moon.land',
    target: { type: 'moon', id: 'm', name: 'Mặt trăng' },
    before: { status: 'pending', crater_depth: 3 },
    after: null,
  };
  const report = { target: { type: 'report', id: 'r1', name: null } };
  respondTo(listAuditEntries, () =>
    lastPage([denied, unknown, report].map((fields, index) => ({ ...entryOf(index), createdAt, ...fields }))),
  );
  await renderPanel(screen());
  await expect.element(rowAt(2).getByRole('link')).toHaveAttribute('href', '/admin/reports/r1');
  expect(rowAt(1).element().textContent).toContain('moon.land');
  // From below: an expanded row has rows of its own.
  await detailsOf(1).click();
  await expect.poll(() => cellsOf(1)).toEqual(['TrườngTrướcSau', 'Trạng tháiChờ xử lý–', 'crater_depth3–']);
  await detailsOf(0).click();
  await expect.element(page.getByText('Quản trị viên cuối cùng (LAST_ADMIN)')).toBeVisible();
  for (const text of ['01/05/2026 10:00:00', 'Không đăng nhập', 'Đăng nhập thất bại', 'Bị từ chối', 'request-0'])
    expect(document.querySelector('[data-index="0"]')?.textContent).toContain(text);
});

test('AuditScreen: read with the keyboard alone, where Enter shows the changes and Space hides them', async () => {
  respondTo(listAuditEntries, () => pageOf(3));
  await renderPanel(screen());
  await expect.element(detailsOf(0)).toBeVisible();
  page.getByRole('button', { name: 'Tải CSV' }).element().focus();
  for (const control of [
    page.getByRole('button', { name: /^Hiện bộ lọc/ }),
    rowAt(0),
    rowAt(0).getByRole('button', { name: 'Quản trị' }),
    rowAt(0).getByRole('link', { name: 'Lan' }),
    detailsOf(0),
  ]) {
    await userEvent.keyboard('{Tab}');
    await expect.element(control).toHaveFocus();
  }
  await expect.element(detailsOf(0)).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{Enter}');
  await expect.element(detailsOf(0)).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(() => cellsOf(0)).toEqual(['TrườngTrướcSau', 'Vô hiệu hóaKhôngCó']);
  await userEvent.keyboard(' ');
  await expect.poll(() => cellsOf(0)).toEqual([]);
  await expect.element(detailsOf(0)).toHaveFocus();
});

test('AuditScreen: scrolled to its end, a log of five pages shows each entry once, and renders the nearby ones alone', async () => {
  const total = 5 * PAGE;
  respondTo(listAuditEntries, ({ body }) => pageOf(total, body?.cursor));
  await renderPanel(screen());
  await expect.element(page.getByText('150 mục')).toBeVisible();
  const seen = new Set<string>();
  const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
  await expect
    .poll(
      () => {
        for (const { dataset } of rows()) seen.add(dataset['row'] ?? '');
        window.scrollBy(0, 500);
        return seen.size;
      },
      { timeout: 5_000 },
    )
    .toBe(total);
  await expect.element(page.getByText('Đã hiển thị toàn bộ nhật ký')).toBeInTheDocument();
  expect(rows().length).toBeLessThan(100);
});
