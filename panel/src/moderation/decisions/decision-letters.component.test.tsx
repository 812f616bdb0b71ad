import { previewDecision } from '@hai-dang/contract/moderation/decisions.endpoints.ts';
import type { DecisionPreview } from '@hai-dang/contract/moderation/decisions.schema.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { action, decideButton, openSheet, respondToSheet, rule, sheet } from '../../testing/decision-sheet.tsx';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { sampleSubject } from '../../testing/samples.ts';

const SPAM = /^Spam và quảng cáo/;
const TEMPLATE = 'Chào {tên}, bài viết của bạn đã bị gỡ.';
const EDITED = '{tên} ơi, đã gỡ bài số 1';
const owner = sheet.getByRole('region', { name: 'Thư gửi người vi phạm' });
const reporters = sheet.getByRole('region', { name: 'Thư gửi người báo cáo' });
const box = sheet.getByRole('textbox', { name: 'Thư gửi người vi phạm' });

const reported = () => sampleSubject({ newestReportId: 'report' });
const letter = (draft: string) => ({
  kind: 'takedown',
  draft,
  text: draft.replace('{tên}', 'Lan'),
  values: { tên: 'Lan' },
});
/** A warning makes another letter. */
const previewOf = (actions: readonly string[]): { success: true; data: DecisionPreview } => ({
  success: true,
  data: {
    letters: {
      owner: letter(actions.includes('warn') ? `${TEMPLATE} Đây là cảnh cáo.` : TEMPLATE),
      reporters: letter('Cảm ơn {tên} đã báo cáo.'),
    },
    consequences: [],
    recommended: null,
  },
});

test('DecisionSheet: letters → shown as they would be sent, and one that is edited or skipped is kept and sent so', async () => {
  const sent = respondToSheet(reported);
  respondTo(previewDecision, ({ body }) => previewOf(body.actions));
  const left = await openSheet();
  await rule(SPAM).click();
  await expect.element(owner.getByText('Chào Lan, bài viết của bạn đã bị gỡ. Đây là cảnh cáo.')).toBeVisible();
  await expect.element(reporters.getByText('Cảm ơn Lan đã báo cáo.')).toBeVisible();

  await owner.getByRole('button', { name: /^Sửa/ }).click();
  await expect.element(box).toHaveValue(`${TEMPLATE} Đây là cảnh cáo.`);
  await box.fill(EDITED.slice(0, -1));
  // A digit chooses no rule here.
  await userEvent.keyboard(EDITED.slice(-1));
  await expect.element(owner.getByText('Lan ơi, đã gỡ bài số 1')).toBeVisible();
  await expect.element(rule(SPAM)).toBeChecked();
  await reporters.getByRole('button', { name: /^Không gửi/ }).click();
  await expect.element(reporters.getByText('Không gửi thư.')).toBeVisible();
  await expectAccessible('an edited and a skipped letter');

  await action('Cảnh cáo').click();
  await expect.element(owner.getByText(/^Thư mẫu đã khác đi/)).toBeVisible();
  await expect.element(box).toHaveValue(EDITED);
  await left.unmount();
  await openSheet();
  await expect.element(box).toHaveValue(EDITED);
  await decideButton.click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(sent).toMatchObject([{ letters: { owner: EDITED, reporters: null } }]);
});

test('DecisionSheet: a preview that fails → a retry; an empty letter → named, until the template is used again', async () => {
  const sent = respondToSheet(reported);
  let isFailing = true;
  respondTo(previewDecision, ({ body }) => {
    if (isFailing) throw new ErrorResponse('INTERNAL_ERROR');
    return previewOf(body.actions);
  });
  await openSheet();
  await rule(SPAM).click();
  await expect.element(sheet.getByRole('alert').getByText(/^Chưa xem trước được thư/)).toBeVisible();
  isFailing = false;
  await sheet.getByRole('button', { name: 'Thử lại' }).click();
  await owner.getByRole('button', { name: /^Sửa/ }).click();
  await box.fill(' ');
  await decideButton.click();
  await expect.element(box).toHaveAccessibleDescription(/Vui lòng nhập nội dung thư/);
  expect(sent).toEqual([]);
  await owner.getByRole('button', { name: /^Dùng thư mẫu/ }).click();
  await decideButton.click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(sent).toHaveLength(1);
});
