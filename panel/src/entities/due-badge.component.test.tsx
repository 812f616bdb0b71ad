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
  const PRIORITY = {
    score: 50,
    terms: [
      { code: 'severity', value: 3, of: null, points: 24 },
      { code: 'record', value: 1, of: 4, points: -3.2 },
      { code: 'unknown', value: 2, of: null, points: 0 },
    ],
  };

  test('Enter on it: shows and hides the terms of its sum', async () => {
    await render(<PriorityNote priority={PRIORITY} dueAt={inHours(3)} />);
    const summary = page.getByText(/^Ưu tiên/);
    const term = page.getByText('Báo cáo đúng trước đây: 1/4');
    await expect.element(term).not.toBeVisible();
    summary.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(term).toBeVisible();
    await expect.element(page.getByText('Mức độ: nặng')).toBeVisible();
    await expect.element(page.getByText('unknown: 2')).toBeVisible();
    const points = [...document.querySelectorAll('dd')].map(({ textContent }) => textContent);
    expect(points.slice(0, 3)).toEqual(['+24', '−3', '0']);
    await expectAccessible('the terms of a priority');
    await userEvent.keyboard('{Enter}');
    await expect.element(term).not.toBeVisible();
  });

  test('closed: shows nothing', async () => {
    const { container } = await render(<PriorityNote priority={PRIORITY} dueAt={null} />);
    expect(container).toBeEmptyDOMElement();
  });
});
