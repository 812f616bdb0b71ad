import { updatePreferences } from '@hai-dang/contract/account/preferences.endpoints.ts';
import { DEFAULT_PREFERENCES } from '@hai-dang/contract/account/preferences.schema.ts';
import { getReport, listReports, setReportStatus } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { respondToSheet } from '../../testing/decision-sheet.tsx';
import {
  COLLEAGUE,
  decidable,
  LIST,
  noteOnPost as note,
  OWN_CASE,
  pendingReports,
  respondWithReports,
  SAMPLE_CASE,
} from '../../testing/report-backend.tsx';
import { postNow } from '../../testing/reported-post.ts';
import { ErrorResponse, respondTo } from '../../testing/responses.ts';
import { sampleSubject } from '../../testing/samples.ts';

const place = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const reporter = (number: number) =>
  expect.element(page.getByRole('region', { name: 'Báo cáo này' }).getByText(`Người báo ${number}`)).toBeVisible();
const next = page.getByRole('button', { name: 'Báo cáo sau' });
const status = page.getByRole('button', { name: /^Trạng thái / });
const toast = (text: string) => page.getByRole('listitem').filter({ hasText: text });
const NOT_DONE = 'Chưa thực hiện: đặt trạng thái “Đã xử lý”';

/** Opens the first report of the list by its key. */
async function openFirst(): Promise<void> {
  await expect.element(page.getByText('Người báo 1', { exact: true })).toBeVisible();
  await userEvent.keyboard('o');
}

test('report queue: 5 reports → decided by 6 presses of keys, and the end is said', async () => {
  const count = 5;
  const backend = respondWithReports(pendingReports(count));
  await backend.open(`${LIST}?status=pending`);
  await expect.element(page.getByText(`Người báo ${count}`, { exact: true })).toBeVisible();
  await userEvent.keyboard('o');
  for (let index = 1; index <= count; index += 1) {
    await place(`${index} / ${count}`);
    await expect.element(status).toHaveTextContent('Chờ xử lý');
    await decidable();
    await userEvent.keyboard('3');
  }
  await expect.element(page.getByText('Đã xử lý hết hàng đợi này')).toBeVisible();
  expect(new Set(backend.statuses())).toEqual(new Set(['resolved']));
});

test('report queue: a decided report is reached again by one key, and undone by another', async () => {
  const backend = respondWithReports(pendingReports(2));
  await backend.open(`${LIST}?status=pending`);
  await openFirst();
  await place('1 / 2');
  await decidable();
  await userEvent.keyboard('3');
  await place('2 / 2');
  await userEvent.keyboard('k');
  await place('1 / 2');
  await expect.element(status).toHaveTextContent('Đã xử lý');
  await decidable();
  await userEvent.keyboard('1');
  await expect.poll(backend.statuses).toEqual(['pending', 'pending']);
});

test('report queue: the next button → opens one by one, and keeps the focus', async () => {
  await respondWithReports(pendingReports(3)).open();
  await openFirst();
  await reporter(3);
  next.element().focus();
  for (const number of [2, 1]) {
    await userEvent.keyboard('{Enter}');
    await reporter(number);
    await expect.element(next).toHaveFocus();
  }
});

test('report queue: pages of the list → continues beyond the loaded ones, to the last', async () => {
  await respondWithReports(pendingReports(7), 3).open();
  await expect.element(page.getByText('Người báo 7', { exact: true })).toBeVisible();
  await userEvent.keyboard('o');
  for (let step = 1; step <= 7; step += 1) {
    await expect.element(page.getByText(new RegExp(`^${step} / \\d\\+?$`))).toBeVisible();
    await reporter(8 - step);
    await userEvent.keyboard('j');
  }
  await place('7 / 7');
  await userEvent.keyboard('u');
  await expect.element(page.getByRole('grid')).toBeVisible();
});

test('report queue: a report opened by link → is the first, and the newest of the list follow', async () => {
  const { open, ids } = respondWithReports(pendingReports(5));
  await open(`${LIST}/${ids[2]}`);
  await reporter(3);
  await place('1 / 5');
  await userEvent.keyboard('j');
  await reporter(5);
  await place('2 / 5');
  await page.getByRole('button', { name: 'Báo cáo trước' }).click();
  await reporter(3);
});

test('report queue: the list fails to load → said with the next step, which loads it once it can', async () => {
  const { open, ids, list } = respondWithReports(pendingReports(3));
  respondTo(listReports, () => {
    throw new ErrorResponse('INTERNAL_ERROR');
  });
  await open(`${LIST}/${ids[2]}`);
  await place('1 / 1+');
  await userEvent.keyboard('j');
  await expect.element(page.getByText('Không thể tải danh sách báo cáo')).toBeVisible();
  respondTo(listReports, list);
  await userEvent.keyboard('j');
  await reporter(3);
  await place('2 / 3');
});

test('report queue: the next step while the list loads → opens the next report once it is known', async () => {
  const { open, ids, list } = respondWithReports(pendingReports(3));
  const loaded = Promise.withResolvers<void>();
  respondTo(listReports, async (call) => {
    await loaded.promise;
    return list(call);
  });
  await open(`${LIST}/${ids[2]}`);
  await place('1 / 1+');
  await userEvent.keyboard('j');
  loaded.resolve();
  await reporter(3);
  await place('2 / 3');
});

test('report queue: a report of a colleague → skipped when the next one opens; if only such remain, that is said', async () => {
  const assignee = { _id: 'giang', username: COLLEAGUE, avatar: null, at: '2026-11-21T00:00:00.000Z' };
  const [newer, theirs, older] = pendingReports(3);
  if (!newer || !theirs || !older) throw new Error('no reports');
  const held = { ...theirs, case: { ...SAMPLE_CASE, assignee } };
  const { open, statuses } = respondWithReports([newer, held, older]);
  await open(`${LIST}/${newer._id}`);
  await reporter(3);
  await decidable();
  await userEvent.keyboard('3');
  await reporter(1);
  await expect.element(status).toHaveTextContent('Chờ xử lý');
  await decidable();
  await userEvent.keyboard('4');
  await expect.element(page.getByText('Các báo cáo còn lại đang có quản trị viên khác xử lý')).toBeVisible();
  expect(statuses()).toEqual(['resolved', 'pending', 'rejected']);
});

describe('report queue: the decided report is left while the next one is looked for', () => {
  const looking = page.getByText('Đang tìm báo cáo tiếp theo...');

  /** Decides the second of three reports, whose next one is not found before `found`. */
  async function decideSecond() {
    const reports = pendingReports(3);
    const { open, ids } = respondWithReports(reports);
    const found = Promise.withResolvers<void>();
    respondTo(getReport, async ({ params: { id } }) => {
      if (id === ids[2]) await found.promise;
      const data = reports.find(({ _id }) => _id === id);
      if (!data) throw new ErrorResponse('REPORT_NOT_FOUND');
      return { success: true, data };
    });
    await open(`${LIST}?status=pending`);
    await openFirst();
    await reporter(3);
    await userEvent.keyboard('j');
    await reporter(2);
    await decidable();
    await userEvent.keyboard('3');
    await expect.element(looking).toBeVisible();
    return { ids, found };
  }

  test('and opened again: it stays open', async () => {
    const { ids, found } = await decideSecond();
    await userEvent.keyboard('k');
    await reporter(3);
    await userEvent.keyboard('j');
    await reporter(2);
    await expect.element(looking).toBeVisible();
    found.resolve();
    await expect.element(looking).not.toBeInTheDocument();
    expect(location.pathname).toBe(`${LIST}/${ids[1]}`);
  });

  test('for that next one, and that one for another: nothing is said to have failed', async () => {
    const { found } = await decideSecond();
    await userEvent.keyboard('j');
    await place('3 / 3');
    await userEvent.keyboard('k');
    await reporter(2);
    await expect.element(looking).not.toBeInTheDocument();
    expect(toast('Không thể mở báo cáo tiếp theo').elements()).toEqual([]);
    found.resolve();
  });
});

test('report queue: a note half written → a decision goes on without it, and it is there on the way back', async () => {
  const sent = respondToSheet(sampleSubject);
  const [first, second] = pendingReports(2, { case: OWN_CASE });
  if (!first || !second) throw new Error('no reports');
  const { open } = respondWithReports([first, { ...second, reportedItem: { ...postNow(), _id: 'other' } }]);
  await open(`${LIST}/${first._id}`);
  await decidable();
  await note.fill('Đã gọi điện, sẽ');
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await userEvent.keyboard('h');
  await reporter(1);
  await expect.element(note).toHaveValue('');
  expect(sent).toMatchObject([{ outcome: 'no_violation', note: null }]);
  await userEvent.keyboard('k');
  await reporter(2);
  await expect.element(note).toHaveValue('Đã gọi điện, sẽ');
});

test('report queue: the setting off → a decision stays on its report, in this browser from then on', async () => {
  const backend = respondWithReports(pendingReports(2));
  const { open, ids } = backend;
  const setting = page.getByRole('checkbox', { name: 'Mở báo cáo tiếp theo khi xử lý xong' });
  const left = await open(`${LIST}/${ids[0]}`);
  await expect.element(setting).toBeChecked();
  respondTo(updatePreferences, ({ body }) => ({
    success: true,
    preferences: { ...DEFAULT_PREFERENCES, ...body } as typeof DEFAULT_PREFERENCES,
    isEmailAvailable: false,
  }));
  await setting.click();
  await left.unmount();
  await open(`${LIST}/${ids[0]}`);
  await expect.element(setting).not.toBeChecked();
  await place('1 / 2');
  await decidable();
  await userEvent.keyboard('3');
  await expect.element(toast('Đã cập nhật trạng thái báo cáo')).toBeVisible();
  await expect.element(status).toHaveTextContent('Đã xử lý');
  await place('1 / 2');
});

test('report queue: the last report is decided → the list says that nothing is left, and how many were closed today', async () => {
  await respondWithReports(pendingReports(2)).open(`${LIST}?status=pending`);
  await openFirst();
  for (const left of ['1 / 2', '2 / 2']) {
    await place(left);
    await expect.element(status).toHaveTextContent('Chờ xử lý');
    await decidable();
    await userEvent.keyboard('3');
  }
  await expect.element(page.getByText('Đã xử lý hết hàng đợi này')).toBeVisible();
  await userEvent.keyboard('u');
  await expect.element(page.getByText('Đã xử lý hết', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^Hôm nay bạn đã xử lý 1 báo cáo/)).toBeVisible();
});

test('report: one of 13 of the same post → counted by reason in the head, which opens the others page by page', async () => {
  const reasons = [
    { reason: 'spam', reports: 12 },
    { reason: 'false_information', reports: 1 },
  ];
  const reports = pendingReports(13, { case: { ...SAMPLE_CASE, reports: 13, reporters: 11, open: 13, reasons } });
  const { open, ids } = respondWithReports(reports, 10);
  await open(`${LIST}/${ids[0]}`);
  await page.getByText('13 báo cáo · 11 người · 12 spam, 1 thông tin sai lệch').click();
  const links = page.getByRole('region', { name: 'Các báo cáo khác' }).getByRole('link');
  await expect.element(links).toHaveLength(9);
  await page.getByRole('button', { name: 'Xem thêm báo cáo' }).click();
  await expect.element(links).toHaveLength(12);
  await links.last().click();
  await expect.poll(() => location.pathname).toBe(`${LIST}/${ids[12]}`);
});

describe('report queue: a decision whose report was left meanwhile', () => {
  /** Decides the newer of two reports by key, goes on to the other, and only then responds. */
  async function decideAndLeave(respond: () => never) {
    const backend = respondWithReports(pendingReports(2));
    const { promise, resolve } = Promise.withResolvers<void>();
    respondTo(setReportStatus, async () => {
      await promise;
      return respond();
    });
    await backend.open();
    await openFirst();
    await reporter(2);
    await decidable();
    await userEvent.keyboard('3j');
    await reporter(1);
    resolve();
  }

  test('rejected: a toast says what was not done, and leads back to the report', async () => {
    await decideAndLeave(() => {
      const [report] = pendingReports(1);
      throw new ErrorResponse('REPORT_CHANGED', {
        details: { report: { ...report, status: 'reviewing', version: 2 } },
      });
    });
    await toast(NOT_DONE).getByRole('button', { name: 'Mở báo cáo' }).click();
    await reporter(2);
  });

  test('failed: a toast names the report and the reason, and leads back to it', async () => {
    await decideAndLeave(() => {
      throw new ErrorResponse('INTERNAL_ERROR', { message: 'Hệ thống đang bận' });
    });
    const failure = toast('Không thể cập nhật trạng thái báo cáo');
    await expect.element(failure.getByText(/^Báo cáo của Người báo 2 về .*Hệ thống đang bận$/)).toBeVisible();
    await failure.getByRole('button', { name: 'Mở báo cáo' }).click();
    await reporter(2);
  });
});

describe('report queue: a decision that is rejected while its report is open', () => {
  async function openRejected(): Promise<void> {
    const { open, ids, setByColleague } = respondWithReports(pendingReports(2));
    await open();
    await openFirst();
    await reporter(2);
    setByColleague(ids[0] ?? '', 'reviewing', { isSilent: true });
    await decidable();
    await userEvent.keyboard('3');
    await expect.element(page.getByText(new RegExp(NOT_DONE))).toBeVisible();
    await expect.element(status).toHaveTextContent('Đang xem xét');
  }

  test('left without an answer: said once more, with a link back', async () => {
    await openRejected();
    await userEvent.keyboard('j');
    await reporter(1);
    await toast(NOT_DONE).getByRole('button', { name: 'Mở báo cáo' }).click();
    await reporter(2);
  });

  test('dismissed: not said a second time', async () => {
    await openRejected();
    await page.getByRole('button', { name: 'Bỏ qua' }).click();
    await userEvent.keyboard('j');
    await reporter(1);
    expect(toast('Chưa thực hiện').elements()).toEqual([]);
  });
});

test('report: keys in a text box, in a composition, with Ctrl and in a dialog → do nothing, and the help lists them', async () => {
  const { open, ids, statuses } = respondWithReports(pendingReports(1, { case: OWN_CASE }));
  await open(`${LIST}/${ids[0]}`);
  await decidable();
  await note.click();
  await userEvent.keyboard('34?ju');
  await expect.element(note).toHaveValue('34?ju');
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '3', isComposing: true, bubbles: true }));
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '3', ctrlKey: true, bubbles: true }));
  await userEvent.keyboard('?');
  const help = page.getByRole('dialog', { name: 'Phím tắt' });
  await expect.element(help.getByText('Đặt trạng thái “Đã xử lý”')).toBeVisible();
  const lines = [...help.element().querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(lines).toEqual([
    'jkBáo cáo sau / trước trong danh sách',
    'vVô hiệu hóa tài khoản',
    'dVi phạm…',
    'hKhông vi phạm',
    'tGỡ và đóng báo cáo',
    '1Đặt trạng thái “Chờ xử lý”',
    '2Đặt trạng thái “Đang xem xét”',
    '3Đặt trạng thái “Đã xử lý”',
    '4Đặt trạng thái “Từ chối”',
    'uVề danh sách',
    '?Xem các phím tắt',
  ]);
  await userEvent.keyboard('3{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  expect(statuses()).toEqual(['pending']);
});
