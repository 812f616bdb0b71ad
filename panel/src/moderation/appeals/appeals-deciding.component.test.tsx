import { updatePreferences } from '@hai-dang/contract/account/preferences.endpoints.ts';
import { DEFAULT_PREFERENCES } from '@hai-dang/contract/account/preferences.schema.ts';
import { decideAppeal, getAppeal, listAppeals } from '@hai-dang/contract/moderation/appeals.endpoints.ts';
import type { Appeal, AppealDetail, DecideAppealBody } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { assignSubject } from '@hai-dang/contract/moderation/assignments.endpoints.ts';
import type { Assignee } from '@hai-dang/contract/moderation/assignments.schema.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderIdle } from '../../testing/render-idle.tsx';
import { reportedPost } from '../../testing/reported-post.ts';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { lastPage, sampleAppeal, sampleSubject } from '../../testing/samples.ts';
import { AppealsScreen } from './appeals-screen.tsx';

const OWN: Assignee = { _id: 'admin', username: 'Quản trị', avatar: null, at: '2026-11-21T00:00:00.000Z' };
const THEIRS: Assignee = { ...OWN, _id: 'giang', username: 'Giang' };
const EVIDENCE: AppealDetail['evidence'] = {
  takenAt: OWN.at,
  content: reportedPost().snapshot ?? { itemType: 'User', user: { _id: 'lan', createdAt: OWN.at } },
};
const answer = (kind: string, words: string) => ({
  kind,
  text: `Chào Lan, ${words}.`,
  draft: `Chào {tên}, ${words}.`,
  values: { tên: 'Lan' },
});
const ANSWERS: AppealDetail['answers'] = {
  uphold: answer('appeal_upheld', 'quyết định được giữ nguyên'),
  overturn: answer('appeal_overturned', 'quyết định đã được hủy'),
};
const NONE_LEFT = 'Hết khiếu nại chờ bạn xử lý';

const sheet = page.getByRole('dialog', { name: 'Khiếu nại' });
const rows = page.getByRole('grid', { name: 'Danh sách khiếu nại' }).getByRole('link', { name: /^Xem/ });
const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const choice = (name: string) => sheet.getByRole('radio', { name });
const send = sheet.getByRole('button', { name: 'Gửi kết luận' });
const openedId = () => new URLSearchParams(location.search).get('id');

async function uphold(): Promise<void> {
  await choice('Giữ nguyên').click();
  await send.click();
}

/** Appeals that were left to others are remembered: ids are used once. */
let used = 0;

/**
 * Opens the appeals of Lan, Minh …, the first due first, each against a decision of its own, and responds as the server would.
 * @param fields of each of them
 * @returns the conclusions
 */
async function openAppeals(fields: readonly Partial<Appeal>[], detail: Partial<AppealDetail> = {}) {
  const names = ['Lan', 'Minh', 'Hoa', 'Tú'];
  used += 1;
  let appeals = fields.map((each, index) =>
    sampleAppeal({
      _id: `appeal-${used}-${index}`,
      author: { _id: `author-${index}`, username: names[index] ?? '' },
      subject: { itemType: 'Post', itemId: `post-${index}` },
      dueAt: `2026-11-2${index}T00:00:00.000Z`,
      reportId: null,
      ...each,
    }),
  );
  const sent: DecideAppealBody[] = [];
  function find(id: string): Appeal {
    const found = appeals.find(({ _id }) => _id === id);
    if (!found) throw new ErrorResponse('APPEAL_NOT_FOUND');
    return found;
  }
  const detailOf = (appeal: Appeal): AppealDetail => ({
    appeal,
    subject: sampleSubject({ subject: appeal.subject, assignee: appeal.assignee ?? null }),
    evidence: EVIDENCE,
    letter: '',
    others: 0,
    answers: ANSWERS,
    ...detail,
  });
  respondTo(listAppeals, ({ body: { assignee } }) => {
    const isWanted = ({ assignee: by }: Appeal) =>
      !assignee || (by?._id ?? 'none') === assignee.replace(/^me$/, OWN._id);
    const isListed = (appeal: Appeal) => appeal.outcome === null && isWanted(appeal);
    return lastPage(appeals.filter(isListed));
  });
  respondTo(getAppeal, ({ params }) => ({ success: true, data: detailOf(find(params.id)) }));
  respondTo(assignSubject, ({ params, body }) => {
    const assignee = body.assigneeId === 'me' ? OWN : null;
    appeals = appeals.map((each) => (each.subject.itemId === params.itemId ? { ...each, assignee } : each));
    return { success: true, data: sampleSubject({ subject: params, assignee }) };
  });
  respondTo(decideAppeal, ({ params, body }) => {
    sent.push(body);
    const outcome = body.outcome === 'uphold' ? 'upheld' : 'overturned';
    const decided: Appeal = { ...find(params.id), outcome, decidedAt: OWN.at };
    appeals = appeals.map((each) => (each._id === params.id ? decided : each));
    return { success: true, data: detailOf(decided) };
  });
  await renderIdle(<AppealsScreen />);
  await expect.element(rows).toHaveLength(fields.length);
  return { sent, ids: appeals.map(({ _id }) => _id) };
}
const openSheetOf = (name: string) => row(name).getByRole('link', { name: /^Xem/ }).click();

test('AppealsScreen: an appeal nobody handles → claimed by opening it; the list is filtered by who handles what', async () => {
  await openAppeals([{ assignee: THEIRS }, {}]);
  await expect.element(row('Lan').getByText('Giang')).toBeVisible();
  const filter = page.getByLabelText('Người phụ trách', { exact: true });
  await filter.selectOptions('Chưa ai nhận');
  await expect.element(rows).toHaveLength(1);
  await openSheetOf('Minh');
  await expect.element(sheet.getByRole('button', { name: 'Trả lại' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await filter.selectOptions('Của tôi');
  await expect.element(row('Minh')).toBeVisible();
  await expect.element(rows).toHaveLength(1);
  expect(location.search).toBe('?assignee=me');
});

test('AppealsScreen: the appeal of a colleague → decided only by a second press', async () => {
  const { sent } = await openAppeals([{ assignee: THEIRS }]);
  await openSheetOf('Lan');
  await expect.element(sheet.getByRole('button', { name: 'Nhận thay' })).toBeVisible();
  await uphold();
  await expect.element(sheet.getByRole('alert').getByText('Giang đang phụ trách đối tượng này.')).toBeVisible();
  expect(sent).toEqual([]);
  await send.click();
  await expect.element(page.getByText('Đã giữ nguyên quyết định').first()).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('AppealsScreen: a conclusion → the next appeal that no colleague handles opens, if that is on; the end is said', async () => {
  respondTo(updatePreferences, ({ body }) => ({
    success: true,
    preferences: { ...DEFAULT_PREFERENCES, ...body } as typeof DEFAULT_PREFERENCES,
    isEmailAvailable: false,
  }));
  const { ids } = await openAppeals([{}, { assignee: THEIRS }, {}, {}]);
  await openSheetOf('Lan');
  await uphold();
  await expect.poll(openedId).toBe(ids[2]);
  const opensNext = sheet.getByRole('checkbox', { name: 'Mở khiếu nại tiếp theo khi xử lý xong' });
  await opensNext.click();
  await uphold();
  await expect.element(sheet).not.toBeInTheDocument();
  await openSheetOf('Tú');
  await opensNext.click();
  await uphold();
  await expect.element(page.getByText(NONE_LEFT)).toBeVisible();
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(rows).toHaveLength(1);
});

test('AppealsScreen: an appeal to one’s own decision → marked, left to others by one press, and not the next one', async () => {
  const own = sampleAppeal().decision;
  const { ids, sent } = await openAppeals([{ decision: { ...own, by: { _id: 'admin', username: 'Quản trị' } } }, {}]);
  await openSheetOf('Lan');
  await expect.element(sheet.getByRole('button', { name: 'Trả lại' })).toBeVisible();
  await expect.element(sheet.getByText(/^Chính bạn đã đưa ra quyết định này/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Chuyển cho người khác' }).click();
  await expect.element(page.getByText('Đã để lại cho quản trị viên khác')).toBeVisible();
  await expect.poll(openedId).toBe(ids[1]);
  await expect.element(sheet.getByText(/^Chính bạn đã đưa ra quyết định này/)).not.toBeInTheDocument();
  await uphold();
  await expect.element(page.getByText(NONE_LEFT)).toBeVisible();
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(row('Lan')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('AppealsScreen: other appeals to the same decision → upheld too on request; overturning says that it ends them', async () => {
  const { sent } = await openAppeals([{}], { others: 1 });
  await openSheetOf('Lan');
  const all = sheet.getByRole('checkbox', { name: /^Trả lời cả 1 khiếu nại khác về quyết định này/ });
  await choice('Hủy quyết định').click();
  await expect.element(sheet.getByText(/^1 khiếu nại khác về quyết định này cũng được chấp nhận/)).toBeVisible();
  await expect.element(all).not.toBeInTheDocument();
  await choice('Giữ nguyên').click();
  await all.click();
  await send.click();
  await expect.element(page.getByText(NONE_LEFT)).toBeVisible();
  expect(sent).toMatchObject([{ outcome: 'uphold', answersAll: true }]);
});

test('AppealsScreen: keys alone → an appeal is opened from its row, closed, opened again and decided', async () => {
  const { sent } = await openAppeals([{}]);
  page.getByRole('tab', { name: 'Đang chờ' }).element().focus();
  await userEvent.tab();
  await expect.element(page.getByLabelText('Người phụ trách', { exact: true })).toHaveFocus();
  await userEvent.tab();
  await expect.element(row('Lan')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(choice('Giữ nguyên')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(row('Lan')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(choice('Giữ nguyên')).toHaveFocus();
  await userEvent.keyboard(' {ArrowDown}');
  await expect.element(choice('Hủy quyết định')).toBeChecked();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Đã hủy quyết định').first()).toBeVisible();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(sent).toMatchObject([{ outcome: 'overturn' }]);
});

describe('AppealsScreen: the letter to who objects', () => {
  const letter = sheet.getByRole('region', { name: 'Thư trả lời' });
  const button = (name: string) => letter.getByRole('button', { name });

  test('is shown for the chosen conclusion as it will be read, and sent from the template', async () => {
    const { sent } = await openAppeals([{}]);
    await openSheetOf('Lan');
    await expect.element(choice('Giữ nguyên')).toBeVisible();
    await expect.element(letter).not.toBeInTheDocument();
    await choice('Giữ nguyên').click();
    await expect.element(letter.getByText('Chào Lan, quyết định được giữ nguyên.')).toBeVisible();
    await choice('Hủy quyết định').click();
    await expect.element(letter.getByText('Chào Lan, quyết định đã được hủy.')).toBeVisible();
    await send.click();
    await expect.poll(() => sent).toMatchObject([{ outcome: 'overturn' }]);
    expect(sent[0]?.letter).toBeUndefined();
  });

  test('is edited, shown with the name of its reader, kept while the sheet is closed, and sent', async () => {
    const { sent } = await openAppeals([{}]);
    await openSheetOf('Lan');
    await choice('Giữ nguyên').click();
    await button('Sửa: Thư trả lời').click();
    const text = letter.getByRole('textbox', { name: 'Thư trả lời' });
    await expect.element(text).toHaveValue('Chào {tên}, quyết định được giữ nguyên.');
    await text.fill('Chào {tên}, tôi đã đọc kỹ.');
    await expect.element(letter.getByText('Chào Lan, tôi đã đọc kỹ.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await openSheetOf('Lan');
    await choice('Giữ nguyên').click();
    await expect.element(text).toHaveValue('Chào {tên}, tôi đã đọc kỹ.');
    await send.click();
    await expect.poll(() => sent).toMatchObject([{ outcome: 'uphold', letter: 'Chào {tên}, tôi đã đọc kỹ.' }]);
  });

  test('is not sent on request', async () => {
    const { sent } = await openAppeals([{}]);
    await openSheetOf('Lan');
    await choice('Giữ nguyên').click();
    await button('Không gửi: Thư trả lời').click();
    await expect.element(letter.getByText(/^Không gửi thư/)).toBeVisible();
    await send.click();
    await expect.poll(() => sent).toMatchObject([{ outcome: 'uphold', letter: null }]);
  });
});

describe('AppealsScreen: the foot of the sheet', () => {
  test.each([
    [1440, 900],
    [390, 844],
    [320, 640],
  ])(
    '%i × %i: the consequences and the buttons are in sight, wherever the sheet is scrolled',
    async (width, height) => {
      onTestFinished(() => page.viewport(1280, 800));
      await page.viewport(width, height);
      await openAppeals([{}], { others: 3 });
      await openSheetOf('Lan');
      await choice('Hủy quyết định').click();
      const dialog = sheet.element();
      for (const place of [0, dialog.scrollHeight]) {
        dialog.scrollTo(0, place);
        const line = sheet.getByText(/^3 khiếu nại khác về quyết định này/);
        for (const part of [line, sheet.getByRole('button', { name: 'Hủy', exact: true }), send]) {
          await expect.element(part).toBeInViewport({ ratio: 1 });
        }
      }
    },
  );
});

test('AppealsScreen: the question about a colleague → at the top, with the focus', async () => {
  const { sent } = await openAppeals([{ assignee: THEIRS }]);
  await openSheetOf('Lan');
  await uphold();
  const said = sheet.getByRole('alert').filter({ hasText: 'Giang đang phụ trách đối tượng này.' });
  await expect.element(said).toBeVisible();
  await expect.poll(() => document.activeElement?.contains(said.element())).toBe(true);
  expect(said.element().compareDocumentPosition(choice('Giữ nguyên').element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(sent).toEqual([]);
});
