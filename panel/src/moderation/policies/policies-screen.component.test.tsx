import { listLetterTemplates, setLetterTemplate } from '@hai-dang/contract/moderation/letters.endpoints.ts';
import type { LetterTemplate } from '@hai-dang/contract/moderation/letters.schema.ts';
import { createPolicy, listPolicies, updatePolicy } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { samplePolicy } from '../../testing/samples.ts';
import { testStates } from '../../testing/screen-states.tsx';
import { PoliciesScreen } from './policies-screen.tsx';

const LONG = 'khôngcóchỗxuốngdòng'.repeat(3);
const TITLE = 'Bán hàng cấm';
const TEXT = 'Không rao bán hàng cấm. Ví dụ: pháo nổ.';

const listed = (...data: Policy[]) => ({ success: true as const, data });
const screen = () => <PoliciesScreen />;

testStates('PoliciesScreen', {
  render: screen,
  endpoint: listPolicies,
  filled: listed(
    samplePolicy({ title: TITLE }),
    samplePolicy({
      key: 'long',
      title: LONG,
      text: `${LONG.repeat(9)}\n${TEXT}`,
      defaultActions: ['takedown', 'warn', 'suspend', 'disable'],
      suspendDays: 365,
      appliedCount: 1_000_000,
      severity: 4,
      points: 20,
    }),
  ),
  shows: TITLE,
  empty: { response: listed(), says: 'Không có quy tắc nào đang dùng' },
  loading: 'Đang tải quy tắc...',
  failed: 'Không thể tải quy tắc',
});

test('PoliciesScreen: no rule that is switched off says so', async () => {
  respondTo(listPolicies, () => listed(samplePolicy()));
  const page = await renderPanel(screen(), '/?state=off');
  await expect.element(page.getByText('Không có quy tắc nào đã tắt')).toBeVisible();
  await expectAccessible('no rule that is switched off');
});

test('PoliciesScreen: each invalid field and a title in use have an error, and nothing typed is lost', async () => {
  const stored: Policy[] = [];
  respondTo(listPolicies, () => listed(...stored));
  let isTaken = true;
  respondTo(createPolicy, ({ body }) => {
    if (isTaken) throw new ErrorResponse('POLICY_EXISTS');
    stored.push(samplePolicy({ title: body.title, text: body.text, points: body.points }));
    return { success: true, data: samplePolicy({ title: body.title, text: body.text, points: body.points }) };
  });
  const page = await renderPanel(screen());
  await page.getByRole('button', { name: 'Thêm quy tắc' }).click();
  const dialog = page.getByRole('dialog', { name: 'Thêm quy tắc' });
  const field = (name: string) => dialog.getByRole('textbox', { name });
  const save = dialog.getByRole('button', { name: 'Lưu' });
  await expect.element(field('Tên quy tắc')).toHaveFocus();
  await field('Điểm vi phạm').fill('nhiều');
  await save.click();
  await expect.element(field('Tên quy tắc')).toHaveAccessibleDescription(/Tên quy tắc cần ít nhất 3 ký tự/);
  await expect.element(field('Nội dung cho người dùng')).toHaveAccessibleDescription(/Nội dung cần ít nhất 10 ký tự/);
  await expect.element(field('Điểm vi phạm')).toHaveAccessibleDescription(/Điểm là một số nguyên từ 0 đến 20/);
  await expect.element(field('Tên quy tắc')).toHaveFocus();
  await expectAccessible('an incomplete rule');
  await field('Tên quy tắc').fill(TITLE);
  await field('Nội dung cho người dùng').fill(TEXT);
  await field('Điểm vi phạm').fill('4');
  await save.click();
  await expect.element(field('Tên quy tắc')).toHaveAccessibleDescription(/Đã có quy tắc khác mang tên này/);
  await expect.element(field('Nội dung cho người dùng')).toHaveValue(TEXT);
  isTaken = false;
  await save.click();
  await expect.element(page.getByText(`Đã thêm quy tắc “${TITLE}”`)).toBeVisible();
  await expect.element(page.getByRole('row').getByText('4 điểm · 90 ngày')).toBeVisible();
});

/** Opens the form of a rule, of which the server has a later version from the first change on. */
async function openForm() {
  const ours = samplePolicy({ title: TITLE });
  let stored = ours;
  const theirs = samplePolicy({ title: TITLE, text: 'Của người thứ nhất.', points: 7, version: 2 });
  respondTo(listPolicies, () => listed(stored));
  respondTo(updatePolicy, ({ body }) => {
    if (body.version === 1) {
      stored = theirs;
      throw new ErrorResponse('CHANGED', { details: { current: theirs } });
    }
    stored = samplePolicy({ ...theirs, ...(body.text !== undefined && { text: body.text }), version: 3 });
    return { success: true, data: stored };
  });
  const page = await renderPanel(screen());
  await page.getByRole('button', { name: `Sửa quy tắc ${TITLE}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Sửa quy tắc' });
  return { page, dialog, text: dialog.getByLabelText('Nội dung cho người dùng'), alert: dialog.getByRole('alert') };
}

test('PoliciesScreen: a rule that changed meanwhile is shown, and the own version is kept by a button', async () => {
  const { page, dialog, text, alert } = await openForm();
  await text.fill('Của người thứ hai, dài hơn.');
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect.element(alert.getByText('Của người thứ nhất.')).toBeVisible();
  await expect.element(text).toHaveValue('Của người thứ hai, dài hơn.');
  await expect.element(dialog.getByRole('button', { name: 'Lưu' })).toBeDisabled();
  await expectAccessible('a rule changed by two');
  await alert.getByRole('button', { name: 'Giữ bản của tôi' }).click();
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect.element(page.getByRole('row').getByText('Của người thứ hai, dài hơn.')).toBeVisible();
});

test('PoliciesScreen: a rule that changed meanwhile is taken over by a button', async () => {
  const { dialog, text, alert } = await openForm();
  await text.fill('Của người thứ hai, dài hơn.');
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect.element(alert.getByText(/7 điểm · 90 ngày/)).toBeVisible();
  await alert.getByRole('button', { name: 'Lấy bản mới' }).click();
  await expect.element(text).toHaveValue('Của người thứ nhất.');
  await expect.element(dialog.getByLabelText('Điểm vi phạm')).toHaveValue('7');
});

test('PoliciesScreen: a save without a network keeps the text, which is discarded only after a question', async () => {
  const stored = samplePolicy({ title: TITLE });
  respondTo(listPolicies, () => listed(stored));
  let isFailing = true;
  respondTo(updatePolicy, ({ body }) => {
    if (isFailing) throw new TypeError('Failed to fetch');
    Object.assign(stored, { text: body.text, version: 2 });
    return { success: true, data: stored };
  });
  const page = await renderPanel(screen());
  await page.getByRole('button', { name: `Sửa quy tắc ${TITLE}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Sửa quy tắc' });
  const text = dialog.getByLabelText('Nội dung cho người dùng');
  await text.fill('Viết dở lúc mất mạng.');
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect.element(dialog.getByRole('alert').getByText(/^Không thể lưu quy tắc/)).toBeVisible();
  await expect.element(text).toHaveValue('Viết dở lúc mất mạng.');
  await dialog.getByRole('button', { name: 'Hủy' }).click();
  await page.getByRole('alertdialog', { name: 'Bỏ thay đổi' }).getByRole('button', { name: 'Tiếp tục sửa' }).click();
  isFailing = false;
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect.element(page.getByRole('row').getByText('Viết dở lúc mất mạng.')).toBeVisible();
});

test('PoliciesScreen: the question before a rule is switched off is accessible', async () => {
  respondTo(listPolicies, () => listed(samplePolicy({ title: LONG })));
  const page = await renderPanel(screen());
  await page.getByRole('button', { name: `Tắt quy tắc ${LONG}` }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'Tắt quy tắc' }).getByText(LONG)).toBeVisible();
  await expectAccessible('the question before a rule is switched off');
});

const LETTER: LetterTemplate = {
  policy: null,
  kind: 'takedown',
  text: 'Chào {tên},',
  version: 1,
  updatedAt: samplePolicy().updatedAt,
};

test('PoliciesScreen: letters that fail to load say so until a retry; an unknown variable has an error', async () => {
  respondTo(listPolicies, () => listed(samplePolicy()));
  let isFailing = true;
  respondTo(listLetterTemplates, () => {
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    return { success: true, data: [LETTER] };
  });
  respondTo(setLetterTemplate, () => {
    throw new TypeError('Failed to fetch');
  });
  const page = await renderPanel(screen());
  await page.getByRole('button', { name: 'Thư mẫu' }).click();
  const dialog = page.getByRole('dialog', { name: 'Thư mẫu' });
  await expect.element(dialog.getByRole('alert').getByText('Không thể tải thư mẫu')).toBeVisible();
  isFailing = false;
  await dialog.getByRole('button', { name: 'Thử lại' }).click();
  const text = dialog.getByRole('textbox', { name: 'Nội dung thư' });
  await expect.element(text).toHaveValue('Chào {tên},');
  await expect.element(dialog.getByText('Chào Nguyễn Minh Anh,')).toBeVisible();
  await expectAccessible('letters');
  await text.fill('Chào {ten}');
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect.element(text).toHaveAccessibleDescription(/Thư này không có biến \{ten\}/);
  await text.fill('{tên} ơi');
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect.element(dialog.getByRole('alert').getByText(/^Không thể lưu thư mẫu/)).toBeVisible();
  await expect.element(text).toHaveValue('{tên} ơi');
});
