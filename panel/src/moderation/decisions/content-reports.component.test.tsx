import { getPreferences } from '@hai-dang/contract/account/preferences.endpoints.ts';
import { DEFAULT_PREFERENCES } from '@hai-dang/contract/account/preferences.schema.ts';
import { listBulks } from '@hai-dang/contract/moderation/bulk.endpoints.ts';
import { previewBulk, startBulk } from '@hai-dang/contract/moderation/bulk-start.endpoints.ts';
import type { StartBulkBody } from '@hai-dang/contract/moderation/bulk-start.schema.ts';
import type { ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { reportAdded } from '@hai-dang/contract/moderation/reports.events.ts';
import { getUserDetail } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RealtimeBridge } from '../../app/realtime-bridge.tsx';
import { panelSocket } from '../../lib/socket.ts';
import { decideButton, openSheet, respondToSheet, rule, sheet } from '../../testing/decision-sheet.tsx';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { pageSocket } from '../../testing/page-socket.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { respondTo } from '../../testing/responses.ts';
import { SAMPLE_BULK, sampleSubject } from '../../testing/samples.ts';
import { SAMPLE_USER_DETAIL } from '../../testing/user-detail.ts';
import { decisionSheet } from './decisions.overlays.ts';

const ACCOUNT = { itemType: 'User', itemId: 'lan' } as const;
const NUMBERS = '14 báo cáo đang mở về 6 nội dung của tài khoản này';
const offer = sheet.getByRole('checkbox', { name: 'Đóng cả 14 báo cáo về 6 nội dung' });

const accountWith = (fields: Partial<ModerationSubject> = {}) =>
  sampleSubject({ subject: ACCOUNT, contentReports: { open: 14, subjects: 6 }, ...fields });

/** @returns the decisions that were made, and the actions on many subjects that were started */
function respondToAccount(account: () => ModerationSubject, total = 6) {
  const started: StartBulkBody[] = [];
  respondTo(getUserDetail, () => ({ success: true, data: SAMPLE_USER_DETAIL }));
  respondTo(previewBulk, () => ({ success: true, data: { total, reports: 14, names: [], protected: 0 } }));
  respondTo(startBulk, ({ body }) => {
    started.push(body as StartBulkBody);
    return { success: true, data: SAMPLE_BULK };
  });
  return { decided: respondToSheet(account), started };
}

const openAccount = () => openSheet({ subject: ACCOUNT, name: 'Lan' });

test('DecisionSheet: an account whose content is reported → its numbers with a link, and an offer that is not ticked', async () => {
  respondToAccount(() => accountWith({ reports: 0, openReports: 0, reporters: 0 }));
  await openAccount();
  await expect.element(sheet.getByText('Chưa có báo cáo nào về chính tài khoản')).toBeVisible();
  const link = sheet.getByRole('link', { name: NUMBERS });
  await expect.element(link).toHaveAttribute('href', '/admin/reports?about=lan');
  await expect.element(offer).not.toBeChecked();
  await expectAccessible('the sheet of an account whose content is reported');
});

test.each([
  ['an account without reported content', accountWith({ contentReports: { open: 0, subjects: 0 } })],
  ['an account of a server that does not count them', accountWith({ contentReports: undefined })],
  ['a post', sampleSubject({ newestReportId: 'report' })],
])('DecisionSheet: %s → neither numbers nor an offer', async (_, subject) => {
  respondToAccount(() => subject);
  await openSheet({ subject: subject.subject });
  await expect.element(rule('Không vi phạm')).toBeVisible();
  await expect.element(sheet.getByText(/nội dung của tài khoản này$/)).not.toBeInTheDocument();
  await expect.element(sheet.getByRole('checkbox', { name: /^Đóng cả/ })).not.toBeInTheDocument();
});

test.each([
  ['a violation', /^Vi phạm khác/, 'Đã xử lý', 'resolved'],
  ['no violation', 'Không vi phạm', 'Từ chối', 'rejected'],
] as const)(
  'DecisionSheet: the offer is taken, then %s → says what becomes of the reports, and starts it once the decision is made',
  async (_, conclusion, status, outcome) => {
    const { decided, started } = respondToAccount(accountWith);
    await openAccount();
    await offer.click();
    await rule(conclusion).click();
    await expect
      .element(offer)
      .toHaveAccessibleDescription(new RegExp(`chuyển thành “${status}”; nội dung giữ nguyên`));
    expect(started).toEqual([]);
    await decideButton.click();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect
      .poll(() => started)
      .toMatchObject([
        { action: { kind: 'close_reports', outcome }, target: { kind: 'reports_about', userId: 'lan' } },
      ]);
    expect(decided).toHaveLength(1);
  },
);

test('DecisionSheet: the offer is taken by keyboard, and the first press finds the account changed → nothing is closed before the second', async () => {
  let account = accountWith();
  const { decided, started } = respondToAccount(() => account);
  await openAccount();
  await rule(/^Vi phạm khác/).click();
  offer.element().focus();
  await userEvent.keyboard(' ');
  account = { ...account, version: 2, strikes: { ...account.strikes, points: 2 } };
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(sheet.getByRole('alert').getByText(/^Đối tượng vừa thay đổi/)).toBeVisible();
  await expect.element(offer).toBeChecked();
  expect(started).toEqual([]);
  await decideButton.click();
  await expect.poll(() => started).toHaveLength(1);
  expect(decided).toHaveLength(1);
});

test('DecisionSheet: the offer is left alone, or everything was closed meanwhile → nothing is started', async () => {
  const { decided, started } = respondToAccount(accountWith, 0);
  await openAccount();
  for (const isTaken of [false, true]) {
    if (isTaken) {
      decisionSheet.open({ subject: ACCOUNT, name: 'Lan' });
      await offer.click();
    }
    await rule('Không vi phạm').click();
    await decideButton.click();
    await expect.element(sheet).not.toBeInTheDocument();
  }
  await expect.poll(() => decided).toHaveLength(2);
  expect(started).toEqual([]);
});

test('DecisionSheet: the reports cannot be closed → says that the decision stands, and a retry starts the same', async () => {
  const { decided } = respondToAccount(accountWith);
  const keys: unknown[] = [];
  respondTo(startBulk, ({ body }) => {
    keys.push(body.clientKey);
    if (keys.length === 1) throw new TypeError('Failed to fetch');
    return { success: true, data: SAMPLE_BULK };
  });
  await openAccount();
  await offer.click();
  await rule(/^Vi phạm khác/).click();
  await decideButton.click();
  const failed = page
    .getByRole('listitem')
    .filter({ hasText: 'Đã quyết định, nhưng chưa đóng được báo cáo về nội dung' });
  await expect.element(failed.getByText('Lan')).toBeVisible();
  await failed.getByRole('button', { name: 'Thử lại' }).click();
  await expect.poll(() => keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(decided).toHaveLength(1);
});

test('DecisionSheet: content of the account is reported while its sheet is open → the new numbers, and the choice stays', async () => {
  let account = accountWith();
  respondToAccount(() => account);
  respondTo(getPreferences, () => ({ success: true, preferences: DEFAULT_PREFERENCES, isEmailAvailable: false }));
  respondTo(listBulks, () => ({ success: true, data: [], pagination: { nextCursor: null } }));
  pageSocket.start();
  await renderPanel(<RealtimeBridge />);
  decisionSheet.open({ subject: ACCOUNT, name: 'Lan' });
  await expect.element(sheet.getByText(NUMBERS)).toBeVisible();
  await expect.poll(() => panelSocket.state.get()).toBe('connected');
  await offer.click();
  account = accountWith({ contentReports: { open: 15, subjects: 7 }, version: 5 });
  pageSocket.emit(reportAdded, {
    reportId: 'content-report',
    itemType: 'Post',
    itemId: 'another',
    accountId: 'lan',
    reporterId: 'mai',
  });
  await expect
    .element(sheet.getByText('15 báo cáo đang mở về 7 nội dung của tài khoản này'), { timeout: 5_000 })
    .toBeVisible();
  await expect.element(sheet.getByRole('checkbox', { name: 'Đóng cả 15 báo cáo về 7 nội dung' })).toBeChecked();
});
