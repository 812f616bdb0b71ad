import { decideSubject, getSubject, undoDecision } from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import type { ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { getReport } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { getUserDetail } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  action,
  decideButton,
  note,
  openSheet,
  RULES,
  respondToSheet,
  rule,
  sheet,
} from '../../testing/decision-sheet.tsx';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { postNow, reportedPost } from '../../testing/reported-post.ts';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { sampleSubject } from '../../testing/samples.ts';
import { SAMPLE_USER_DETAIL } from '../../testing/user-detail.ts';
import { Button } from '../../ui/button.tsx';
import { decisionSheet } from './decisions.overlays.ts';

const SPAM = /^Spam và quảng cáo/;
const NOTE = 'Đã nhắc hai lần';
const evidence = sheet.getByRole('region', { name: 'Bằng chứng' });
const post = sampleSubject({ reports: 3, openReports: 3, reporters: 3, newestReportId: 'report' });
const account = sampleSubject({
  subject: { itemType: 'User', itemId: 'lan' },
  reports: 0,
  openReports: 0,
  reporters: 0,
});

/** Responds to the calls of the sheet of an account without a report. */
function respondToAccount() {
  respondTo(getUserDetail, () => ({ success: true, data: SAMPLE_USER_DETAIL }));
  return respondToSheet(() => account);
}

test('DecisionSheet: a reported post → its facts, its evidence, and a button that is named by what each choice does', async () => {
  const sent = respondToSheet(() => post);
  await openSheet();
  await expect.element(decideButton).toHaveAccessibleName('Quyết định');
  await expect.element(decideButton).toHaveAccessibleDescription('Hãy chọn một kết luận.');
  for (const text of [
    'Bài viết: Bán tour giá rẻ',
    /^3 báo cáo đang mở trong 3 báo cáo của 3 người/,
    'Không có điểm trong hạn · 0 cảnh cáo · 0 khiếu nại thắng',
    'Người báo cáo chưa có báo cáo nào khác được kết luận',
  ]) {
    await expect.element(sheet.getByText(text)).toBeVisible();
  }
  await expect.element(evidence.getByText('Chuyển khoản trước nhé')).toBeVisible();

  await rule(SPAM).click();
  await expect.element(sheet.getByText(RULES[3]?.text ?? '')).toBeVisible();
  await expect.element(sheet.getByText('0 điểm + 1 điểm của quy tắc này = 1 điểm')).toBeVisible();
  await expect.element(action('Gỡ nội dung')).toBeChecked();
  await expect.element(action('Cảnh cáo')).toBeChecked();
  await action('Vô hiệu hóa').click();
  await action('Tạm khóa').click();
  await expect.element(action('Vô hiệu hóa')).not.toBeChecked();
  await sheet.getByLabelText('Thời gian tạm khóa').selectOptions('3 ngày');
  await expect.element(decideButton).toHaveAccessibleName('Gỡ, cảnh cáo, tạm khóa 3 ngày');
  await expect
    .element(decideButton)
    .toHaveAccessibleDescription(
      /Bài viết bị gỡ · thêm một cảnh cáo · tài khoản bị tạm khóa 3 ngày, đến \d\d:\d\d \d\d\/\d\d\/\d{4} · 1 điểm đến \d\d\/\d\d\/\d{4} · 3 báo cáo đóng: Đã xử lý$/,
    );
  await note.fill(NOTE);
  await expectAccessible('a decision');
  await decideButton.click();

  const done = page.getByRole('listitem').filter({ hasText: 'Đã quyết định: gỡ nội dung, cảnh cáo, tạm khóa 3 ngày' });
  await expect.element(done.getByText('Đã đóng 3 báo cáo · Bán tour giá rẻ')).toBeVisible();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(sent).toMatchObject([
    { outcome: 'violation', policy: 'spam', actions: ['takedown', 'warn', 'suspend'], suspendDays: 3, note: NOTE },
  ]);
  const undone: string[] = [];
  respondTo(undoDecision, ({ params }) => {
    undone.push(params.id);
    return { success: true, data: post };
  });
  await done.getByRole('button', { name: 'Hoàn tác' }).click();
  await expect.element(page.getByText('Đã hoàn tác quyết định')).toBeVisible();
  expect(undone).toEqual(['decision']);
});

test('DecisionSheet: a post that was edited since it was reported → both versions', async () => {
  respondToSheet(() => post);
  respondTo(getReport, () => ({
    success: true,
    data: reportedPost({ reportedItem: postNow({ content: 'Nội dung khác' }) }),
  }));
  await openSheet();
  await expect.element(evidence.getByText('Nội dung đã được chỉnh sửa sau khi bị báo cáo')).toBeVisible();
  await expect.element(evidence.getByText('Chuyển khoản trước nhé')).toBeVisible();
  await evidence.getByRole('button', { name: 'Hiện tại' }).click();
  await expect.element(evidence.getByText('Nội dung khác')).toBeVisible();
});

test('DecisionSheet: an account without a report → its profile, no takedown, and an entered number of days', async () => {
  const sent = respondToAccount();
  await openSheet({ subject: account.subject, name: 'Lan' });
  await expect.element(sheet.getByText('Tài khoản: Lan')).toBeVisible();
  await expect.element(sheet.getByText('Chưa có báo cáo nào')).toBeVisible();
  await expect.element(evidence.getByText('Thích biển')).toBeVisible();
  await rule(/^Mạo danh/).click();
  await expect.element(action('Tạm khóa')).toBeChecked();
  await expect.element(action('Gỡ nội dung')).not.toBeInTheDocument();
  await sheet.getByLabelText('Thời gian tạm khóa').selectOptions('Tự chọn');
  const days = sheet.getByLabelText('Số ngày');
  await days.fill('400');
  await decideButton.click();
  await expect.element(days).toHaveAccessibleDescription(/Số ngày tạm khóa từ 1 đến 365/);
  await expect.element(days).toHaveFocus();
  await days.fill('14');
  await decideButton.click();
  await expect.element(page.getByText('Đã quyết định: tạm khóa 14 ngày')).toBeVisible();
  expect(sent).toMatchObject([{ policy: 'impersonation', actions: ['suspend'], suspendDays: 14 }]);
});

test('DecisionSheet: a subject that cannot be loaded → says so, and a retry loads it', async () => {
  respondToSheet(() => post);
  let isFailing = true;
  respondTo(getSubject, () => {
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    return { success: true, data: post };
  });
  await openSheet();
  await expect.element(sheet.getByText('Không thể tải thông tin đối tượng')).toBeVisible();
  isFailing = false;
  await sheet.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(rule(SPAM)).toBeVisible();
});

test('DecisionSheet: opened by a button → the first choice has the focus; closed → the button has it again', async () => {
  respondToSheet(() => post);
  await renderPanel(<Button onClick={() => decisionSheet.open({ subject: post.subject, name: '' })}>Mở</Button>);
  const button = page.getByRole('button', { name: 'Mở' });
  await userEvent.tab();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(rule('Không vi phạm')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

describe('DecisionSheet: the penalty that the ladder proposes', () => {
  const OFFER = 'Thang xử lý đề xuất: tạm khóa 30 ngày (1 + 5 = 6 điểm)';
  const apply = sheet.getByRole('button', { name: 'Áp dụng' });
  const punished = (strikes: Partial<ModerationSubject['strikes']>) => ({
    ...post,
    strikes: { ...post.strikes, ...strikes },
  });

  test('is offered with a rule, and chosen by its button alone, which leaves the focus on it', async () => {
    const sent = respondToSheet(() => punished({ points: 1 }));
    await openSheet();
    await rule(/^Lừa đảo/).click();
    await expect.element(sheet.getByText(OFFER)).toBeVisible();
    await expect.element(action('Tạm khóa')).not.toBeChecked();
    await expect.element(decideButton).toHaveAccessibleName('Gỡ nội dung');
    await expectAccessible('an offered penalty');
    await apply.click();
    await expect.element(action('Tạm khóa')).toBeChecked();
    await expect.element(action('Tạm khóa')).toHaveFocus();
    await expect.element(apply).not.toBeInTheDocument();
    await expect.element(sheet.getByText(OFFER)).toBeVisible();
    await expect.element(decideButton).toHaveAccessibleName('Gỡ, tạm khóa 30 ngày');
    await sheet.getByLabelText('Thời gian tạm khóa').selectOptions('7 ngày');
    await expect.element(apply).toBeVisible();
    await decideButton.click();
    await expect.element(sheet).not.toBeInTheDocument();
    expect(sent).toMatchObject([{ actions: ['takedown', 'suspend'], suspendDays: 7 }]);
  });

  test('p chooses it, also an unusual number of days; what the rule leads to by itself is not offered', async () => {
    const ladder = [
      { points: 6, action: 'suspend' as const, suspendDays: 14 },
      { points: 10, action: 'disable' as const, suspendDays: null },
    ];
    respondToSheet(() => punished({ points: 1, ladder }));
    await openSheet();
    await userEvent.keyboard('2');
    await expect.element(action('Tạm khóa')).not.toBeChecked();
    await userEvent.keyboard('p');
    await expect.element(sheet.getByLabelText('Số ngày')).toHaveValue('14');
    await expect.element(rule(/^Lừa đảo/)).toHaveFocus();
    await userEvent.keyboard('1');
    await expect.element(apply).not.toBeInTheDocument();
    await expect.element(action('Vô hiệu hóa')).toBeChecked();
  });

  test('nothing is offered for too few points; before a rule is chosen the record says what the present points lead to', async () => {
    respondToSheet(() => punished({ points: 3 }));
    await openSheet();
    await expect.element(sheet.getByText('Theo số điểm hiện có, thang xử lý đề xuất: tạm khóa 7 ngày')).toBeVisible();
    await userEvent.keyboard('p');
    await rule('Không vi phạm').click();
    await expect.element(apply).not.toBeInTheDocument();
    await expect.element(decideButton).toHaveAccessibleName('Không vi phạm');
  });
});

describe('DecisionSheet: keys', () => {
  test('a digit chooses a rule, h no violation; in a text box both are typed', async () => {
    respondToSheet(() => post);
    await openSheet();
    await expect.element(rule('Không vi phạm')).toHaveFocus();
    await userEvent.keyboard('1');
    await expect.element(rule(/^An toàn trẻ em/)).toHaveFocus();
    await expect.element(action('Vô hiệu hóa')).toBeChecked();
    await userEvent.keyboard('h');
    await expect.element(rule('Không vi phạm')).toBeChecked();
    await note.click();
    await userEvent.keyboard('h1 đã xem kỹ');
    await expect.element(note).toHaveValue('h1 đã xem kỹ');
    await expect.element(rule('Không vi phạm')).toBeChecked();
  });

  test('Escape keeps the draft; Enter alone decides nothing, and a held Ctrl+Enter decides once', async () => {
    const sent = respondToSheet(() => post);
    await openSheet();
    await userEvent.keyboard('h');
    await note.fill(NOTE);
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    decisionSheet.open({ subject: post.subject, name: '', isSeen: true });
    await expect.element(note).toHaveValue(NOTE);
    await expect.element(rule('Không vi phạm')).toBeChecked();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Control>}{Enter>5/}{/Control}');
    await expect.element(page.getByText('Đã kết luận: không vi phạm')).toBeVisible();
    expect(sent).toMatchObject([{ outcome: 'no_violation', note: NOTE }]);
    // The text is sent, and no draft any more.
    decisionSheet.open({ subject: post.subject, name: '' });
    await expect.element(note).toHaveValue('');
  });
});

test('DecisionSheet: a decision that does not reach the server → says so, keeps the input over leaving the screen, and a further press sends it', async () => {
  respondToSheet(() => post);
  respondTo(decideSubject, () => {
    throw new TypeError('Failed to fetch');
  });
  const left = await openSheet();
  await rule(SPAM).click();
  await note.fill(NOTE);
  await decideButton.click();
  await expect.element(sheet.getByRole('alert').getByText(/^Chưa gửi được quyết định/)).toBeVisible();
  await left.unmount();

  const sent = respondToSheet(() => post);
  await openSheet();
  await expect.element(note).toHaveValue(NOTE);
  await expect.element(rule(SPAM)).toBeChecked();
  await decideButton.click();
  await expect.element(page.getByText('Đã quyết định: gỡ nội dung, cảnh cáo')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test.each([
  ['320 px wide', 320, 640, true],
  ['wide', 1280, 800, false],
])(
  'DecisionSheet: a chosen rule, %s → named at the foot only where it may be out of sight',
  async (_, width, height, isNamed) => {
    onTestFinished(() => page.viewport(1280, 800));
    await page.viewport(width, height);
    respondToSheet(() => post);
    await openSheet();
    await rule(/^Lừa đảo/).click();
    const foot = sheet.getByText('Lừa đảo:', { exact: true });
    if (isNamed) await expect.element(foot).toBeInViewport();
    else await expect.element(foot).not.toBeVisible();
  },
);

test.each([
  ['1440 × 900', 1440, 900],
  ['390 × 844', 390, 844],
  ['320 × 640', 320, 640],
])(
  'DecisionSheet: long evidence and many acts, %s → what follows and its button stay in the window, and nothing scrolls inside',
  async (_, width, height) => {
    onTestFinished(() => page.viewport(1280, 800));
    await page.viewport(width, height);
    respondToSheet(() => post);
    const content = 'Dòng\n'.repeat(120);
    respondTo(getReport, () => ({
      success: true,
      data: reportedPost({ reportedItem: postNow({ content }), snapshot: null }),
    }));
    await openSheet();
    await rule(SPAM).click();
    await action('Tạm khóa').click();
    await expect.element(evidence.getByText(/Dòng/)).toBeInTheDocument();
    const dialog = sheet.element();
    expect(dialog.scrollHeight).toBeGreaterThan(2 * height);
    for (const place of [0, dialog.scrollHeight]) {
      dialog.scrollTo(0, place);
      const line = sheet.getByText(/Bài viết bị gỡ · thêm một cảnh cáo · .* báo cáo đóng: Đã xử lý$/);
      for (const part of [line, sheet.getByRole('button', { name: 'Hủy' }), decideButton]) {
        await expect.element(part).toBeInViewport({ ratio: 1 });
      }
    }
    expect(dialog.scrollWidth).toBe(dialog.clientWidth);
    const inside = [...dialog.querySelectorAll('section, div')];
    expect(inside.filter((part) => getComputedStyle(part).overflowY === 'auto')).toEqual([]);
  },
);

test.each([640, 400])('DecisionSheet, 320 × %i px: what Tab leads to begins above the foot', async (height) => {
  onTestFinished(() => page.viewport(1280, 800));
  await page.viewport(320, height);
  respondToSheet(() => post);
  await openSheet();
  await rule(SPAM).click();
  await expect.element(action('Gỡ nội dung')).toBeChecked();
  const foot = document.querySelector('dialog footer') ?? document.body;
  const passed: string[] = [];
  for (let press = 0; press < 60 && !foot.contains(document.activeElement); press += 1) {
    const { tagName = '', outerHTML = '' } = document.activeElement ?? {};
    const { top = 0, bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
    passed.push(tagName);
    expect.soft(top, outerHTML).toBeGreaterThanOrEqual(0);
    // Of a field of several lines, the one that is written in.
    expect.soft(Math.min(bottom, top + 40), outerHTML).toBeLessThanOrEqual(foot.getBoundingClientRect().top);
    await userEvent.tab();
  }
  expect(passed).toContain('TEXTAREA');
  expect(foot.contains(document.activeElement)).toBe(true);
});
