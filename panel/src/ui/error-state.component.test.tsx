import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ApiError } from '../lib/api-error.ts';
import { ErrorState } from './error-state.tsx';
import { InlineError } from './inline-error.tsx';
import { ListEnd } from './list-end.tsx';
import { LoadingNote } from './loading.tsx';

const alert = () => page.getByRole('alert');

describe.each([
  ['ErrorState', ErrorState],
  ['InlineError', InlineError],
] as const)('%s', (_, ErrorOf) => {
  test('a retry: is pressed by keyboard, then says that it runs, keeps the focus and ignores presses', async () => {
    const onRetry = vi.fn();
    const screen = await render(<ErrorOf message="Không thể tải" onRetry={onRetry} retrying={false} />);
    await expect.element(alert().getByText('Không thể tải')).toBeVisible();
    alert().getByRole('button', { name: 'Thử lại' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await screen.rerender(<ErrorOf message="Không thể tải" onRetry={onRetry} retrying />);
    await expect.element(alert().getByRole('button', { name: 'Đang thử lại...' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onRetry).toHaveBeenCalledTimes(1);
  });
});

test('ErrorState without a retry: shows the reason and no button', async () => {
  await render(<ErrorState message="Không thể tải" reason="Bạn không có quyền" />);
  await expect.element(alert().getByText('Bạn không có quyền')).toBeVisible();
  await expect.element(alert().getByRole('button')).not.toBeInTheDocument();
});

describe('ListEnd', () => {
  const TEXTS = {
    failed: 'Không thể tải thêm',
    refreshFailed: 'Có thể đã cũ',
    loading: 'Đang tải...',
    more: 'Xem thêm',
  };
  const LIST = {
    error: null,
    hasNextPage: true,
    isFetching: false,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
  };

  async function show(state: Partial<Record<keyof typeof LIST, unknown>> = {}, end?: string) {
    const [fetchNextPage, refetch] = [vi.fn(), vi.fn()];
    const list = { ...LIST, ...state, fetchNextPage, refetch } as unknown as Parameters<typeof ListEnd>[0]['list'];
    const { container } = await render(<ListEnd list={list} texts={{ ...TEXTS, end }} />);
    return { fetchNextPage, refetch, container };
  }
  const press = (name: string) => page.getByRole('button', { name }).click();

  test('more: a press loads the next page', async () => {
    const { fetchNextPage, refetch } = await show();
    await press('Xem thêm');
    expect([fetchNextPage.mock.calls.length, refetch.mock.calls.length]).toEqual([1, 0]);
  });

  test('more while the list is refetched: a press waits for that, which the page would cancel', async () => {
    const { fetchNextPage, refetch } = await show({ isFetching: true });
    await press('Xem thêm');
    await expect.poll(() => fetchNextPage.mock.calls.length).toBe(1);
    expect(refetch.mock.calls).toEqual([[{ cancelRefetch: false }]]);
  });

  test('loading: a press loads nothing', async () => {
    const { fetchNextPage } = await show({ isFetchingNextPage: true });
    await page.getByRole('button', { name: 'Đang tải...' }).click({ force: true });
    expect(fetchNextPage).not.toHaveBeenCalled();
  });

  test('the next page failed: says so, and a retry loads it', async () => {
    const { fetchNextPage, refetch } = await show({ error: new Error('503'), isFetchNextPageError: true });
    await expect.element(alert()).toHaveTextContent('Không thể tải thêm');
    await press('Thử lại');
    expect([fetchNextPage.mock.calls.length, refetch.mock.calls.length]).toEqual([1, 0]);
  });

  test('a refetch failed: says that the rows may be outdated, and a retry fetches them', async () => {
    const { fetchNextPage, refetch } = await show({ error: new Error('503') });
    await expect.element(alert()).toHaveTextContent('Có thể đã cũ');
    await press('Thử lại');
    expect([fetchNextPage.mock.calls.length, refetch.mock.calls.length]).toEqual([0, 1]);
  });

  test('the session has ended: shows no error', async () => {
    await show({ error: new ApiError({ status: 401, code: 'NOT_SIGNED_IN' }) });
    await expect.element(alert()).not.toBeInTheDocument();
  });

  test('no more: says so, or shows nothing without a text for it', async () => {
    await show({ hasNextPage: false }, 'Đã hết');
    await expect.element(page.getByText('Đã hết')).toBeVisible();
    const { container } = await show({ hasNextPage: false });
    expect(container).toBeEmptyDOMElement();
  });
});

test('LoadingNote: announces the text in a region that was there before it', async () => {
  await render(<LoadingNote text="Đang tải người dùng..." />);
  const region = page.getByRole('status').element();
  expect(region.textContent).toBe('');
  await expect.element(page.getByText('Đang tải người dùng...')).toBeInTheDocument();
  expect(page.getByRole('status').element()).toBe(region);
});
