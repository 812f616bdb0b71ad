import { reportRemoved } from '@hai-dang/contract/moderation/reports.events.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { compose, endComposition, pressInComposition } from '../../testing/composition.ts';
import { testListKeys } from '../../testing/list-keys.tsx';
import { ErrorResponse } from '../../testing/responses.ts';
import {
  currentSearch,
  deleteButton,
  expectFocus,
  expectRows,
  idOf,
  openReports,
  respondWithReports,
  rowOf,
  selectionBar,
  toastOf,
} from './report-queue.samples.tsx';
import { ReportsScreen } from './reports-screen.tsx';

const SAVED = 'Đã cập nhật trạng thái báo cáo';

/** Opens four reports, of which the newest, the fourth, is the first row. */
async function openFour(search = '') {
  const queue = respondWithReports(4);
  const list = await openReports(search);
  await expectRows('04', '03', '02', '01');
  return { ...list, queue };
}

for (const [name, path] of [
  ['ReportsScreen', '/'],
  ['ReportsScreen, grouped', '/?group=1'],
] as const) {
  testListKeys(name, {
    render: () => <ReportsScreen views={() => null} />,
    path,
    respond: () => void respondWithReports(3),
  });
}

describe('ReportsScreen: keys', () => {
  test('j and k: move the focus, and Enter opens the report', async () => {
    await openFour();
    await userEvent.keyboard('j');
    await expectFocus(idOf('04'));
    await userEvent.keyboard('jjk');
    await expectFocus(idOf('03'));
    await userEvent.keyboard('{Enter}');
    await expect.poll(currentSearch).toBe(`/admin/reports/${idOf('03')}`);
  });

  test('3: sets the status of the active row, and the toast undoes it', async () => {
    const { queue } = await openFour();
    await userEvent.keyboard('j3');
    await expect.element(rowOf('Người báo 04').getByText('Đã xử lý', { exact: true })).toBeVisible();
    await expect.poll(() => queue.statusOf('04')).toBe('resolved');
    await toastOf(SAVED).getByRole('button', { name: 'Hoàn tác' }).click();
    await expect.element(rowOf('Người báo 04').getByText('Chờ xử lý', { exact: true })).toBeVisible();
    await expect.poll(() => queue.statusOf('04')).toBe('pending');
  });

  test('a decision that takes the active row out of the list: the next row has the focus; the former can be undone', async () => {
    const { queue } = await openFour('?status=pending');
    await userEvent.keyboard('j4');
    await expectRows('03', '02', '01');
    await expectFocus(idOf('03'));
    await expect.element(page.getByText('3 báo cáo', { exact: true })).toBeVisible();
    await userEvent.keyboard('2');
    await expectRows('02', '01');
    await expectFocus(idOf('02'));
    await expect.poll(() => queue.statusOf('03')).toBe('reviewing');
    const notices = toastOf(SAVED);
    await expect.poll(() => notices.elements().length).toBe(2);
    await userEvent.hover(notices.first());
    await notices.filter({ hasText: 'Người báo 04' }).getByRole('button', { name: 'Hoàn tác' }).click();
    await expectRows('04', '02', '01');
    expect(queue.statusOf('04')).toBe('pending');
  });

  test('x and Space: select and deselect the active row, which keeps the focus; the bar counts', async () => {
    await openFour();
    await userEvent.keyboard('jx');
    await expect.element(selectionBar().getByText('Đã chọn 1 báo cáo')).toBeVisible();
    await expectFocus(idOf('04'));
    await userEvent.keyboard('j ');
    await expect.element(selectionBar().getByText('Đã chọn 2 báo cáo')).toBeVisible();
    expect(document.querySelectorAll('[data-row][aria-selected="true"]')).toHaveLength(2);
    await userEvent.keyboard('x');
    await expect.element(selectionBar().getByText('Đã chọn 1 báo cáo')).toBeVisible();
    await expectFocus(idOf('03'));
  });

  test('a status key in a select, with a modifier, repeated, composed or over a dialog: decides nothing', async () => {
    const { queue } = await openFour();
    await userEvent.keyboard('j');
    await expectFocus(idOf('04'));
    await userEvent.keyboard('{Control>}3{/Control}');
    for (const init of [
      { key: '3', isComposing: true },
      { key: 'Process', keyCode: 229 },
      { key: '3', keyCode: 229 },
      { key: '3', altKey: true },
      { key: '3', metaKey: true },
      { key: '3', repeat: true },
    ]) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
    }
    page.getByLabelText('Sắp xếp', { exact: true }).element().focus();
    await userEvent.keyboard('3');
    await deleteButton('Người báo 04').click();
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    await userEvent.keyboard('3{Escape}');
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(queue.decided).toEqual([]);
    // The same key on the row decides.
    await userEvent.keyboard('j3');
    await expect.poll(() => queue.decided).toHaveLength(1);
  });

  test('keys while a Vietnamese input method composes: select and decide nothing', async () => {
    const { queue } = await openFour();
    await userEvent.keyboard('j');
    await expectFocus(idOf('04'));
    const search = page.getByLabelText('Tìm trong báo cáo', { exact: true });
    search.element().focus();
    await compose('xử');
    for (const key of ['x', '3']) await pressInComposition(key);
    await endComposition('xử lý 3');
    await expect.element(search).toHaveValue('xử lý 3');
    expect(selectionBar().query()).toBeNull();
    expect(queue.decided).toEqual([]);
  });

  test('a deletion that failed, then another administrator deletes the report: the keys act on no other', async () => {
    const { queue, send } = await openFour('?status=pending');
    queue.errors.set(idOf('03'), new ErrorResponse('INTERNAL_ERROR'));
    await deleteButton('Người báo 03').click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Xóa', exact: true }).click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByRole('button', { name: 'Hủy' }).click();
    await expect.element(dialog).not.toBeInTheDocument();

    queue.remove(idOf('03'));
    send(reportRemoved, { reportId: idOf('03'), itemType: 'Post', itemId: 'post-03' });
    await expectRows('04', '02', '01');
    // The focus stays in the list, on no row.
    await expectFocus(undefined);
    await userEvent.keyboard('4jx');
    await expect.element(selectionBar()).toBeVisible();
    expect(queue.decided).toEqual([]);
  });
});

test('ReportsScreen, grouped: j and ArrowDown move, x selects, Enter opens the newest report', async () => {
  respondWithReports(4);
  await openReports('?group=1');
  await expect.poll(() => document.querySelectorAll('[data-row]').length).toBe(4);
  await userEvent.keyboard('j');
  await expectFocus('Post:post-04');
  await userEvent.keyboard('{ArrowDown}x');
  await expectFocus('Post:post-03');
  await expect.element(page.getByText('1 đối tượng · 1 báo cáo')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(currentSearch).toBe(`/admin/reports/${idOf('03')}`);
});
