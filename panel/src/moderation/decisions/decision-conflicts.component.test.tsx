import { decideSubject } from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import type { DecideBody, ModerationSubject } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
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
import { respondTo } from '../../testing/responses.ts';
import { sampleEvent, sampleReported, sampleSubject } from '../../testing/samples.ts';

const SPAM = /^Spam và quảng cáo/;
const NOTE = 'Quảng cáo tour';
const AT = '2026-11-21T00:00:00.000Z';
const reported = (fields: Partial<ModerationSubject> = {}) => sampleSubject({ newestReportId: 'report', ...fields });
const conflict = sheet.getByRole('alert');

/**
 * Opens the sheet of a subject with two open reports, chooses the rule of spam without its warning, writes a note, and decides
 * once the subject has changed; the sheet says so at its top.
 */
async function decideAfter(change: Partial<ModerationSubject>): Promise<DecideBody[]> {
  let subject = reported({ reports: 2, openReports: 2 });
  const sent = respondToSheet(() => subject);
  await openSheet();
  await rule(SPAM).click();
  await action('Cảnh cáo').click();
  await note.fill(NOTE);
  subject = { ...subject, version: 2, ...change };
  await decideButton.click();
  await expect.element(conflict.getByText(/^Đối tượng vừa thay đổi/)).toBeInViewport();
  // It stands above all else, and has the focus.
  const facts = sheet.getByRole('region', { name: 'Đối tượng' }).element();
  expect(conflict.element().getBoundingClientRect().bottom).toBeLessThan(facts.getBoundingClientRect().top);
  expect(document.activeElement?.contains(conflict.element())).toBe(true);
  await expect.element(note).toHaveValue(NOTE);
  expect(sent).toEqual([]);
  return sent;
}

test('DecisionSheet: a colleague has decided meanwhile → shows what changed, keeps the input, and a second press decides', async () => {
  const sent = await decideAfter({
    state: 'closed',
    openReports: 0,
    events: [sampleEvent()],
  });
  await expect.element(conflict.getByText('Báo cáo đang mở: 2 → 0')).toBeVisible();
  await expect.element(conflict.getByText('Quyết định · Trưởng ca')).toBeVisible();
  await expect.element(action('Cảnh cáo')).not.toBeChecked();
  await decideButton.click();
  await expect.element(page.getByText('Đã quyết định: gỡ nội dung')).toBeVisible();
  expect(sent).toMatchObject([{ actions: ['takedown'], note: NOTE, version: 2 }]);
});

const WORDS = `<b>Bán tour</b> ${'giả mạo '.repeat(60)}`;

test('DecisionSheet: the content was reported again with other evidence → the new report first, with reason, reporter and words as plain text, in two lines', async () => {
  await decideAfter({
    openReports: 3,
    events: [sampleReported('new', { description: WORDS, reporter: '\u202eTrần Thế Phong' })],
  });
  const lines = conflict.getByRole('listitem');
  await expect.element(lines.first()).toHaveTextContent(`Báo cáo mới: Spam · \u202eTrần Thế Phong — “${WORDS.trim()}”`);
  await expect.element(lines.first().getByText('\u202eTrần Thế Phong')).toBeInTheDocument();
  await expect.element(lines.nth(1)).toHaveTextContent('Báo cáo đang mở: 2 → 3');
  const text = lines.first().element().querySelector('span');
  expect(text?.clientHeight).toBeLessThanOrEqual(
    2 * Number.parseFloat(getComputedStyle(text as Element).lineHeight) + 1,
  );
  await expectAccessible('a conflict with a new report');
});

test('DecisionSheet: the content was deleted meanwhile → says so, offers no takedown, and a second press decides on the rest', async () => {
  const sent = await decideAfter({ takenDownAt: AT });
  await expect.element(conflict.getByText('Nội dung đã bị gỡ')).toBeVisible();
  await expect.element(action('Gỡ nội dung')).not.toBeInTheDocument();
  await action('Cảnh cáo').click();
  await decideButton.click();
  await expect.element(page.getByText('Đã quyết định: cảnh cáo')).toBeVisible();
  expect(sent).toMatchObject([{ actions: ['warn'], note: NOTE }]);
});

test('DecisionSheet: the owner was deleted meanwhile → says so, and offers no penalty', async () => {
  await decideAfter({ owner: null });
  await expect.element(conflict.getByText('Tài khoản đã bị xóa')).toBeVisible();
  await expect.element(action('Gỡ nội dung')).toBeChecked();
  for (const penalty of ['Cảnh cáo', 'Tạm khóa', 'Vô hiệu hóa']) {
    await expect.element(action(penalty)).not.toBeInTheDocument();
  }
});

test('DecisionSheet: the rule was disabled meanwhile → asks for another one, and keeps the actions and the note', async () => {
  let rules = RULES;
  const sent = respondToSheet(reported, () => rules);
  await openSheet();
  await rule(SPAM).click();
  await action('Cảnh cáo').click();
  await note.fill(NOTE);
  rules = RULES.filter(({ key }) => key !== 'spam');
  await decideButton.click();
  await expect.element(sheet.getByText('Quy tắc bạn chọn vừa được tắt, vui lòng chọn quy tắc khác.')).toBeVisible();
  await expect.element(rule(SPAM)).not.toBeInTheDocument();
  await expect.element(note).toHaveValue(NOTE);
  await decideButton.click();
  await expect.element(sheet.getByText('Vui lòng chọn quy tắc bị vi phạm')).toBeVisible();
  await rule(/^Vi phạm khác/).click();
  await expect.element(action('Gỡ nội dung')).toBeChecked();
  await expect.element(action('Cảnh cáo')).not.toBeChecked();
  await decideButton.click();
  await expect.element(page.getByText('Đã quyết định: gỡ nội dung')).toBeVisible();
  expect(sent).toMatchObject([{ policy: 'other', actions: ['takedown'], note: NOTE }]);
});

test('DecisionSheet: the subject of a colleague → the first press says so, the second decides', async () => {
  const sent = respondToSheet(() =>
    reported({
      assignee: { _id: 'giang', username: 'Giang', avatar: null, at: AT },
    }),
  );
  await openSheet();
  await rule('Không vi phạm').click();
  await decideButton.click();
  await expect.element(conflict.getByText('Giang đang phụ trách đối tượng này.')).toBeVisible();
  await expect.element(conflict.getByText('Nhấn lần nữa để vẫn quyết định.')).toBeVisible();
  expect(sent).toEqual([]);
  await decideButton.click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(sent).toHaveLength(1);
});

/**
 * Loses the response to the first decision; the next is a repeat.
 * @returns the keys of all
 */
function loseFirstResponse(): unknown[] {
  respondToSheet(reported);
  const keys: unknown[] = [];
  respondTo(decideSubject, ({ body }) => {
    keys.push(body.clientKey);
    if (keys.length === 1) throw new TypeError('Failed to fetch');
    return { success: true, data: { decisionId: 'first', undoUntil: AT, isRepeated: true, subject: reported() } };
  });
  return keys;
}

test('DecisionSheet: the response is lost → a second press has the same key, and says that it is decided', async () => {
  const keys = loseFirstResponse();
  await openSheet();
  await rule(SPAM).click();
  await decideButton.click();
  await expect.element(sheet.getByText(/^Chưa gửi được quyết định/)).toBeVisible();
  await decideButton.click();
  await expect.element(page.getByText('Bạn đã quyết định')).toBeVisible();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(new Set(keys).size).toBe(1);
});

test('QuickDecision: the response is lost → a toast has a retry with the same key, which says that it is decided', async () => {
  const keys = loseFirstResponse();
  await openSheet({ harmless: 1 });
  const failed = page.getByRole('listitem').filter({ hasText: 'Chưa gửi được quyết định' });
  await failed.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(page.getByText('Bạn đã quyết định')).toBeVisible();
  expect(new Set(keys).size).toBe(1);
});
