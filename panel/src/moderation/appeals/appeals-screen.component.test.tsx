import { decideAppeal, getAppeal, listAppeals } from '@hai-dang/contract/moderation/appeals.endpoints.ts';
import type { AppealDetail } from '@hai-dang/contract/moderation/appeals.schema.ts';
import { assignSubject } from '@hai-dang/contract/moderation/assignments.endpoints.ts';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { lastPage, sampleAppeal, sampleSubject } from '../../testing/samples.ts';
import { testStates } from '../../testing/screen-states.tsx';
import { AppealsScreen } from './appeals-screen.tsx';

const LONG = 'khôngcóchỗxuốngdòng'.repeat(4);
const NOTE = 'Đã xem hai lần';
const SHOWN = 'Võ Thị Lan';
const appeal = sampleAppeal({ title: LONG, text: LONG.repeat(9) });

const EVIDENCE: AppealDetail['evidence'] = {
  takenAt: appeal.createdAt,
  content: {
    itemType: 'Post',
    post: {
      _id: 'post',
      title: LONG,
      content: LONG,
      images: [],
      createdAt: appeal.createdAt,
      likesCount: 0,
      commentsCount: 0,
      author: { _id: 'lan', username: SHOWN },
    },
  },
};

const screen = () => <AppealsScreen />;

testStates('AppealsScreen', {
  render: screen,
  endpoint: listAppeals,
  filled: lastPage([appeal]),
  shows: SHOWN,
  empty: { response: lastPage([]), says: 'Không có khiếu nại nào đang chờ' },
  loading: 'Đang tải khiếu nại...',
  failed: 'Không thể tải khiếu nại',
});

testStates('AppealsScreen, decided', {
  render: screen,
  path: '/?state=decided',
  endpoint: listAppeals,
  filled: lastPage([sampleAppeal({ outcome: 'overturned', decidedAt: appeal.createdAt })]),
  shows: SHOWN,
  empty: { response: lastPage([]), says: 'Chưa có khiếu nại nào được xử lý' },
  loading: 'Đang tải khiếu nại...',
  failed: 'Không thể tải khiếu nại',
});

/** Opens the sheet of an appeal whose subject is given by a function. */
async function openSheet(subject: () => AppealDetail['subject'], fields: Partial<AppealDetail> = {}) {
  respondTo(listAppeals, () => lastPage([appeal]));
  respondTo(assignSubject, () => ({ success: true, data: sampleSubject() }));
  respondTo(getAppeal, () => ({
    success: true,
    data: { appeal, subject: subject(), evidence: EVIDENCE, letter: LONG, others: 0, ...fields },
  }));
  const page = await renderPanel(screen(), '/?id=appeal');
  return { page, sheet: page.getByRole('dialog') };
}

test('AppealsScreen: the sheet of an appeal, without a conclusion and with one, is accessible', async () => {
  const { sheet } = await openSheet(sampleSubject);
  await expect.element(sheet.getByRole('button', { name: 'Gửi kết luận' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Gửi kết luận' }).click();
  await expect
    .element(sheet.getByRole('alert').getByText('Vui lòng chọn giữ nguyên hoặc hủy quyết định'))
    .toBeVisible();
  await expectAccessible('an incomplete conclusion');
  await sheet.getByRole('radio', { name: 'Hủy quyết định' }).click();
  await expect.element(sheet.getByText(/^Bài viết được khôi phục/)).toBeVisible();
  await expectAccessible('what overturning does');
});

test('AppealsScreen: the sheet of a decided appeal says how it was decided', async () => {
  const { sheet } = await openSheet(sampleSubject, {
    appeal: { ...appeal, outcome: 'overturned', decidedAt: appeal.createdAt },
  });
  await expect.element(sheet.getByText('Đã hủy quyết định').first()).toBeVisible();
  await expectAccessible('a decided appeal');
});

test('AppealsScreen: the sheet of an unknown appeal says so, without a retry', async () => {
  respondTo(listAppeals, () => lastPage([]));
  respondTo(getAppeal, () => {
    throw new ErrorResponse('APPEAL_NOT_FOUND');
  });
  const page = await renderPanel(screen(), '/?id=khong-co');
  const sheet = page.getByRole('dialog');
  await expect.element(sheet.getByText('Không tìm thấy khiếu nại này')).toBeVisible();
  expect(sheet.getByRole('button', { name: 'Thử lại' }).query()).toBeNull();
  await expectAccessible('an unknown appeal');
});

test('AppealsScreen: an appeal that fails to load says so, and a retry loads it', async () => {
  let isFailing = true;
  const { sheet } = await openSheet(() => {
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    return sampleSubject();
  });
  await expect.element(sheet.getByRole('alert').getByText('Không thể tải khiếu nại')).toBeVisible();
  isFailing = false;
  await sheet.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(sheet.getByRole('button', { name: 'Gửi kết luận' })).toBeVisible();
});

test('AppealsScreen: a conclusion that fails says so, and keeps the choice and the note', async () => {
  const { page, sheet } = await openSheet(sampleSubject);
  respondTo(decideAppeal, () => {
    throw new TypeError('Failed to fetch');
  });
  await sheet.getByRole('radio', { name: 'Giữ nguyên' }).click();
  await sheet.getByLabelText('Ghi chú nội bộ').fill(NOTE);
  await sheet.getByRole('button', { name: 'Gửi kết luận' }).click();
  const said = 'Chưa gửi được kết luận. Những gì bạn chọn và viết vẫn còn, hãy thử lại.';
  await expect.element(sheet.getByRole('alert').getByText(said)).toBeVisible();
  await expect.element(sheet.getByRole('radio', { name: 'Giữ nguyên' })).toBeChecked();
  await expect.element(sheet.getByLabelText('Ghi chú nội bộ')).toHaveValue(NOTE);
  await sheet.getByRole('button', { name: 'Hủy', exact: true }).click();
  await page.getByRole('row').getByRole('link', { name: /^Xem/ }).click();
  await expect.element(sheet.getByLabelText('Ghi chú nội bộ')).toHaveValue(NOTE);
});

test('AppealsScreen: a subject that changed meanwhile is shown, and a second press sends the conclusion', async () => {
  let version = 1;
  const { page, sheet } = await openSheet(() => sampleSubject({ version }));
  respondTo(decideAppeal, ({ body }) => {
    if (body.version === 1) {
      version = 2;
      throw new ErrorResponse('SUBJECT_CHANGED', {
        details: { subject: sampleSubject({ version, openReports: 3, reports: 3 }) },
      });
    }
    const decided = { ...appeal, outcome: 'upheld' as const };
    return { success: true, data: { appeal: decided, subject: sampleSubject(), evidence: EVIDENCE, letter: '' } };
  });
  await sheet.getByRole('radio', { name: 'Giữ nguyên' }).click();
  await sheet.getByLabelText('Ghi chú nội bộ').fill(NOTE);
  await sheet.getByRole('button', { name: 'Gửi kết luận' }).click();
  await expect.element(sheet.getByText(/^Đối tượng vừa thay đổi trong lúc bạn xem/)).toBeVisible();
  await expect.element(sheet.getByRole('radio', { name: 'Giữ nguyên' })).toBeChecked();
  await expect.element(sheet.getByLabelText('Ghi chú nội bộ')).toHaveValue(NOTE);
  await sheet.getByRole('button', { name: 'Gửi kết luận' }).click();
  await expect.element(page.getByText('Đã giữ nguyên quyết định').first()).toBeVisible();
});
