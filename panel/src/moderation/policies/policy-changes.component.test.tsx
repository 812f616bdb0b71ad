import { listLetterTemplates, setLetterTemplate } from '@hai-dang/contract/moderation/letters.endpoints.ts';
import type { LetterTemplate } from '@hai-dang/contract/moderation/letters.schema.ts';
import {
  createPolicy,
  disablePolicy,
  listPolicies,
  updatePolicy,
} from '@hai-dang/contract/moderation/policies.endpoints.ts';
import type { Policy } from '@hai-dang/contract/moderation/policies.schema.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPanel } from '../../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { samplePolicy } from '../../testing/samples.ts';
import { PoliciesScreen } from './policies-screen.tsx';

const PATH = '/admin/policies';
const REJECTED = 'Quy tắc này vừa được quản trị viên khác thay đổi';
const SCAM = samplePolicy({
  key: 'scam',
  title: 'Lừa đảo',
  severity: 3,
  points: 5,
  expiresDays: 365,
  defaultActions: ['takedown', 'suspend'],
  suspendDays: 30,
});
const OFF = samplePolicy({
  key: 'off',
  title: 'Quy tắc cũ',
  severity: 4,
  isEnabled: false,
  appliedCount: 1_234,
  overturnedCount: 5,
});

let stored: Policy[] = [];
/** Stores a change of a rule. */
function change(key: string, fields: Partial<Policy>) {
  stored = stored.map((policy) =>
    policy.key === key ? { ...policy, ...fields, version: policy.version + 1 } : policy,
  );
  const data = stored.find((policy) => policy.key === key);
  if (!data) throw new ErrorResponse('POLICY_NOT_FOUND');
  return { success: true as const, data };
}
beforeEach(() => {
  stored = [samplePolicy(), SCAM, OFF];
  respondTo(listPolicies, () => ({ success: true, data: stored }));
  respondTo(disablePolicy, ({ params }) => change(params.key, { isEnabled: false }));
  respondTo(updatePolicy, ({ params, body: { version: _, ...fields } }) =>
    change(params.key, fields as Partial<Policy>),
  );
});

const row = (title: string) => page.getByRole('row').filter({ hasText: title });
const tab = (name: string) => page.getByRole('tab', { name });
const toggle = (title: string) => row(title).getByRole('button', { name: /^(Tắt|Bật lại) quy tắc / });
const question = () => page.getByRole('alertdialog', { name: 'Tắt quy tắc' });
const field = (name: string) => page.getByRole('textbox', { name });
const url = () => location.pathname + location.search;
async function open(search = ''): Promise<void> {
  await renderPanel(<PoliciesScreen />, `${PATH}${search}`);
  await expect.element(page.getByText('Đã hiển thị toàn bộ quy tắc')).toBeVisible();
}
async function expectTexts(title: string, texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect.element(row(title).getByText(text, { exact: true })).toBeVisible();
}

describe('PoliciesScreen: the list', () => {
  test('severity, points, usual actions and counts; the filter, also by arrow keys, is in the URL', async () => {
    await open();
    await expectTexts('Lừa đảo', [
      'Nặng',
      '5 điểm · 365 ngày',
      'Gỡ nội dung, Tạm khóa 30 ngày',
      'Đã áp dụng: 0',
      'Đang dùng',
    ]);
    expect(row('Quy tắc cũ').elements()).toEqual([]);
    await tab('Đã tắt').click();
    await expectTexts('Quy tắc cũ', ['Rất nặng', 'Đã áp dụng: 1.234', 'Bị hủy: 5', 'Đã tắt']);
    expect(url()).toBe(`${PATH}?state=off`);
    expect(row('Lừa đảo').elements()).toEqual([]);
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(row('Lừa đảo')).toBeVisible();
    await expect.element(row('Quy tắc cũ')).toBeVisible();
    expect(url()).toBe(`${PATH}?state=all`);
    history.back();
    await expect.element(tab('Đã tắt')).toHaveAttribute('aria-selected', 'true');
  });
});

describe('PoliciesScreen: a rule is switched off', () => {
  test('after a confirmation; switched on by the undo, and by its button later on', async () => {
    await open();
    await toggle('Lừa đảo').click();
    await expect.element(question().getByText('Lừa đảo')).toBeVisible();
    await question().getByRole('button', { name: 'Hủy' }).click();
    await expect.element(row('Lừa đảo')).toBeVisible();
    await toggle('Lừa đảo').click();
    await question().getByRole('button', { name: 'Tắt quy tắc' }).click();
    await expect.element(row('Lừa đảo')).not.toBeInTheDocument();
    await expect.element(page.getByText('Đã tắt quy tắc “Lừa đảo”')).toBeVisible();
    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await expect.element(page.getByText('Đã bật lại quy tắc “Lừa đảo”')).toBeVisible();
    await expect.element(row('Lừa đảo')).toBeVisible();

    await tab('Tất cả').click();
    await toggle('Lừa đảo').click();
    await question().getByRole('button', { name: 'Tắt quy tắc' }).click();
    await expectTexts('Lừa đảo', ['Đã tắt']);
    await toggle('Lừa đảo').click();
    await expectTexts('Lừa đảo', ['Đang dùng']);
  });

  test('and changed by another administrator meanwhile: the undo is rejected, and says so', async () => {
    await open('?state=all');
    await toggle('Lừa đảo').click();
    await question().getByRole('button', { name: 'Tắt quy tắc' }).click();
    await expectTexts('Lừa đảo', ['Đã tắt']);
    respondTo(updatePolicy, () => {
      change('scam', { points: 11 });
      throw new ErrorResponse('CHANGED', { message: REJECTED });
    });
    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await expect.element(page.getByText(REJECTED)).toBeVisible();
    await expectTexts('Lừa đảo', ['Đã tắt', '11 điểm · 365 ngày']);
  });
});

test('PoliciesScreen: a rule is added, changed and switched off by keyboard, where the focus stays in the list', async () => {
  respondTo(createPolicy, ({ body }) => {
    const data = samplePolicy({ key: 'new', title: body.title, text: body.text, points: body.points });
    stored = [...stored, data];
    return { success: true, data };
  });
  await open();
  await userEvent.keyboard('n');
  await expect.element(field('Tên quy tắc')).toHaveFocus();
  await userEvent.keyboard('Bằng phím{Tab}Không làm phiền người khác.{Tab}');
  await expect.element(page.getByLabelText('Mức độ')).toHaveFocus();
  await userEvent.keyboard('{Tab}3{Enter}');
  await expectTexts('Bằng phím', ['3 điểm · 90 ngày']);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

  tab('Đang dùng').element().focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(row('Spam và quảng cáo')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(row('Bằng phím')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Tên quy tắc')).toHaveFocus();
  await userEvent.keyboard('{End} nữa{Escape}');
  await page.getByRole('button', { name: 'Tiếp tục sửa' }).click();
  field('Tên quy tắc').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Bằng phím nữa')).toHaveFocus();

  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(toggle('Bằng phím nữa')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(question().getByRole('button', { name: 'Hủy' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(row('Bằng phím nữa')).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.closest('[role="grid"]')).not.toBeNull();
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog', { name: 'Phím tắt' }).getByText('Thêm quy tắc')).toBeVisible();
});

test('PoliciesScreen: a rule gets a letter of its own, keeps it, and returns to the one of every rule', async () => {
  const common: LetterTemplate = {
    policy: null,
    kind: 'takedown',
    text: 'Chào {tên},',
    version: 1,
    updatedAt: SCAM.updatedAt,
  };
  let own: LetterTemplate | undefined;
  const bodies: unknown[] = [];
  respondTo(listLetterTemplates, ({ body }) => ({
    success: true,
    data: own && body.policy ? [common, own] : [common],
  }));
  respondTo(setLetterTemplate, ({ body }) => {
    bodies.push(body);
    const { policy, text } = body;
    const data = { ...common, policy, text, version: text === null ? 0 : 1 };
    own = text === null ? undefined : data;
    return { success: true, data };
  });
  await open();
  await page.getByRole('button', { name: 'Thư mẫu' }).click();
  const letters = page.getByRole('dialog', { name: 'Thư mẫu' });
  const box = letters.getByRole('textbox', { name: 'Nội dung thư' });
  const save = letters.getByRole('button', { name: 'Lưu' });
  await expect.element(box).toHaveValue('Chào {tên},');
  await letters.getByLabelText('Quy tắc', { exact: true }).selectOptions('Lừa đảo');
  await expect.element(letters.getByText(/^Quy tắc này đang dùng thư chung/)).toBeVisible();
  await box.fill('{tên} ơi, 1 2 3');
  await expect.element(letters.getByText('Nguyễn Minh Anh ơi, 1 2 3')).toBeVisible();
  save.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Đã lưu thư mẫu')).toBeVisible();
  await expect.element(letters.getByText(/^Quy tắc này có thư riêng/)).toBeVisible();
  await expect.element(box).toHaveValue('{tên} ơi, 1 2 3');
  await box.fill('');
  await save.click();
  await expect.element(page.getByText('Quy tắc này dùng thư chung')).toBeVisible();
  await expect.element(box).toHaveValue('Chào {tên},');
  expect(bodies).toEqual([
    { policy: 'scam', kind: 'takedown', text: '{tên} ơi, 1 2 3', version: 0 },
    { policy: 'scam', kind: 'takedown', text: null, version: 1 },
  ]);
});
