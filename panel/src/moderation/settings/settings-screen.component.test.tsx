import { getSettings, updateSettings } from '@hai-dang/contract/moderation/settings.endpoints.ts';
import type { Settings } from '@hai-dang/contract/moderation/settings.schema.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { renderPanel } from '../../testing/render-panel.tsx';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { testStates } from '../../testing/screen-states.tsx';
import { SettingsScreen } from './settings-screen.tsx';

const SETTINGS: Settings = {
  ladder: [
    { points: 3, action: 'suspend', suspendDays: 7 },
    { points: 6, action: 'suspend', suspendDays: 30 },
    { points: 9, action: 'disable', suspendDays: null },
  ],
  dueHours: [72, 24, 12, 4],
  appealDueHours: 48,
  appealDays: 30,
  isSealingOn: true,
  isHidingOn: false,
  hidingReporters: 5,
  version: 1,
  updatedAt: '2026-11-21T00:00:00.000Z',
};
const screen = () => <SettingsScreen webhooks={null} />;

testStates('SettingsScreen', {
  render: screen,
  endpoint: getSettings,
  filled: { success: true, data: SETTINGS },
  shows: 'Thang xử lý',
  loading: 'Đang tải thiết lập...',
  failed: 'Không thể tải thiết lập',
});

async function open(data = SETTINGS) {
  respondTo(getSettings, () => ({ success: true, data }));
  const page = await renderPanel(screen());
  const step = (number: number) => page.getByRole('group', { name: `Bậc ${number}` });
  return {
    page,
    step,
    points: (number: number) => step(number).getByRole('textbox', { name: 'Từ (điểm)' }),
    days: (number: number) => step(number).getByRole('textbox', { name: 'Số ngày' }),
    appealDays: page.getByLabelText('Thời hạn khiếu nại (ngày)'),
    appealDueHours: page.getByLabelText('Hạn xử lý khiếu nại (giờ)'),
    hidingReporters: page.getByLabelText('Số người báo cáo khác nhau trong 24 giờ'),
    save: page.getByRole('button', { name: 'Lưu thiết lập' }),
  };
}

test('SettingsScreen: each invalid field has an error, the first gets the focus, and valid ones are saved', async () => {
  const { page, step, points, days, appealDays, appealDueHours, hidingReporters, save } = await open();
  respondTo(updateSettings, ({ body }) => ({ success: true, data: { ...SETTINGS, ...body, version: 2 } }));
  await expect.element(save).toBeDisabled();
  await points(2).fill('3');
  await days(1).fill('bảy');
  await appealDays.fill('');
  await appealDueHours.fill('0');
  await hidingReporters.fill('1');
  await save.click();
  for (const text of [
    'Số ngày tạm khóa từ 1 đến 365',
    'Thời hạn khiếu nại từ 1 đến 180 ngày',
    'Hạn xử lý từ 1 đến 720 giờ',
    'Số người báo cáo từ 2 đến 100',
  ]) {
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expect.element(days(1)).toHaveFocus();
  await expectAccessible('errors in the settings');
  await days(1).fill('5');
  await appealDays.fill('30');
  await appealDueHours.fill('24');
  await hidingReporters.fill('4');
  await save.click();
  await expect.element(step(2).getByText('Mỗi bậc cần nhiều điểm hơn bậc trước')).toBeVisible();
  await expect.element(points(2)).toHaveFocus();
  await points(2).fill('5');
  await save.click();
  await expect.element(page.getByText('Đã lưu thiết lập')).toBeVisible();
  await expect.element(save).toBeDisabled();
});

test('SettingsScreen: settings that changed meanwhile are shown, and either version is kept by a button', async () => {
  const { page, appealDays, save } = await open();
  let stored: Settings = { ...SETTINGS, appealDays: 7, isHidingOn: true, version: 2 };
  respondTo(updateSettings, ({ body }) => {
    if (body.version !== stored.version) throw new ErrorResponse('CHANGED', { details: { current: stored } });
    const data = { ...SETTINGS, ...body, version: stored.version + 1 };
    stored = { ...data, appealDays: 14, version: data.version + 1 };
    return { success: true, data };
  });
  await appealDays.fill('60');
  await save.click();
  const conflict = page.getByRole('alert');
  await expect.element(conflict.getByText('Khiếu nại trong 7 ngày, xử lý trong 48 giờ')).toBeVisible();
  await expect.element(appealDays).toHaveValue('60');
  await expect.element(save).toBeDisabled();
  await expectAccessible('settings changed by two');
  await conflict.getByRole('button', { name: 'Giữ bản của tôi' }).click();
  await save.click();
  await expect.element(page.getByText('Đã lưu thiết lập')).toBeVisible();

  await appealDays.fill('90');
  await save.click();
  await expect.element(conflict.getByText('Khiếu nại trong 14 ngày, xử lý trong 48 giờ')).toBeVisible();
  await conflict.getByRole('button', { name: 'Lấy bản mới' }).click();
  await expect.element(appealDays).toHaveValue('14');
  await expect.element(save).toBeDisabled();
});

test('SettingsScreen: a save without a network and another screen keep the text; a question precedes discarding it', async () => {
  const first = await open();
  respondTo(updateSettings, () => {
    throw new TypeError('Failed to fetch');
  });
  await first.appealDays.fill('45');
  await first.save.click();
  await expect.element(first.page.getByRole('alert').getByText('Không thể lưu thiết lập')).toBeVisible();
  await expect.element(first.appealDays).toHaveValue('45');
  await first.page.unmount();

  const { page, appealDays, save } = await open();
  await expect.element(appealDays).toHaveValue('45');
  const question = page.getByRole('alertdialog', { name: 'Bỏ thay đổi' });
  const discard = page.getByRole('main').getByRole('button', { name: 'Bỏ thay đổi' });
  await discard.click();
  await question.getByRole('button', { name: 'Tiếp tục sửa' }).click();
  await expect.element(appealDays).toHaveValue('45');
  await discard.click();
  await question.getByRole('button', { name: 'Bỏ thay đổi' }).click();
  await expect.element(appealDays).toHaveValue('30');
  await expect.element(save).toBeDisabled();
});

test('SettingsScreen: text that rests on older settings is shown beside the newer ones at once', async () => {
  const first = await open();
  await first.appealDays.fill('60');
  await first.page.unmount();
  const { page, appealDays } = await open({ ...SETTINGS, appealDays: 7, isHidingOn: true, version: 2 });
  const conflict = page.getByRole('alert');
  await expect.element(conflict.getByText('Khiếu nại trong 7 ngày, xử lý trong 48 giờ')).toBeVisible();
  await expect.element(appealDays).toHaveValue('60');
  await conflict.getByRole('button', { name: 'Lấy bản mới' }).click();
  await expect.element(appealDays).toHaveValue('7');
});

test('SettingsScreen: by keyboard a step is removed, added, filled in and saved, up to six steps', async () => {
  const { page, step, points, days } = await open();
  const saved: unknown[] = [];
  respondTo(updateSettings, ({ body }) => {
    saved.push(body.ladder);
    return { success: true, data: { ...SETTINGS, ...body, version: 2 } };
  });
  const add = page.getByRole('button', { name: 'Thêm bậc' });
  await expect.element(add).toBeVisible();
  page.getByRole('button', { name: 'Xóa bậc 3' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(step(3)).not.toBeInTheDocument();
  await expect.element(add).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(points(3)).toHaveFocus();
  await userEvent.keyboard('12{Tab}{Tab}60{Enter}');
  await expect.element(page.getByText('Đã lưu thiết lập')).toBeVisible();
  expect(saved).toEqual([[...SETTINGS.ladder.slice(0, 2), { points: 12, action: 'suspend', suspendDays: 60 }]]);
  await expect.element(days(3)).toHaveValue('60');
  for (let number = 4; number <= 6; number += 1) {
    add.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(points(number)).toHaveFocus();
  }
  await expect.element(page.getByText('Đã đủ 6 bậc')).toBeVisible();
  add.element().focus();
  await userEvent.keyboard('{Enter}');
  expect(step(7).elements()).toEqual([]);
});
