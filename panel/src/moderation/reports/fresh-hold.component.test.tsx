import { getReport, listReports } from '@hai-dang/contract/moderation/reports.endpoints.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { decideButton, respondToSheet, rule, sheet } from '../../testing/decision-sheet.tsx';
import { press, whenAdded } from '../../testing/first-frame.ts';
import { decidable, LIST, pendingReports, respondWithReports, SAMPLE_CASE } from '../../testing/report-backend.tsx';
import { reportedPost } from '../../testing/reported-post.ts';
import { respondTo } from '../../testing/responses.ts';
import { sampleSubject } from '../../testing/samples.ts';
import { decisionSheet } from '../decisions/decisions.overlays.ts';

const HELD = 'Báo cáo vừa mở: nhấn lại để quyết định';
const SHEET_HELD = 'Bảng vừa mở: nhấn lại để quyết định';
const CHANGED_HELD = 'Bảng vừa thay đổi: nhấn lại để quyết định';
const FRESH = '[data-held="true"]';
const SAID = 'dialog [role="alert"] li';
const IN_SHEET = 'dialog input[type="radio"]';
const POST = sampleSubject({ newestReportId: 'report' });

const said = (text: string) => page.getByRole('status').getByText(text, { exact: true });
const place = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const submit = () => press('Enter', { ctrlKey: true });

/** Opens the first of so many reports, each of a post that can be decided, and acts in its first frame. */
async function open({ count = 1, atOnce }: { count?: number; atOnce?: () => void } = {}) {
  const sent = respondToSheet(() => POST);
  const backend = respondWithReports(pendingReports(count, { case: { ...SAMPLE_CASE, version: 1 } }));
  if (atOnce) whenAdded(FRESH, atOnce);
  await backend.open(`${LIST}/${backend.ids[0]}`);
  return { ...backend, sent };
}

describe('report: fresh on the screen', () => {
  test.each(['3', 'h', 't'])('key %s → decides nothing and says so; once more later → acts', async (key) => {
    const { statuses, sent } = await open({ atOnce: () => press(key) });
    await expect.element(said(HELD)).toBeVisible();
    await decidable();
    expect(sheet.query()).toBeNull();
    expect([statuses(), sent]).toEqual([['pending'], []]);
    await userEvent.keyboard(key);
    if (key === '3') await expect.poll(statuses).toEqual(['resolved']);
    if (key === 'h') await expect.poll(() => sent).toMatchObject([{ outcome: 'no_violation' }]);
    if (key === 't') await expect.element(rule(/^Spam và quảng cáo/)).toBeChecked();
    await expect.element(said(HELD)).not.toBeInTheDocument();
  });

  test.each([1280, 320])(
    'a click, %i px wide → decides nothing and says so, and the button stays in place',
    async (width) => {
      onTestFinished(() => page.viewport(1280, 800));
      await page.viewport(width, 800);
      const top: number[] = [];
      const { sent } = await open({
        atOnce() {
          const harmless = [...document.querySelectorAll<HTMLElement>('fieldset button')].find(
            (button) => button.textContent.startsWith('Không vi phạm') && button.offsetHeight > 0,
          );
          top.push(harmless?.getBoundingClientRect().top ?? 0);
          harmless?.click();
        },
      });
      await expect.element(said(HELD)).toBeVisible();
      const harmless = page.getByRole('button', { name: 'Không vi phạm', exact: true });
      expect([harmless.element().getBoundingClientRect().top]).toEqual(top);
      await decidable();
      expect(sent).toEqual([]);
      await harmless.click();
      await expect.poll(() => sent).toHaveLength(1);
    },
  );

  test('a status chosen in the menu → not set', async () => {
    const { statuses } = await open({
      atOnce() {
        whenAdded('[role="menuitemradio"]', () =>
          [...document.querySelectorAll<HTMLElement>('[role="menuitemradio"]')].at(-1)?.click(),
        );
        document.querySelector<HTMLElement>('[aria-haspopup="menu"][aria-labelledby]')?.click();
      },
    });
    await expect.element(said(HELD)).toBeVisible();
    await decidable();
    expect(statuses()).toEqual(['pending']);
  });

  test('j and k → move at once, and what they lead to is fresh again', async () => {
    const { statuses } = await open({ count: 2, atOnce: () => press('j') });
    await place('2 / 2');
    await decidable();
    whenAdded(FRESH, () => press('3'));
    await userEvent.keyboard('k');
    await place('1 / 2');
    await expect.element(said(HELD)).toBeVisible();
    await decidable();
    expect(statuses()).toEqual(['pending', 'pending']);
  });

  test('no further press → what was said is gone after a while', async () => {
    await open({ atOnce: () => press('h') });
    await expect.element(said(HELD)).toBeVisible();
    await expect.element(said(HELD), { timeout: 5_000 }).not.toBeInTheDocument();
  });
});

test.each([
  ['h', 1, ['pending', 'pending']],
  ['3', 0, ['resolved', 'pending']],
] as const)('report: two quick presses of %s → one report is decided', async (key, decisions, stored) => {
  const { sent, statuses } = await open({ count: 2 });
  await place('1 / 2');
  await decidable();
  whenAdded(FRESH, () => press(key));
  await userEvent.keyboard(key);
  await place('2 / 2');
  await expect.element(said(HELD)).toBeVisible();
  await decidable();
  expect(sent).toHaveLength(decisions);
  expect(statuses()).toEqual(stored);
});

test('report: h once more while the next report is looked for → decides nothing, and opens no sheet', async () => {
  const { list, sent } = await open();
  const loaded = Promise.withResolvers<void>();
  await place('1 / 1');
  await decidable();
  respondTo(listReports, async (call) => {
    await loaded.promise;
    return list(call);
  });
  await userEvent.keyboard('h');
  await place('Đang tìm báo cáo tiếp theo...');
  await userEvent.keyboard('h');
  loaded.resolve();
  await place('Đã xử lý hết hàng đợi này');
  expect(sheet.query()).toBeNull();
  expect(sent).toHaveLength(1);
});

describe('DecisionSheet: a fresh report', () => {
  const chooseAndSubmit = () => {
    press('h');
    submit();
  };

  test('opened in its first frame → Ctrl+Enter decides nothing and says so; once more later → decides', async () => {
    whenAdded(IN_SHEET, chooseAndSubmit);
    const { sent } = await open({ atOnce: () => press('d') });
    await expect.element(said(SHEET_HELD)).toBeVisible();
    await expect.element(decideButton).not.toHaveAttribute('aria-disabled', 'true');
    expect(sent).toEqual([]);
    submit();
    await expect.poll(() => sent).toMatchObject([{ outcome: 'no_violation' }]);
  });

  test('opened once it can be decided → Ctrl+Enter decides at once', async () => {
    const { sent } = await open();
    await decidable();
    whenAdded(IN_SHEET, submit);
    await userEvent.keyboard('t');
    await expect.poll(() => sent).toMatchObject([{ actions: ['takedown'] }]);
  });

  test('opened elsewhere, evidence that loads → held until that has been shown for a while', async () => {
    const loaded = Promise.withResolvers<void>();
    const sent = respondToSheet(() => POST);
    const { open: openList } = respondWithReports([]);
    respondTo(getReport, async () => {
      await loaded.promise;
      return { success: true, data: reportedPost() };
    });
    await openList();
    decisionSheet.open({ subject: POST.subject, name: '' });
    await rule('Không vi phạm').click();
    submit();
    await expect.element(said(SHEET_HELD)).toBeVisible();
    whenAdded('dialog article, dialog p[dir="auto"]', submit);
    loaded.resolve();
    await expect.element(sheet.getByText('Chuyển khoản trước nhé')).toBeVisible();
    await expect.element(decideButton).not.toHaveAttribute('aria-disabled', 'true');
    expect(sent).toEqual([]);
    submit();
    await expect.poll(() => sent).toHaveLength(1);
  });

  test('its subject changed before the press of h → the sheet that opens for it is held', async () => {
    const { sent } = await open();
    respondToSheet(() => ({ ...POST, version: 2 }));
    await decidable();
    whenAdded(IN_SHEET, chooseAndSubmit);
    await userEvent.keyboard('h');
    await expect.element(said(SHEET_HELD)).toBeVisible();
    expect(sent).toEqual([]);
  });

  test('a subject that changed under the press → what the sheet then says is fresh: a press right behind it decides nothing', async () => {
    const subject = { ...POST };
    const { sent } = await open();
    respondToSheet(() => subject);
    await decidable();
    await userEvent.keyboard('d');
    await rule('Không vi phạm').click();
    Object.assign(subject, { version: 2, openReports: 2 });
    whenAdded(SAID, submit);
    submit();
    await expect.element(said(CHANGED_HELD)).toBeVisible();
    expect(sent).toEqual([]);
  });

  test("a colleague's → a press right behind the question decides nothing and says so; once more later → decides", async () => {
    const giang = { _id: 'giang', username: 'Giang', avatar: null, at: '2026-11-21T00:00:00.000Z' };
    const sent = respondToSheet(() => ({ ...POST, assignee: giang }));
    await respondWithReports([]).open();
    decisionSheet.open({ subject: POST.subject, name: '', isSeen: true });
    await rule('Không vi phạm').click();
    whenAdded(SAID, submit);
    submit();
    await expect.element(said(CHANGED_HELD)).toBeVisible();
    await expect.element(decideButton).not.toHaveAttribute('aria-disabled', 'true');
    expect(sent).toEqual([]);
    submit();
    await expect.poll(() => sent).toHaveLength(1);
  });
});
