import { listAuditActors, listAuditEntries } from '@hai-dang/contract/audit/audit.endpoints.ts';
import type { AuditEntry, AuditFilters } from '@hai-dang/contract/audit/audit.schema.ts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { compose, endComposition, pressInComposition } from '../testing/composition.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { respondTo } from '../testing/responses.ts';
import { lastPage } from '../testing/samples.ts';
import { setFieldsAtOnce } from '../testing/set-fields.ts';
import { AuditScreen } from './audit-screen.tsx';

const PATH = '/admin/audit';
const ALL = 'tất cả';

const field = (label: string) => page.getByLabelText(label, { exact: true });
const url = () => location.pathname + location.search;

/** The filters of a call, in words. */
const textOf = ({ actorId, action, targetType, targetId, from, to }: AuditFilters): string =>
  [actorId, action, targetType, targetId, from, to].filter(Boolean).join(' ') || ALL;

let asked: string[] = [];
/** Each list has one entry, whose target's name says what was asked for. */
beforeEach(() => {
  asked = [];
  respondTo(listAuditActors, () => ({ success: true, data: [{ id: 'lan', name: 'Quản trị Lan' }] }));
  respondTo(listAuditEntries, ({ body }) => {
    const text = textOf(body ?? {});
    asked.push(text);
    if (text.includes('khong-co')) return lastPage([]);
    const entry: AuditEntry = {
      _id: text,
      createdAt: '2026-05-01T03:00:00.000Z',
      action: 'user.disable',
      actor: { id: 'lan', name: 'Quản trị Lan' },
      target: { type: 'user', id: 'mai', name: text },
      before: null,
      after: null,
      reason: null,
      address: '127.0.0.1',
      requestId: 'request',
    };
    return lastPage([entry]);
  });
});
/** Waits until the entry of these filters is the only one. */
const expectShown = (text: string) =>
  expect.poll(() => [...document.querySelectorAll('[role="row"] a')].map((link) => link.textContent)).toEqual([text]);

async function openFilters(search = ''): Promise<void> {
  await renderPanel(<AuditScreen views={() => null} />, `${PATH}${search}`);
  await page.getByRole('button', { name: /^Hiện bộ lọc/ }).click();
  await expect.element(field('Hành động')).toBeVisible();
}

describe('audit filters', () => {
  test('chosen, also in an entry: in the call and in the URL; Back undoes them one by one', async () => {
    await openFilters('?target=mai');
    await expectShown('mai');
    await field('Hành động').selectOptions('user.enable');
    await expectShown('user.enable mai');
    expect(url()).toBe(`${PATH}?action=user.enable&target=mai`);
    await page.getByRole('button', { name: 'Quản trị Lan' }).click();
    await expectShown('lan user.enable mai');
    expect(url()).toBe(`${PATH}?actor=lan&action=user.enable&target=mai`);
    await expect.element(page.getByRole('button', { name: /^Ẩn bộ lọc/ })).toHaveFocus();
    history.back();
    await expectShown('user.enable mai');
    history.back();
    await expectShown('mai');
  });

  test('days and a target: applied with Enter or on leaving the field, without blanks; all are cleared together', async () => {
    await openFilters('?from=2025-01-01&to=2025-01-03&to=x');
    await expectShown('2025-01-01 2025-01-03');
    await field('Từ ngày').fill('2025-01-02');
    await expectShown('2025-01-02 2025-01-03');
    await field('Đến ngày').fill('2025-01-02');
    await expectShown('2025-01-02 2025-01-02');
    await field('Mã đối tượng').fill('khong-co');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Không có mục nào phù hợp')).toBeVisible();
    expect(url()).toBe(`${PATH}?target=khong-co&from=2025-01-02&to=2025-01-02`);
    await field('Mã đối tượng').fill(' mai ');
    await userEvent.keyboard('{Tab}');
    await expectShown('mai 2025-01-02 2025-01-02');
    await page.getByRole('button', { name: 'Đặt lại bộ lọc' }).click();
    await expectShown(ALL);
    expect(url()).toBe(PATH);
    await expect.element(field('Mã đối tượng')).toHaveValue('');
  });

  test('a target: Enter of an input method filters by nothing, Enter alone does', async () => {
    await openFilters();
    await field('Mã đối tượng').click();
    await compose('mai');
    await pressInComposition('Enter');
    await endComposition('mai');
    expect(url()).toBe(PATH);
    await userEvent.keyboard('{Enter}');
    await expectShown('mai');
    expect(url()).toBe(`${PATH}?target=mai`);
  });

  test('a typed day: one call and one step in the history', async () => {
    await openFilters();
    await expectShown(ALL);
    await field('Từ ngày').click();
    await userEvent.keyboard('05052026');
    expect(url()).toBe(PATH);
    await userEvent.keyboard('{Enter}');
    await expectShown('2026-05-05');
    expect(url()).toBe(`${PATH}?from=2026-05-05`);
    expect(asked).toEqual([ALL, '2026-05-05']);
    history.back();
    await expectShown(ALL);
    expect(url()).toBe(PATH);
  });

  test('an incomplete year: filters by nothing', async () => {
    await openFilters();
    await field('Từ ngày').click();
    await userEvent.keyboard('0505202{Enter}');
    await expect.element(field('Từ ngày')).toHaveValue('');
    expect(url()).toBe(PATH);
    expect(asked).toEqual([ALL]);
  });

  test('“this week” on a Sunday: from Monday on', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00+07:00') });
    onTestFinished(() => void vi.useRealTimers());
    await openFilters();
    await page.getByRole('button', { name: 'Tuần này' }).click();
    await expectShown('2026-11-16 2026-11-22');
    expect(url()).toBe(`${PATH}?from=2026-11-16&to=2026-11-22`);
  });

  test('unknown values in the URL: a type is asked for as it is, the others are ignored; actors are listed', async () => {
    await openFilters(`?from=hôm-qua&type=mars&action=${'x'.repeat(65)}`);
    await expectShown('mars');
    await expect.element(field('Loại đối tượng')).toHaveValue('mars');
    await expect.element(field('Từ ngày')).toHaveValue('');
    await field('Loại đối tượng').selectOptions('');
    await field('Người thực hiện').selectOptions('Quản trị Lan');
    await expectShown('lan');
  });

  test('two chosen in one task: both are in the URL', async () => {
    await openFilters('?type=post');
    setFieldsAtOnce([
      [field('Loại đối tượng'), ''],
      [field('Hành động'), 'user.enable'],
    ]);
    await expect.poll(url).toBe(`${PATH}?action=user.enable`);
    await expectShown('user.enable');
  });

  test('“this target alone”, in an entry: its type and id, beside the other filters', async () => {
    await openFilters('?action=user.disable');
    await page.getByRole('button', { name: 'Chi tiết' }).click();
    await page.getByRole('button', { name: 'Chỉ xem đối tượng này' }).click();
    await expectShown('user.disable user mai');
    expect(url()).toBe(`${PATH}?action=user.disable&type=user&target=mai`);
  });
});
