import { previewBulk, startBulk } from '@hai-dang/contract/moderation/bulk-start.endpoints.ts';
import { undoDecision } from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import { listPolicies } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import { getUserRecord, muteReporter, unmuteReporter } from '@hai-dang/contract/moderation/record.endpoints.ts';
import type { UserRecord as RecordData, RecordedDecision } from '@hai-dang/contract/moderation/record.schema.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPanel } from '../../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { SAMPLE_BULK, SAMPLE_USER, sampleSubject } from '../../testing/samples.ts';
import { testStates } from '../../testing/screen-states.tsx';
import { UserRecord } from './user-record.tsx';

const AT = '2026-11-21T00:00:00.000Z';
const DECISION: RecordedDecision = {
  _id: 'decision',
  subject: { itemType: 'Post', itemId: 'post' },
  title: 'Bán tour giá rẻ',
  outcome: 'violation',
  policy: { key: 'spam', version: 1, title: 'Spam và quảng cáo' },
  points: 1,
  pointsExpireAt: '2027-02-20T00:00:00.000Z',
  actions: ['takedown', 'suspend'],
  suspendedUntil: '2026-11-24T00:00:00.000Z',
  actor: { _id: 'binh', username: 'Bình' },
  createdAt: AT,
  needsReason: true,
  undone: null,
};
const EMPTY: RecordData = {
  points: 0,
  pointsExpireAt: null,
  decisions: [],
  decisionsCount: 0,
  appeals: { decided: 0, won: 0 },
  reportsAbout: { total: 0, open: 0 },
  reportsBy: { total: 0, resolved: 0, rejected: 0, unread: 0, muted: null },
};
const PUNISHED: RecordData = {
  ...EMPTY,
  points: 1,
  pointsExpireAt: DECISION.pointsExpireAt,
  decisions: [DECISION],
  decisionsCount: 1,
  reportsAbout: { total: 1, open: 0 },
};
const responseOf = (data: RecordData) => ({ success: true as const, data });
const record = () => <UserRecord user={{ _id: 'lan', username: 'Lan', disabledUntil: SAMPLE_USER.disabledUntil }} />;

const texts = () => [...document.querySelectorAll('dd')].map((line) => line.textContent);
const decisions = () => page.getByRole('list', { name: 'Quyết định' }).getByRole('listitem');
const dialog = () => page.getByRole('dialog', { name: 'Hủy quyết định' });
const reason = () => dialog().getByLabelText('Lý do');
const confirm = () => dialog().getByRole('button', { name: 'Hủy quyết định', exact: true });
const undoButton = () => page.getByRole('button', { name: /^Hủy quyết định: / });
const show = () => page.getByRole('button', { name: 'Xem 1 quyết định' });

testStates('UserRecord', {
  render: record,
  endpoint: getUserRecord,
  filled: responseOf(PUNISHED),
  shows: '0 đang mở trong 1 báo cáo',
  empty: { response: responseOf(EMPTY), says: 'Chưa có quyết định nào' },
  loading: 'Đang tải hồ sơ vi phạm...',
  failed: 'Không thể tải hồ sơ vi phạm',
  hidesReason: true,
});

test('UserRecord: without any event each line says so, and the links lead to the reports', async () => {
  respondTo(getUserRecord, () => responseOf(EMPTY));
  await renderPanel(record());
  await expect.element(page.getByText('Chưa có quyết định nào')).toBeVisible();
  expect(texts()).toEqual([
    'Không có điểm trong hạn',
    'Chưa có khiếu nại nào được giải quyết',
    'Chưa có báo cáo nào',
    'Chưa có báo cáo nào',
  ]);
  for (const [name, search] of [
    ['Báo cáo về người dùng này', 'about=lan'],
    ['Báo cáo do người dùng này gửi', 'by=lan'],
  ] as const)
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', `/admin/reports?${search}`);
});

test('UserRecord: points with their end, and decisions with their consequences', async () => {
  respondTo(getUserRecord, () => responseOf(PUNISHED));
  await renderPanel(record());
  await show().click();
  expect(texts()[0]).toBe('1 điểm, hết hạn từ 20/02/2027');
  expect(decisions().element().textContent).toMatch(
    /^Vi phạm: Spam và quảng cáoBài viết “Bán tour giá rẻ”Gỡ nội dung · Tạm khóa đến .+ · 1 điểm, hết hạn 20\/02\/2027Bình · /,
  );
});

test('UserRecord: all open reports about the account are closed after a confirmation that names it', async () => {
  respondTo(getUserRecord, () => responseOf({ ...EMPTY, reportsAbout: { total: 16, open: 15 } }));
  respondTo(listPolicies, () => ({ success: true, data: [] }));
  respondTo(previewBulk, () => ({ success: true, data: { total: 16, reports: 15, names: [], protected: 0 } }));
  const started: unknown[] = [];
  respondTo(startBulk, ({ body: { action, target } }) => {
    started.push(action, target);
    return { success: true, data: SAMPLE_BULK };
  });
  await renderPanel(record());
  await page.getByRole('button', { name: 'Đóng mọi báo cáo về người dùng này (15)' }).click();
  const question = page.getByRole('dialog');
  await expect.element(question.getByText(/Lan/).first()).toBeVisible();
  await question.getByRole('button', { name: /^Đóng báo cáo/ }).click();
  await expect
    .poll(() => started)
    .toEqual([
      { kind: 'close_reports', outcome: 'resolved' },
      { kind: 'reports_about', userId: 'lan' },
    ]);
});

describe('UserRecord: reports of the user', () => {
  const MUTED = { by: { _id: 'binh', username: 'Bình' }, at: AT };
  const withMuted = (muted: typeof MUTED | null) => ({ ...EMPTY, reportsBy: { ...EMPTY.reportsBy, muted } });
  /** Shows a record that is muted or not; what is stored is what the server answers. */
  async function open(isMuted: boolean, respond: () => void = () => undefined): Promise<string[]> {
    const calls: string[] = [];
    let stored = isMuted;
    const answer = () => responseOf(withMuted(stored ? MUTED : null));
    const change = (name: string, next: boolean) => () => {
      respond();
      calls.push(name);
      stored = next;
      return answer();
    };
    respondTo(getUserRecord, answer);
    respondTo(muteReporter, change('mute', true));
    respondTo(unmuteReporter, change('unmute', false));
    await renderPanel(record());
    return calls;
  }
  const mute = () => page.getByRole('button', { name: 'Tắt báo cáo của Lan' });
  const unmute = () => page.getByRole('button', { name: 'Bật lại báo cáo của Lan' });
  const question = () => page.getByRole('alertdialog', { name: 'Tắt báo cáo của người này' });

  test('are muted by keyboard after a question that names the user, and the toast undoes it', async () => {
    const calls = await open(false);
    await expect.element(mute()).toBeVisible();
    mute().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(question().getByText('Lan', { exact: true })).toBeVisible();
    await expect.element(question().getByText(/an toàn trẻ em, vẫn vào hàng đợi/)).toBeVisible();
    await question().getByRole('button', { name: 'Tắt', exact: true }).click();
    await expect.element(page.getByText('Đã tắt báo cáo của Lan')).toBeVisible();
    await expect.poll(() => texts()[3]).toBe('Chưa có báo cáo nào · đã tắt từ 21/11/2026 (Bình)');
    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await expect.element(mute()).toBeVisible();
    expect(texts()[3]).toBe('Chưa có báo cáo nào');
    expect(calls).toEqual(['mute', 'unmute']);
  });

  test('wait for a decision again by one press', async () => {
    const calls = await open(true);
    await unmute().click();
    await expect.element(page.getByText('Đã bật lại báo cáo của Lan')).toBeVisible();
    await expect.element(mute()).toBeVisible();
    expect(calls).toEqual(['unmute']);
  });

  test('the server rejects it: the question says why, and stays', async () => {
    const calls = await open(false, () => {
      throw new ErrorResponse('INTERNAL_ERROR', { message: 'Máy chủ đang bận' });
    });
    await mute().click();
    await question().getByRole('button', { name: 'Tắt', exact: true }).click();
    await expect.element(question().getByText('Máy chủ đang bận')).toBeVisible();
    expect(calls).toEqual([]);
  });
});

describe('UserRecord: a decision is undone', () => {
  /** Shows the decision; the record is empty once the undo is stored. */
  async function open(respond: () => void = () => undefined, needsReason = true): Promise<string[]> {
    const reasons: string[] = [];
    let isUndone = false;
    const undone = { by: { _id: 'admin', username: 'Quản trị' }, at: AT, reason: 'Nhầm bài viết', isAppeal: false };
    respondTo(getUserRecord, () =>
      responseOf(
        isUndone
          ? { ...PUNISHED, points: 0, decisions: [{ ...DECISION, undone }], reportsAbout: { total: 1, open: 1 } }
          : { ...PUNISHED, decisions: [{ ...DECISION, needsReason }] },
      ),
    );
    respondTo(undoDecision, ({ body }) => {
      respond();
      reasons.push(body.reason ?? '');
      isUndone = true;
      return { success: true, data: sampleSubject() };
    });
    await renderPanel(record());
    await show().click();
    return reasons;
  }

  test('with a reason alone; all values change at once', async () => {
    const reasons = await open();
    await undoButton().click();
    await expect.element(dialog().getByText('Vi phạm: Spam và quảng cáo (Bài viết “Bán tour giá rẻ”)')).toBeVisible();
    await confirm().click();
    await expect.element(dialog().getByText('Vui lòng nhập lý do hủy quyết định')).toBeVisible();
    await expect.element(reason()).toHaveFocus();
    await reason().fill('Nhầm bài viết');
    await confirm().click();
    await expect.element(page.getByText('Đã hủy quyết định')).toBeVisible();
    await expect.element(decisions().getByText('Đã hủy', { exact: true })).toBeVisible();
    await expect.element(decisions().getByText('Nhầm bài viết')).toBeVisible();
    expect(undoButton().elements()).toEqual([]);
    expect(texts().slice(0, 3)).toEqual([
      'Không có điểm trong hạn',
      'Chưa có khiếu nại nào được giải quyết',
      '1 đang mở trong 1 báo cáo',
    ]);
    expect(reasons).toEqual(['Nhầm bài viết']);
  });

  test("one's own of today: without a reason, by two presses of Enter", async () => {
    const reasons = await open(undefined, false);
    undoButton().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(confirm()).toHaveFocus();
    expect(reason().query()).toBeNull();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Đã hủy quyết định')).toBeVisible();
    expect(reasons).toEqual(['']);
  });

  test("one's own whose day has ended meanwhile: the reason is asked then", async () => {
    let isLate = true;
    const reasons = await open(() => {
      if (isLate) throw new ErrorResponse('UNDO_REASON_REQUIRED');
    }, false);
    await undoButton().click();
    await confirm().click();
    await expect.element(dialog().getByText('Vui lòng ghi lý do hủy quyết định')).toBeVisible();
    await expect.element(reason()).toHaveFocus();
    isLate = false;
    await reason().fill('Nhầm bài viết');
    await confirm().click();
    await expect.element(page.getByText('Đã hủy quyết định')).toBeVisible();
    expect(reasons).toEqual(['Nhầm bài viết']);
  });

  test('by keyboard: a typed reason is not lost by Escape, and the focus ends at the decision', async () => {
    await open();
    undoButton().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(reason()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(undoButton()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(reason()).toHaveFocus();
    await userEvent.keyboard('Nhầm người{Escape}');
    await page.getByRole('alertdialog', { name: 'Bỏ thay đổi' }).getByRole('button', { name: 'Tiếp tục sửa' }).click();
    await expect.element(reason()).toHaveValue('Nhầm người');
    reason().element().focus();
    await userEvent.keyboard('{Tab}{Tab}');
    await expect.element(confirm()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(decisions().getByText('Đã hủy', { exact: true })).toBeVisible();
    await expect.element(decisions()).toHaveFocus();
  });

  test('the server rejects it: the dialog says why, and keeps the reason', async () => {
    await open(() => {
      throw new ErrorResponse('INTERNAL_ERROR', { message: 'Máy chủ đang bận' });
    });
    await undoButton().click();
    await reason().fill('Nhầm bài viết');
    await confirm().click();
    await expect.element(dialog().getByRole('alert').getByText('Máy chủ đang bận')).toBeVisible();
    await expect.element(reason()).toHaveValue('Nhầm bài viết');
  });
});
