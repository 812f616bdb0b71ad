import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectRows, openReports, respondWithReports, rowOf } from './report-queue.samples.tsx';

test('ReportsScreen: a row shows reporter, type, reason, status and the time in Vietnam; unknown values as they are', async () => {
  const mai = { _id: 'mai', username: 'Nguyễn Thị Mai', email: 'mai@example.com', avatar: null };
  respondWithReports(3, (index) => ({
    reporter: index === 0 ? 'khong-con' : mai,
    itemType: ['Comment', 'TravelPost', 'User'][index] ?? 'Post',
    reason: ['other', 'ly_do_la', 'hate_speech'][index] ?? 'spam',
    status: ['rejected', 'reviewing', 'pending'][index] ?? 'pending',
    createdAt: new Date(Date.UTC(2026, 10, 18 + index, 17, 5)).toISOString(),
  }));
  await openReports();
  await expect.element(page.getByText('3 báo cáo', { exact: true })).toBeVisible();
  const headers = page.getByRole('columnheader').elements();
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    'Chọn tất cả',
    'Người báo cáo',
    'Loại',
    'Lý do',
    'Trạng thái',
    'Ngày tạo',
    'Hành động',
  ]);
  const shown = [...document.querySelectorAll('[data-row]')].map(({ textContent }) => textContent);
  for (const [index, texts] of [
    ['Nguyễn Thị Mai', 'mai@example.com', 'Người dùng', 'Phát ngôn thù địch', 'Chờ xử lý', '21/11/2026 00:05'],
    ['Nguyễn Thị Mai', 'Bài viết du lịch', 'ly_do_la', 'Đang xem xét', '20/11/2026 00:05'],
    ['Không có thông tin', 'Bình luận', 'Khác', 'Từ chối', '19/11/2026 00:05'],
  ].entries()) {
    for (const text of texts) expect(shown[index]).toContain(text);
  }
});

test('ReportsScreen: a row shows the subject with its owner and reports, and the description on demand', async () => {
  respondWithReports(1, () => ({
    description: 'Đòi chuyển khoản trước',
    subject: {
      title: 'Bán tour giá rẻ',
      owner: { id: 'lan', name: 'Nguyễn Tác Giả' },
      image: null,
      reports: 2,
    },
  }));
  await openReports();
  await expectRows('01');
  const row = rowOf('Người báo 01');
  for (const text of ['Bài viết', 'Bán tour giá rẻ', 'Nguyễn Tác Giả', 'bị báo cáo 2 lần'])
    await expect.element(row.getByText(text, { exact: true })).toBeVisible();
  const description = page.getByText('Đòi chuyển khoản trước');
  await expect.element(description).not.toBeInTheDocument();
  const button = row.getByRole('button', { name: 'Mô tả' });
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(description).toBeVisible();
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(description).not.toBeInTheDocument();
});
