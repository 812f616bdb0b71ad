import { listAuditEntries } from '@hai-dang/contract/audit/audit.endpoints.ts';
import type { AuditEntry } from '@hai-dang/contract/audit/audit.schema.ts';
import type { EndpointResponse } from '@hai-dang/contract/lib/endpoint.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { testListKeys } from '../testing/list-keys.tsx';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
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
  const page = await renderPanel(screen());
  await expect.element(page.getByText(SHOWN).first()).toBeVisible();
  await userEvent.keyboard('j{Enter}');
  await expect.element(page.getByText('Mã yêu cầu máy chủ')).toBeVisible();
  expect(document.activeElement?.getAttribute('data-row')).toBe('entry-0');
});
