import type { Bulk } from '@hai-dang/contract/moderation/bulk.schema.ts';
import { previewBulk, startBulk } from '@hai-dang/contract/moderation/bulk-start.endpoints.ts';
import { listPolicies } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import { listUsers, searchUsers } from '@hai-dang/contract/users/users.endpoints.ts';
import type { UserSummary } from '@hai-dang/contract/users/users.schema.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { respondWithCounts } from '../testing/record-counts.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../testing/responses.ts';
import { lastPage, SAMPLE_BULK, SAMPLE_USER, samplePolicy } from '../testing/samples.ts';
import { UsersScreen } from './users-screen.tsx';

const userOf = (name: string): UserSummary => ({ ...SAMPLE_USER, _id: name, username: `Bán hàng ${name}` });
const STARTED: Bulk = {
  ...SAMPLE_BULK,
  action: { kind: 'suspend', days: 7 },
  done: 0,
  state: 'running',
  endedAt: null,
  undo: { ...SAMPLE_BULK.undo, until: null },
};

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: `Bán hàng ${name}` });
const bar = () => page.getByRole('region', { name: 'Người dùng đã chọn' });
const dialog = () => page.getByRole('dialog');

let total = 2;
beforeEach(() => {
  total = 2;
  respondWithCounts();
  respondTo(listUsers, () => lastPage([userOf('1'), userOf('2')]));
  respondTo(searchUsers, () => {
    const { data: users, pagination } = lastPage([userOf('1'), userOf('2')]);
    return { success: true, data: { users, pagination } };
  });
  respondTo(listPolicies, () => ({ success: true, data: [samplePolicy()] }));
  respondTo(previewBulk, () => ({ success: true, data: { total, reports: null, names: [], protected: 0 } }));
});

describe('UsersScreen: an action on many users', () => {
  test('by keyboard alone: two are selected and suspended, and the focus returns to the list', async () => {
    const bodies: unknown[] = [];
    respondTo(startBulk, ({ body }) => {
      bodies.push([body.action, body.target]);
      return { success: true, data: STARTED };
    });
    await renderPanel(<UsersScreen views={() => null} />, '/admin/users');
    await expect.element(rowOf('1')).toBeVisible();
    rowOf('1').element().focus();
    await userEvent.keyboard('x');
    await expect.element(bar().getByText('Đã chọn 1 người dùng')).toBeVisible();
    await userEvent.keyboard('{ArrowDown} ');
    await expect.element(bar().getByText('Đã chọn 2 người dùng')).toBeVisible();
    bar().getByRole('button', { name: 'Tạm khóa', exact: true }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByText(/^2 tài khoản bị tạm khóa/)).toBeVisible();
    dialog().getByRole('button', { name: 'Tạm khóa 2 tài khoản' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(bar()).not.toBeInTheDocument();
    await expect.element(page.getByRole('grid')).toHaveFocus();
    expect(bodies).toEqual([
      [
        { kind: 'suspend', days: 7 },
        { kind: 'users', ids: ['1', '2'] },
      ],
    ]);
  });

  test('all that match, whose number has changed meanwhile: it is confirmed a second time', async () => {
    const confirmed: unknown[] = [];
    respondTo(startBulk, ({ body: { target } }) => {
      confirmed.push(target.kind === 'user_filter' && target.expectedTotal);
      if (confirmed.length === 1) {
        total = 3;
        throw new ErrorResponse('BULK_TOTAL_CHANGED');
      }
      return { success: true, data: STARTED };
    });
    await renderPanel(<UsersScreen views={() => null} />, '/admin/users?q=ban');
    await rowOf('1').getByRole('checkbox').click();
    await bar()
      .getByRole('button', { name: /^Chọn tất cả/ })
      .click();
    await bar().getByRole('button', { name: 'Gắn nhãn' }).click();
    await dialog().getByRole('textbox', { name: 'Nhãn' }).fill('Đợt spam');
    await dialog().getByRole('button', { name: 'Gắn nhãn 2 tài khoản' }).click();
    await expect.element(dialog().getByText('Số mục khớp vừa thay đổi, vui lòng xác nhận lại')).toBeVisible();
    await dialog().getByRole('button', { name: 'Gắn nhãn 3 tài khoản' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(confirmed).toEqual([2, 3]);
  });
});
