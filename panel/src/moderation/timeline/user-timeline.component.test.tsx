import { getUserTimeline } from '@hai-dang/contract/moderation/timeline.endpoints.ts';
import type { TimelineEntry } from '@hai-dang/contract/moderation/timeline.schema.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPanel } from '../../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { testStates } from '../../testing/screen-states.tsx';
import { UserTimeline } from './user-timeline.tsx';

const FAILED = 'Không thể tải hoạt động';
const END = 'Đã hiển thị toàn bộ hoạt động';

const entryOf = (index: number, fields: Partial<TimelineEntry> = {}): TimelineEntry => ({
  _id: `entry-${index}`,
  kind: 'post',
  at: '2026-11-21T00:00:00.000Z',
  actor: null,
  subject: { itemType: 'Post', itemId: `post-${index}` },
  reportId: null,
  detail: null,
  status: null,
  text: `Bài viết số ${index}`,
  until: null,
  isUndone: false,
  ...fields,
});
const JOINED = entryOf(0, { kind: 'joined', subject: null, text: null });
const REPORTED = entryOf(1, {
  kind: 'report_about',
  reportId: 'report',
  detail: 'spam',
  status: 'pending',
  text: 'Mời mua tour giả',
});
const pageOf = (data: TimelineEntry[], nextCursor: string | null = null) => ({
  success: true as const,
  data,
  pagination: { nextCursor },
});

const timeline = () => <UserTimeline userId="lan" />;
const entries = () => page.getByRole('region', { name: 'Hoạt động' }).getByRole('listitem');
const retry = () => page.getByRole('button', { name: 'Thử lại' });

testStates('UserTimeline', {
  render: timeline,
  endpoint: getUserTimeline,
  filled: pageOf([REPORTED, entryOf(2), JOINED]),
  shows: 'Mời mua tour giả',
  empty: { response: pageOf([]), says: 'Chưa có hoạt động nào' },
  loading: 'Đang tải hoạt động...',
  failed: FAILED,
  hidesReason: true,
});

test('UserTimeline: one kind alone, with a link to its report; without entries it offers all of them', async () => {
  respondTo(getUserTimeline, ({ body }) => {
    if (!body.kinds) return pageOf([REPORTED, JOINED]);
    return pageOf(body.kinds.includes('report_about') ? [REPORTED] : []);
  });
  await renderPanel(timeline());
  await expect.element(entries()).toHaveLength(2);
  const filter = page.getByLabelText('Loại hoạt động');
  await filter.selectOptions('Báo cáo');
  await expect.element(entries()).toHaveLength(1);
  await expect.element(entries().getByText('Chờ xử lý')).toBeVisible();
  const link = entries().getByRole('link', { name: 'Xem báo cáo' });
  await expect.element(link).toHaveAttribute('href', '/admin/reports/report');
  await filter.selectOptions('Thư và khiếu nại');
  await expect.element(page.getByText('Không có hoạt động nào thuộc loại này')).toBeVisible();
  await page.getByRole('button', { name: 'Xem tất cả' }).click();
  await expect.element(entries()).toHaveLength(2);
});

test('UserTimeline: more on request; a page that fails leaves the entries, and a retry loads the rest', async () => {
  let isFailing = true;
  respondTo(getUserTimeline, ({ body }) => {
    if (!body.cursor) return pageOf([entryOf(1), entryOf(2)], 'next');
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    return pageOf([JOINED]);
  });
  await renderPanel(timeline());
  const more = page.getByRole('button', { name: 'Xem thêm hoạt động' });
  await more.click();
  await expect.element(page.getByRole('alert').getByText(FAILED)).toBeVisible();
  await expect.element(entries()).toHaveLength(2);
  isFailing = false;
  await retry().click();
  await expect.element(entries()).toHaveLength(3);
  await expect.element(page.getByText(END)).toBeVisible();
  expect(more.elements()).toEqual([]);
});

/** The timeline in a tab that can be left. */
function InTab() {
  const [isShown, setIsShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsShown(!isShown)}>
        Tab
      </button>
      {isShown && timeline()}
    </>
  );
}

test('UserTimeline: opened again, a refetch that fails leaves the known entries, and a retry mends it', async () => {
  let isFailing = false;
  respondTo(getUserTimeline, () => {
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    return pageOf([REPORTED, JOINED]);
  });
  await renderPanel(<InTab />);
  await expect.element(page.getByText(END)).toBeVisible();
  isFailing = true;
  await page.getByRole('button', { name: 'Tab' }).click();
  await expect.element(entries()).toHaveLength(0);
  await page.getByRole('button', { name: 'Tab' }).click();
  const error = page.getByRole('alert').getByText(FAILED);
  await expect.element(error).toBeVisible();
  await expect.element(entries()).toHaveLength(2);
  isFailing = false;
  await retry().click();
  await expect.element(error).not.toBeInTheDocument();
  await expect.element(page.getByText(END)).toBeVisible();
});
