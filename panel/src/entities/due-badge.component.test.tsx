import { priorityOf } from '@hai-dang/contract/moderation/priority.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { DueBadge, PriorityNote } from './due-badge.tsx';

const HOUR_MS = 3_600_000;
/** Half an hour more, so that no hour ends during a test. */
const inHours = (hours: number) => new Date(Date.now() + (hours + 0.5) * HOUR_MS).toISOString();

describe('DueBadge', () => {
  test('due in three hours, and overdue: says how long', async () => {
    await render(
      <>
        <DueBadge dueAt={inHours(3)} />
        <DueBadge dueAt={inHours(-6)} />
      </>,
    );
    await expect.element(page.getByText('Còn 3 giờ')).toBeVisible();
    await expect.element(page.getByText('Quá hạn 5 giờ')).toBeVisible();
  });

  test('as time passes: says how long it is now', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await render(
      <>
        <DueBadge dueAt={inHours(3)} />
        <DueBadge dueAt={inHours(-1)} />
      </>,
    );
    await expect.element(page.getByText('Còn 3 giờ')).toBeVisible();
    await expect.element(page.getByText('Quá hạn 30 phút')).toBeVisible();
    vi.advanceTimersByTime(HOUR_MS);
    await expect.element(page.getByText('Còn 2 giờ')).toBeVisible();
    await expect.element(page.getByText('Quá hạn 1 giờ')).toBeVisible();
  });

  test.each([
    ['decided', null],
    ['of a backend without due times', undefined],
  ])('%s: shows nothing', async (_, dueAt) => {
    const { container } = await render(<DueBadge dueAt={dueAt} />);
    expect(container).toBeEmptyDOMElement();
  });
});

describe('PriorityNote', () => {
  const FACTS = {
    severity: 3,
    openReports: 5,
    recordClosed: 12,
    recordRight: 1,
    dueAt: new Date(inHours(3.25)),
    hiddenAt: null,
    escalatedAt: null,
  };
  const PRIORITY = priorityOf(FACTS);
  const shownTerms = () => [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);

  test('Enter on it: shows and hides its terms, the step by its word and what counts within it in points', async () => {
    const priority = { ...PRIORITY, terms: [...PRIORITY.terms, { code: 'unknown', value: 2, of: null, points: 0 }] };
    await render(<PriorityNote priority={priority} dueAt={inHours(3)} />);
    const summary = page.getByText('Ưu tiên nặng · 0');
    const term = page.getByText('Báo cáo đúng trước đây: 1/12');
    await expect.element(term).not.toBeVisible();
    summary.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(term).toBeVisible();
    expect(shownTerms()).toEqual([
      'Mức độnặng',
      'Số người báo cáo: 5+12',
      'Báo cáo đúng trước đây: 1/12−8',
      expect.stringMatching(/^Thời hạn: còn 3 giờ−4$/),
      'unknown: 20',
    ]);
    await expectAccessible('the terms of a priority');
    await userEvent.keyboard('{Enter}');
    await expect.element(term).not.toBeVisible();
  });

  test('hidden content: stands first, and says so', async () => {
    const hidden = priorityOf({ ...FACTS, hiddenAt: new Date() });
    await render(<PriorityNote priority={hidden} dueAt={inHours(3)} />);
    await userEvent.click(page.getByText(/^Ưu tiên đứng đầu · /));
    expect(shownTerms().slice(0, 2)).toEqual(['Đang ẩn tạmđứng đầu', 'Mức độnặng']);
  });

  test('escalated: stands among what is one severity higher, without points below zero, and says why', async () => {
    const escalated = priorityOf({ ...FACTS, severity: 1, dueAt: new Date(inHours(-30)), escalatedAt: new Date() });
    await render(<PriorityNote priority={escalated} dueAt={inHours(-30)} />);
    await userEvent.click(page.getByText('Ưu tiên vừa', { exact: true }));
    expect(shownTerms().slice(0, 2)).toEqual(['Mức độnhẹ', 'Quá hạn hơn một ngày: lên một bậc−60']);
  });

  test('closed: shows nothing', async () => {
    const { container } = await render(<PriorityNote priority={PRIORITY} dueAt={null} />);
    expect(container).toBeEmptyDOMElement();
  });
});
