import { listPolicies } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import { getReport, listReports, setReportStatus } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { ReportDetail } from '@hai-dang/contract/moderation/reports.schema.ts';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderPanel } from '../../testing/render-panel.tsx';
import { decidable } from '../../testing/report-backend.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { lastPage, SAMPLE_REPORT, SAMPLE_REPORT_DETAIL, samplePolicy } from '../../testing/samples.ts';
import { testStates } from '../../testing/screen-states.tsx';
import { ReportDetailScreen } from './report-detail-screen.tsx';

const PATH = '/admin/reports/report';
const FAILED = 'Không thể tải thông tin báo cáo';
/** An older panel sent it with a status. */
const NOTE = 'Đã gọi điện nhắc nhở';

/** A report of a deleted post, of which the evidence is left. */
const reportOf = (fields: Partial<ReportDetail> = {}): ReportDetail => ({
  ...SAMPLE_REPORT_DETAIL,
  reporter: { _id: 'minh', username: 'Minh', email: null, avatar: null },
  description: 'khôngcóchỗxuốngdòng'.repeat(20),
  snapshot: {
    itemType: 'Post',
    post: {
      _id: 'post',
      title: 'Bán tour giá rẻ',
      content: 'khôngcóchỗxuốngdòng'.repeat(20),
      images: [],
      createdAt: SAMPLE_REPORT.createdAt,
      likesCount: 1,
      commentsCount: 2,
      author: { _id: 'lan', username: 'Tênrấtdàikhôngcóchỗxuốngdòng'.repeat(3) },
    },
  },
  itemDeleted: { by: 'Quản trị', at: SAMPLE_REPORT.createdAt, restorable: true },
  account: { _id: 'lan', username: 'Võ Thị Lan', isDisabled: true, isAdmin: false },
  ...fields,
});
const event = {
  _id: 'event',
  createdAt: SAMPLE_REPORT.createdAt,
  actor: { _id: 'truong-ca', username: 'Trưởng ca' },
  kind: 'status',
  from: 'pending',
  to: 'reviewing',
  targetName: null,
  note: null,
  batchId: null,
};

const screen = () => (
  <Routes>
    <Route path="/admin/reports/:id" element={<ReportDetailScreen />} />
  </Routes>
);

/** Responses for what is around a report that is the only one. */
function respondAround(): void {
  respondTo(listReports, () => lastPage([]));
  respondTo(listPolicies, () => ({ success: true, data: [samplePolicy()] }));
}

/** Opens a report whose responses are given by a function. */
function open(respond: () => ReportDetail, path = PATH) {
  respondAround();
  respondTo(getReport, () => ({ success: true, data: respond() }));
  return renderPanel(screen(), path);
}

testStates('ReportDetailScreen', {
  render: screen,
  path: PATH,
  endpoint: getReport,
  filled: { success: true, data: reportOf({ history: [{ ...event, note: NOTE }], historyCount: 1 }) },
  shows: NOTE,
  loading: 'Đang tải thông tin báo cáo...',
  failed: FAILED,
  hidesReason: true,
  others: respondAround,
});

test('ReportDetailScreen: a failed load shows the text of the screen with the server’s reason below it', async () => {
  const page = await open(() => {
    throw new ErrorResponse('INTERNAL_ERROR', { message: 'Hệ thống đang bận' });
  });
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText(FAILED, { exact: true })).toBeVisible();
  await expect.element(alert.getByText('Hệ thống đang bận', { exact: true })).toBeVisible();
});

test('ReportDetailScreen: an unknown report says so, without a retry', async () => {
  const page = await open(() => {
    throw new ErrorResponse('REPORT_NOT_FOUND');
  });
  await expect.element(page.getByText(FAILED, { exact: true })).toBeVisible();
  await expect.element(page.getByText('Không tìm thấy báo cáo', { exact: true })).toBeVisible();
  expect(page.getByRole('button', { name: 'Thử lại' }).query()).toBeNull();
});

test('ReportDetailScreen: a status that fails says so, and keeps the former status', async () => {
  const page = await open(reportOf);
  respondTo(setReportStatus, () => {
    throw new TypeError('Failed to fetch');
  });
  const status = page.getByRole('button', { name: /^Trạng thái / });
  await decidable();
  await status.click();
  await page.getByRole('menuitemradio', { name: 'Từ chối' }).click();
  await expect.element(page.getByText('Không thể cập nhật trạng thái báo cáo')).toBeVisible();
  await expect.element(status).toHaveTextContent('Chờ xử lý');
});

test('ReportDetailScreen: a status key that fails says so; "Thử lại" in the toast sets the status', async () => {
  // An id of its own: the version of a report is remembered for the life of the page.
  const _id = 'retried';
  let current = reportOf({ _id });
  let isFailing = true;
  const page = await open(() => current, '/admin/reports/retried');
  respondTo(setReportStatus, ({ body: { status } }) => {
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    current = { ...current, status, version: 2 };
    return { success: true, data: { ...SAMPLE_REPORT, _id, status, version: 2 } };
  });
  const box = page.getByRole('button', { name: /^Trạng thái / });
  await expect.element(box).toBeVisible();
  await decidable();
  await userEvent.keyboard('3');
  const failure = page.getByRole('listitem').filter({ hasText: 'Không thể cập nhật trạng thái báo cáo' });
  await expect.element(failure).toBeVisible();
  await expect.element(box).toHaveTextContent('Chờ xử lý');
  isFailing = false;
  await failure.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(box).toHaveTextContent('Đã xử lý');
  expect(current.status).toBe('resolved');
});

test('ReportDetailScreen: a change of another administrator meanwhile is shown, and a further press decides', async () => {
  let current = reportOf();
  const page = await open(() => current);
  respondTo(setReportStatus, ({ body }) => {
    if (body.version === 2) {
      current = { ...current, status: body.status, version: 3 };
      return { success: true, data: { ...SAMPLE_REPORT, status: body.status, version: 3 } };
    }
    current = reportOf({ status: 'reviewing', version: 2, history: [event], historyCount: 1 });
    throw new ErrorResponse('REPORT_CHANGED', {
      details: { report: { ...SAMPLE_REPORT, status: 'reviewing', version: 2 } },
    });
  });
  await decidable();
  await page.getByRole('button', { name: /^Trạng thái / }).click();
  await page.getByRole('menuitemradio', { name: 'Từ chối' }).click();
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText('Trưởng ca vừa thay đổi báo cáo này.')).toBeVisible();
  await expect
    .element(alert.getByText('Trạng thái hiện tại: Đang xem xét. Chưa thực hiện: đặt trạng thái “Từ chối”.'))
    .toBeVisible();
  await alert.getByRole('button', { name: 'Vẫn thực hiện' }).click();
  await expect.element(page.getByRole('button', { name: /^Trạng thái / })).toHaveTextContent('Từ chối');
  await expect.element(alert).not.toBeInTheDocument();
  expect(document.activeElement?.closest('section'), 'the focus stays in the card').not.toBeNull();
});

test('ReportDetailScreen: the time and the priority of an open report are shown; a decision ends both', async () => {
  const _id = 'due';
  let current = reportOf({
    _id,
    dueAt: new Date(Date.now() + 12_600_000).toISOString(),
    priority: { score: 50, terms: [{ code: 'reporters', value: 1, of: null, points: 6 }] },
  });
  const page = await open(() => current, '/admin/reports/due');
  respondTo(setReportStatus, ({ body: { status } }) => {
    current = { ...current, status, version: 2, dueAt: null, priority: null };
    return { success: true, data: { ...SAMPLE_REPORT, _id, status, version: 2 } };
  });
  await expect.element(page.getByText('Còn 3 giờ', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^Ưu tiên /)).toBeVisible();
  await decidable();
  await userEvent.keyboard('3');
  await expect.element(page.getByText(/^Ưu tiên /)).not.toBeInTheDocument();
  await expect.element(page.getByText('Còn 3 giờ', { exact: true })).not.toBeInTheDocument();
});
