import { getSubject } from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import { listPolicies } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import { listReports } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { Route, Routes } from 'react-router';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { decideButton, RULES, respondToSheet, rule, sheet } from '../../testing/decision-sheet.tsx';
import { renderIdle } from '../../testing/render-idle.tsx';
import { LIST, pendingReports, respondWithReports } from '../../testing/report-backend.tsx';
import { respondTo } from '../../testing/responses.ts';
import { lastPage, SAMPLE_REPORT, sampleSubject } from '../../testing/samples.ts';
import { ReportsScreen } from './reports-screen.tsx';

const NAMED = 'Khác · An toàn trẻ em';
const HOUR_MS = 3_600_000;
const grid = page.getByRole('grid', { name: 'Danh sách báo cáo' });

test.each([320, 1280])(
  'ReportsScreen: %i px wide, keys alone → the kind of work filters the list, and all appeals are one link away',
  async (width) => {
    onTestFinished(() => page.viewport(1280, 800));
    await page.viewport(width, 800);
    const subject = { title: 'Bán tour', owner: { id: 'lan', name: 'Lan' }, image: null, reports: 1 };
    const [first, second] = ['Minh', 'Hoa'].map((username) => ({
      ...SAMPLE_REPORT,
      _id: username,
      reporter: { _id: username, username, email: null, avatar: null },
      subject: { ...subject, hasOpenAppeal: username === 'Minh' },
    }));
    if (!first || !second) throw new Error('no reports');
    respondTo(listReports, ({ body }) => lastPage(body.kind === 'appeal' ? [first] : [first, second]));
    await renderIdle(
      <Routes>
        <Route path={LIST} element={<ReportsScreen views={() => null} />} />
        <Route path="/admin/appeals" element={<p>Danh sách khiếu nại</p>} />
      </Routes>,
      LIST,
    );
    await expect.element(grid.getByText('Hoa', { exact: true })).toBeVisible();
    await expect.element(grid.getByText('Có khiếu nại')).toHaveLength(1);
    page.getByRole('button', { name: 'Lọc' }).element().focus();
    await userEvent.keyboard('{Enter}');
    const kind = page.getByLabelText('Loại việc', { exact: true });
    page.getByLabelText('Người phụ trách', { exact: true }).element().focus();
    await userEvent.tab();
    await expect.element(kind).toHaveFocus();
    await userEvent.keyboard('K');
    await expect.element(kind).toHaveValue('appeal');
    await expect.element(kind).toHaveFocus();
    await expect.element(grid.getByText('Hoa', { exact: true })).not.toBeInTheDocument();
    await expect.element(grid.getByText('Minh', { exact: true })).toBeVisible();
    page.getByRole('link', { name: 'Mọi khiếu nại' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Danh sách khiếu nại')).toBeVisible();
  },
);

test('report: one that names a rule → said beside its reason in the list and on its screen, and a takedown uses it', async () => {
  const sent = respondToSheet(sampleSubject);
  const { open } = respondWithReports(
    pendingReports(1, {
      reason: 'other',
      policy: { key: 'child_safety', title: 'An toàn trẻ em' },
      dueAt: new Date(Date.now() + HOUR_MS).toISOString(),
    }),
  );
  respondTo(listPolicies, () => ({ success: true, data: RULES }));
  respondTo(getSubject, () => ({ success: true, data: sampleSubject({ newestReportId: 'report' }) }));
  await open();
  await expect.element(grid.getByText(NAMED)).toBeVisible();
  await grid.getByRole('link').first().click();
  await expect.element(page.getByRole('region', { name: 'Báo cáo này' }).getByText(NAMED)).toBeVisible();
  await expect.element(page.getByText(/^Còn (1 giờ|\d\d phút)$/)).toBeVisible();
  await page.getByRole('button', { name: 'Gỡ và đóng báo cáo', exact: true }).first().click();
  await expect.element(rule(/^An toàn trẻ em/)).toBeChecked();
  await expect.element(sheet.getByText('Quy tắc này được đề xuất theo lý do của người báo cáo.')).toBeVisible();
  await expect.element(decideButton).toHaveFocus();
  await decideButton.click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(sent).toMatchObject([{ outcome: 'violation', policy: 'child_safety', actions: ['takedown'] }]);
});
