import { listNotes } from '@hai-dang/contract/moderation/notes.endpoints.ts';
import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { imageOf } from '../../testing/images.ts';
import { LIST, noteOnPost, OWN_CASE, pendingReports, respondWithReports } from '../../testing/report-backend.tsx';
import { postNow } from '../../testing/reported-post.ts';
import { respondTo } from '../../testing/responses.ts';
import { renderWholePanel, waitForScreen } from '../../testing/whole-panel.tsx';

const AT = '2026-11-21T00:00:00.000Z';
const IMAGES = ['#285', '#a33'].map((colour) => imageOf(colour));
const NOTE = 'Đã nhắc một lần, hứa không đăng lại nữa';
/** One of twelve of a post with images, which a colleague handles. */
const USUAL: Partial<ReportDetail> = {
  reportedItem: postNow({ images: IMAGES }),
  snapshot: null,
  account: { _id: 'lan', username: 'Lan', isDisabled: false, isAdmin: false, record: { points: 2, warnings: 1 } },
  dueAt: new Date(Date.now() + 12_600_000).toISOString(),
  priority: { score: 50, terms: [{ code: 'reporters', value: 9, of: null, points: 6 }] },
  history: [],
  historyCount: 0,
  case: {
    ...OWN_CASE,
    reports: 12,
    reporters: 9,
    open: 12,
    reasons: [
      { reason: 'spam', reports: 8 },
      { reason: 'harassment', reports: 4 },
    ],
    assignee: { _id: 'giang', username: 'Giang', avatar: null, at: AT },
  },
};

const button = (name: string) => page.getByRole('button', { name, exact: true });
const topOf = (element: Element) => element.getBoundingClientRect().top;

async function openAt(width: number, height: number, notes: readonly string[] = [NOTE]): Promise<void> {
  onTestFinished(() => page.viewport(1280, 800));
  await page.viewport(width, height);
  const [report] = pendingReports(1, USUAL);
  if (!report) throw new Error('no report');
  await renderWholePanel(`${LIST}/${report._id}`, () => {
    respondWithReports([report]);
    respondTo(listNotes, () => ({
      success: true,
      data: notes.map((note, index) => ({
        _id: `note-${index}`,
        kind: 'noted' as const,
        at: AT,
        actor: { _id: 'giang', username: 'Giang' },
        note,
        until: null,
      })),
      tags: [],
      pagination: { nextCursor: null },
    }));
  });
  await waitForScreen('Chi tiết báo cáo');
}

test('report, 1440 × 900: decisions, notes, single acts and deletion are in the window, in this order; nothing scrolls in it', async () => {
  await openAt(1440, 900);
  await expect.element(page.getByText(NOTE).first()).toBeVisible();
  const parts = [
    button('Vi phạm…'),
    button('Không vi phạm'),
    button('Gỡ và đóng báo cáo'),
    noteOnPost,
    button('Việc khác'),
    page.getByRole('button', { name: /^Trạng thái / }),
    button('Xóa báo cáo'),
  ];
  for (const part of parts) await expect.element(part).toBeInViewport({ ratio: 1 });
  const tops = parts.map((part) => topOf(part.element()));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  const column = document.querySelector('[data-held]');
  const scrolling = [...(column?.querySelectorAll('*') ?? []), column].filter(
    (each) => each && each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY),
  );
  expect(scrolling).toEqual([]);
});

test('report, 1440 × 900: many notes → the newest one and a press for the others, with the deletion still in the window', async () => {
  await openAt(1440, 900, [`${NOTE}. `.repeat(20), 'Cũ hơn', 'Cũ nhất']);
  const ofPost = page.getByRole('region', { name: 'Ghi chú về bài viết' });
  await expect.element(ofPost.getByText(new RegExp(NOTE))).toBeVisible();
  await expect.element(ofPost.getByText('Cũ hơn')).not.toBeInTheDocument();
  await expect.element(button('Xóa báo cáo')).toBeInViewport({ ratio: 1 });
  await ofPost.getByRole('button', { name: 'Xem thêm' }).click();
  await expect.element(ofPost.getByText('Cũ nhất')).toBeVisible();
  await expect.element(ofPost.getByRole('list', { name: 'Các ghi chú' })).toHaveFocus();
});

test('report, 320 × 640: the evidence begins above the decisions, on the first screen; the rest of the head is a press away', async () => {
  await openAt(320, 640);
  const title = page.getByRole('region', { name: 'Đối tượng bị báo cáo' }).getByText('Bán tour giá rẻ');
  await expect.element(title).toBeInViewport({ ratio: 1 });
  const bar = page.getByRole('group', { name: 'Quyết định' }).element();
  expect(title.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(topOf(bar));
  const head = page.getByRole('region', { name: 'Tóm tắt' });
  await expect.element(head.getByText('Giang')).toBeVisible();
  await expect.element(button('Nhận thay')).not.toBeInTheDocument();
  await head.getByRole('button', { name: '12 báo cáo · Xem thêm' }).click();
  await expect.element(head.getByText('12 báo cáo · 9 người · 8 spam, 4 quấy rối')).toBeVisible();
  await expect.element(head.getByText(/^Ưu tiên /)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});
