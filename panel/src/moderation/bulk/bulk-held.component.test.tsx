import { previewBulk, startBulk } from '@hai-dang/contract/moderation/bulk-start.endpoints.ts';
import type { BulkPreview, StartBulkBody } from '@hai-dang/contract/moderation/bulk-start.schema.ts';
import { listPolicies } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPanel } from '../../testing/render-panel.tsx';
import { respondTo } from '../../testing/responses.ts';
import { SAMPLE_BULK } from '../../testing/samples.ts';
import { bulkDialog } from './bulk.overlays.ts';

const dialog = page.getByRole('dialog');
const QUESTION = '2 đối tượng đang do đồng nghiệp xử lý: Bình, Giang';
const question = dialog.getByLabelText(QUESTION);

/** Opens the dialog that closes the reports of so many posts, of which colleagues handle some. */
async function open(held: BulkPreview['held'], total = 3) {
  const sent: StartBulkBody[] = [];
  const started: boolean[] = [];
  respondTo(previewBulk, () => ({ success: true, data: { total, reports: 9, names: [], protected: 0, held } }));
  respondTo(startBulk, ({ body }) => {
    sent.push(body);
    return { success: true, data: SAMPLE_BULK };
  });
  respondTo(listPolicies, () => ({ success: true, data: [] }));
  await renderPanel(null);
  bulkDialog.open({
    action: 'close_reports',
    target: { kind: 'content', subjects: [{ itemType: 'Post', itemId: 'post' }] },
    name: '',
    onStarted: (includesHeld) => started.push(includesHeld),
  });
  await expect.element(dialog.getByLabelText('Kết luận')).toBeVisible();
  return { sent, started };
}
const HELD = { total: 2, names: ['Bình', 'Giang'] };
const button = (count: number) => dialog.getByRole('button', { name: `Đóng báo cáo ${count} mục` });

describe('BulkDialog: subjects that colleagues handle', () => {
  test('some → named, and left alone unless chosen otherwise', async () => {
    const { sent, started } = await open(HELD);
    await expect.element(question).toHaveDisplayValue('Bỏ qua những đối tượng đó');
    // The number of reports includes theirs.
    await expect.element(dialog.getByText(/^Báo cáo đang mở về những mục này chuyển thành/)).toBeVisible();
    await button(1).click();
    await expect.poll(() => started).toEqual([false]);
    expect(sent[0]?.includesHeld).toBeUndefined();
  });

  test('chosen by keyboard → they are included, and counted', async () => {
    const { sent, started } = await open(HELD);
    question.element().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(question).toHaveDisplayValue('Làm cả những đối tượng đó');
    await expect.element(dialog.getByText(/^9 báo cáo đang mở chuyển thành/)).toBeVisible();
    button(3).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => started).toEqual([true]);
    expect(sent).toMatchObject([{ includesHeld: true }]);
  });

  test('all → nothing is left to do until they are included', async () => {
    const { sent } = await open(HELD, 2);
    await expect.element(button(0)).toBeDisabled();
    await question.selectOptions('Làm cả những đối tượng đó');
    await button(2).click();
    await expect.poll(() => sent).toMatchObject([{ includesHeld: true }]);
  });

  test.each([undefined, { total: 0, names: [] }])('none (%j) → no question', async (held) => {
    const { sent } = await open(held);
    expect(question.query()).toBeNull();
    await button(3).click();
    await expect.poll(() => sent).toHaveLength(1);
  });
});
