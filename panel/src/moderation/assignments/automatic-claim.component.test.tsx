import { assignSubject } from '@hai-dang/contract/moderation/assignments.endpoints.ts';
import type { Assignee, AssignSubjectBody } from '@hai-dang/contract/moderation/assignments.schema.ts';
import { listNotes } from '@hai-dang/contract/moderation/notes.endpoints.ts';
import { useState } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPanel } from '../../testing/render-panel.tsx';
import { LIST, pendingReports, respondWithReports, SAMPLE_CASE } from '../../testing/report-backend.tsx';
import { respondTo } from '../../testing/responses.ts';
import { sampleSubject } from '../../testing/samples.ts';
import { AssignmentBar } from './assignment-bar.tsx';
import type { Acts } from './use-assignment.ts';

const OWN: Assignee = { _id: 'admin', username: 'Quản trị', avatar: null, at: '2026-11-21T00:00:00.000Z' };
const LOOKING = { hasActed: false, isDeciding: false };
const CLAIM = { assigneeId: 'me', isAutomatic: true };
const RELEASE = { assigneeId: null, isAutomatic: true };

const claimed = () => expect.element(page.getByRole('button', { name: 'Trả lại' })).toBeVisible();
const isFree = () => expect.element(page.getByText('chưa ai nhận')).toBeVisible();

/** The clock of the page, which also goes on by itself. */
function fakeClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** Responds to claims and releases. @returns those that were asked for */
function respondToClaims(): AssignSubjectBody[] {
  const asked: AssignSubjectBody[] = [];
  respondTo(assignSubject, ({ params, body }) => {
    asked.push(body);
    const assignee = body.assigneeId === 'me' ? OWN : null;
    return { success: true, data: sampleSubject({ subject: params, assignee }) };
  });
  return asked;
}

function Bar({ acts, by }: { readonly acts: Acts; readonly by: Assignee | null }) {
  const [assignee, setAssignee] = useState(by);
  const subject = { itemType: 'Post', itemId: 'post' } as const;
  return <AssignmentBar subject={subject} assignee={assignee} isOpen acts={acts} onAssigned={setAssignee} />;
}

/** Shows the bar of an open subject of which nobody has the claim, or `by`. */
async function open(acts: Acts = LOOKING, by: Assignee | null = null) {
  fakeClock();
  const asked = respondToClaims();
  const { rerender, unmount } = await renderPanel(<Bar acts={acts} by={by} />);
  const shown = page.getByRole('region', { name: 'Phân công xử lý' });
  await expect.element(shown).toBeVisible();
  return { asked, unmount, rerender };
}

describe('automatic claim', () => {
  test('looked at for ten seconds → claimed; going on then → given back', async () => {
    const { asked, unmount } = await open();
    vi.advanceTimersByTime(5_000);
    expect(asked).toEqual([]);
    vi.advanceTimersByTime(5_000);
    await claimed();
    expect(asked).toEqual([CLAIM]);
    await unmount();
    await expect.poll(() => asked).toEqual([CLAIM, RELEASE]);
  });

  test('gone on before ten seconds → neither claimed nor given back', async () => {
    const { asked, unmount } = await open();
    vi.advanceTimersByTime(5_000);
    await unmount();
    vi.advanceTimersByTime(20_000);
    expect(asked).toEqual([]);
  });

  test('an act → claimed at once; going on then → kept', async () => {
    const { asked, unmount } = await open({ ...LOOKING, hasActed: true });
    await claimed();
    await unmount();
    vi.advanceTimersByTime(20_000);
    expect(asked).toEqual([CLAIM]);
  });

  test('a page that is hidden → not looked at: claimed only ten seconds after it is shown again', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    onTestFinished(() => visibility.mockRestore());
    const { asked } = await open();
    vi.advanceTimersByTime(60_000);
    expect(asked).toEqual([]);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(5_000);
    expect(asked).toEqual([]);
    await expect
      .poll(() => {
        vi.advanceTimersByTime(1_000);
        return asked;
      })
      .toEqual([CLAIM]);
  });

  test('a claim that was given back by hand → not claimed again', async () => {
    const { asked } = await open(LOOKING, OWN);
    await page.getByRole('button', { name: 'Trả lại' }).click();
    await isFree();
    vi.advanceTimersByTime(60_000);
    expect(asked).toEqual([{ assigneeId: null }]);
  });

  test('that of a colleague → left alone', async () => {
    const { asked, unmount } = await open(LOOKING, { ...OWN, _id: 'giang', username: 'Giang' });
    vi.advanceTimersByTime(60_000);
    await unmount();
    expect(asked).toEqual([]);
  });
});

test('report: a note that is written → claims its subject at once', async () => {
  const asked = respondToClaims();
  const { ids, open: openScreen } = respondWithReports(pendingReports(1, { case: { ...SAMPLE_CASE, assignee: null } }));
  respondTo(listNotes, () => ({ success: true, data: [], tags: [], pagination: { nextCursor: null } }));
  await openScreen(`${LIST}/${ids[0]}`);
  await isFree();
  expect(asked).toEqual([]);
  await page.getByRole('textbox', { name: 'Viết ghi chú' }).first().fill('Đã gọi điện');
  await claimed();
  expect(asked).toEqual([CLAIM]);
});
