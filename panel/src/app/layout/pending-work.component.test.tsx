import { getWork } from '@hai-dang/contract/work/work.endpoints.ts';
import type { Work } from '@hai-dang/contract/work/work.schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { renderWholePanel } from '../../testing/whole-panel.tsx';

const LOADED = { timeout: 10_000 };
const NOTHING = { count: 0, since: null };
const WORK: Work = {
  reports: { count: 2, since: '2026-11-18T00:00:00.000Z', reviewing: 1 },
  overdue: NOTHING,
  mine: NOTHING,
  appeals: { ...NOTHING, count: 1, overdue: 0 },
  conversations: { ...NOTHING, count: 1 },
};
const section = page.getByRole('region', { name: 'Việc đang chờ' });
/** The number beside an entry of the navigation. */
const beside = (name: string) =>
  page
    .getByRole('navigation', { name: 'Điều hướng chính' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

test('pending work: each number leads to its list, and is beside the navigation', async () => {
  await renderWholePanel('/admin/dashboard', () => respondTo(getWork, () => ({ success: true, data: WORK })));
  await expect.element(section.getByText('1 đang xem xét'), LOADED).toBeVisible();
  for (const [name, path] of [
    ['Báo cáo chờ xử lý', '/admin/reports?status=pending&sort=oldest'],
    ['Báo cáo quá hạn', '/admin/reports?overdue=1&sort=due&group=1'],
    ['Tôi đang xử lý', '/admin/reports?status=open&assignee=me&sort=oldest&group=1'],
    ['Khiếu nại', '/admin/appeals'],
    ['Hội thoại chờ trả lời', '/admin/chat?filter=waiting&sort=waiting'],
  ] as const) {
    await expect.element(section.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute('href', path);
  }
  await expect.element(beside('Báo cáo')).toMatchTextContent('2 đang chờ');
  await expect.element(beside('Chat')).toMatchTextContent('1 đang chờ');
  await expect.element(beside('Khiếu nại')).toMatchTextContent('1 đang chờ');
  await expect.element(beside('Quy tắc')).not.toMatchTextContent('đang chờ');
});

test('pending work that cannot be loaded → says so, and the other numbers stay', async () => {
  await renderWholePanel('/admin/dashboard', () =>
    respondTo(getWork, () => {
      throw new ErrorResponse('INTERNAL_ERROR');
    }),
  );
  await expect.element(section.getByText('Không thể tải việc đang chờ'), LOADED).toBeVisible();
  await expect.element(page.getByText('Tổng người dùng')).toBeVisible();
});
