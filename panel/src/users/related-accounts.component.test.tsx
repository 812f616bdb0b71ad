import { previewBulk, startBulk } from '@hai-dang/contract/moderation/bulk-start.endpoints.ts';
import { listPolicies } from '@hai-dang/contract/moderation/policies.endpoints.ts';
import type { RelatedAccount } from '@hai-dang/contract/users/related-accounts.schema.ts';
import { listRelatedAccounts } from '@hai-dang/contract/users/user-account.endpoints.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPanel } from '../testing/render-panel.tsx';
import { respondTo } from '../testing/responses.ts';
import { SAMPLE_BULK, SAMPLE_USER, samplePolicy } from '../testing/samples.ts';
import { RelatedAccounts } from './components/related-accounts.tsx';

const relatedOf = (_id: string, fields: Partial<RelatedAccount>): RelatedAccount => ({
  ...SAMPLE_USER,
  _id,
  username: `Vé Rẻ ${_id}`,
  relations: ['name'],
  ...fields,
});

test('RelatedAccounts: listed with the reasons and the state; two are chosen and disabled together', async () => {
  respondTo(listRelatedAccounts, () => ({
    success: true,
    data: {
      accounts: [
        relatedOf('1', { relations: ['ip', 'name', 'email'] }),
        relatedOf('2', {}),
        relatedOf('3', { vohieuhoa: true }),
      ],
      isCut: false,
    },
  }));
  respondTo(listPolicies, () => ({ success: true, data: [samplePolicy()] }));
  respondTo(previewBulk, () => ({ success: true, data: { total: 2, reports: null, names: [], protected: 0 } }));
  const started: unknown[] = [];
  respondTo(startBulk, ({ body: { action, target } }) => {
    started.push(action, target);
    return { success: true, data: SAMPLE_BULK };
  });
  await renderPanel(<RelatedAccounts userId="lan" />);
  const rows = page.getByRole('listitem');
  await expect.element(rows).toHaveLength(3);
  for (const text of ['Vé Rẻ 1', 'Cùng địa chỉ IP', 'Tên gần giống', 'Email gần giống']) {
    await expect.element(rows.first().getByText(text, { exact: true })).toBeVisible();
  }
  expect(rows.nth(1).getByText('Cùng địa chỉ IP').elements()).toEqual([]);
  await expect.element(page.getByText('Đã vô hiệu hóa')).toHaveLength(1);
  await expect.element(rows.nth(2).getByText('Đã vô hiệu hóa')).toBeVisible();
  for (const name of ['Vé Rẻ 1', 'Vé Rẻ 2']) await page.getByRole('checkbox', { name: `Chọn ${name}` }).click();
  await page.getByRole('button', { name: 'Vô hiệu hóa' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Vô hiệu hóa 2 tài khoản' }).click();
  await expect.poll(() => started).toEqual([{ kind: 'disable' }, { kind: 'users', ids: ['1', '2'] }]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
