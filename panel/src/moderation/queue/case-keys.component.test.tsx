import { previewBulk, startBulk } from '@hai-dang/contract/moderation/bulk-start.endpoints.ts';
import { decideSubject, undoDecision } from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import type { DecideBody } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { listPolicies } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import { listReportCases } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import type { ReportCase } from '@hai-dang/contract/moderation/reports.schema.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { respondToSheet, sheet } from '../../testing/decision-sheet.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { SAMPLE_REPORT, sampleSubject } from '../../testing/samples.ts';
import { expectFocus, openReports, respondWithReports, toastOf } from './report-queue.samples.tsx';

const HOLD_MS = 800;
const COUNTS = { pending: 0, reviewing: 0, resolved: 0, rejected: 0 };

/** Responds as a server with these reported posts, of four open reports each; those that are decided leave the list. */
function respondWithCases(run: string, fieldsOf: (id: string) => Partial<ReportCase> = () => ({})) {
  respondWithReports(0);
  const post = sampleSubject({ reports: 4, openReports: 4, newestReportId: 'report' });
  respondToSheet(() => post);
  const decided: DecideBody[] = [];
  const stored = ['a', 'b', 'c'].map((name): ReportCase => {
    const itemId = `${run}-${name}`;
    const newest = { ...SAMPLE_REPORT, _id: `report-${itemId}`, reportedItem: itemId };
    const counts = { reports: 5, reporters: 5, open: 4, pending: 4, hiddenAt: null };
    return {
      itemType: 'Post',
      itemId,
      ...counts,
      newest,
      title: `Bài ${name}`,
      author: null,
      version: 7,
      ...fieldsOf(name),
    };
  });
  respondTo(listReportCases, () => {
    const data = stored.filter(({ itemId }) => !decided.some(({ subject }) => subject.itemId === itemId));
    return {
      success: true,
      data,
      pagination: { total: data.length, totalRelation: 'eq' as const, nextCursor: null },
      counts: COUNTS,
    };
  });
  respondTo(decideSubject, ({ body }) => {
    decided.push(body);
    const consequences = [{ code: 'close_reports' as const, until: null, count: 4 }];
    const { itemId } = body.subject;
    const undoUntil = new Date(Date.now() + 60_000).toISOString();
    return {
      success: true,
      data: { decisionId: `d-${itemId}`, undoUntil, isRepeated: false, consequences, subject: post },
    };
  });
  respondTo(undoDecision, ({ params: { id } }) => {
    decided.splice(
      decided.findIndex(({ subject }) => id === `d-${subject.itemId}`),
      1,
    );
    return { success: true, data: post };
  });
  return decided;
}

async function openCases(): Promise<void> {
  await openReports('?status=open&group=1');
  await expect.poll(() => document.querySelectorAll('[data-row]').length).toBe(3);
  await userEvent.keyboard('j');
}

test('ReportsScreen, grouped: h → the active subject is found harmless, with the number of reports it closes, and one press takes it back', async () => {
  const decided = respondWithCases('harmless');
  await openCases();
  await expectFocus('Post:harmless-a');
  await userEvent.keyboard('h');
  await expectFocus('Post:harmless-b');
  expect(decided).toMatchObject([{ subject: { itemId: 'harmless-a' }, outcome: 'no_violation', version: 7 }]);
  const toast = toastOf('Đã kết luận: không vi phạm');
  await expect.element(toast.getByText('Đã đóng 4 báo cáo · Bài a')).toBeVisible();
  await toast.getByRole('button', { name: 'Hoàn tác' }).click();
  await expect.poll(() => decided).toEqual([]);
  await expect.poll(() => document.querySelectorAll('[data-row]').length).toBe(3);
});

test('ReportsScreen, grouped: h with selected rows → one dialog with what follows, and Enter decides on all of them', async () => {
  const decided = respondWithCases('selected');
  const started: unknown[] = [];
  respondTo(previewBulk, () => ({ success: true, data: { total: 2, reports: 8, names: [], protected: 0 } }));
  respondTo(listPolicies, () => ({ success: true, data: [] }));
  respondTo(startBulk, ({ body }) => {
    started.push(body);
    throw new ErrorResponse('BULK_EMPTY');
  });
  await openCases();
  await userEvent.keyboard('xjx');
  const bar = page.getByRole('region', { name: 'Đối tượng đã chọn' });
  await expect.element(bar.getByText('2 đối tượng · 8 báo cáo')).toBeVisible();
  await expect.element(bar.getByRole('button').first()).toHaveTextContent('Không vi phạmh');
  await userEvent.keyboard('h');
  const dialog = page.getByRole('dialog', { name: 'Không vi phạm 2 mục' });
  await expect.element(dialog.getByText(/^8 báo cáo đang mở bị từ chối, /)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Không vi phạm 2 mục' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => started).toHaveLength(1);
  const subjects = ['a', 'b'].map((name) => ({ itemType: 'Post', itemId: `selected-${name}` }));
  expect(started).toMatchObject([
    { action: { kind: 'no_violation' }, target: { kind: 'content', subjects }, policy: null },
  ]);
  expect(decided).toEqual([]);
});

test('ReportsScreen, grouped: a press right behind a decision → held and said; a later one decides the next subject', async () => {
  const decided = respondWithCases('held');
  await openCases();
  await userEvent.keyboard('h');
  await expectFocus('Post:held-b');
  await userEvent.keyboard('h');
  await expect.element(toastOf('Đối tượng vừa hiện: nhấn lại để quyết định')).toBeVisible();
  expect(decided).toHaveLength(1);
  await new Promise((done) => setTimeout(done, HOLD_MS));
  await userEvent.keyboard('h');
  await expectFocus('Post:held-c');
  expect(decided.map(({ subject }) => subject.itemId)).toEqual(['held-a', 'held-b']);
});

test('ReportsScreen, grouped: h on what a colleague handles → the sheet asks first; t → the sheet of a takedown', async () => {
  const assignee = { _id: 'lan', username: 'Lan', avatar: null, at: '2026-11-20T00:00:00.000Z' };
  const decided = respondWithCases('asked', (name) => (name === 'a' ? { assignee } : {}));
  await openCases();
  await userEvent.keyboard('h');
  await expect.element(sheet).toBeVisible();
  expect(decided).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await userEvent.keyboard('j');
  await expectFocus('Post:asked-b');
  await new Promise((done) => setTimeout(done, HOLD_MS));
  await userEvent.keyboard('t');
  await expect.element(sheet.getByRole('checkbox', { name: /^Gỡ/ })).toBeChecked();
});

test('ReportsScreen, grouped: a subject with an image → it is in the row', async () => {
  respondWithCases('image', (name) => (name === 'a' ? { image: '/anh.webp' } : {}));
  await openCases();
  const images = (name: string) => document.querySelectorAll(`[data-row="Post:image-${name}"] .size-9`).length;
  await expect.poll(() => [images('a'), images('b')]).toEqual([1, 0]);
});
