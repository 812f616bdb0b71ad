import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type RenderResult, render } from 'vitest-browser-react';
import { Button } from './button.tsx';
import { SelectionBar } from './selection-bar.tsx';

const onFocusLost = vi.fn();
const bar = () => page.getByRole('region', { name: 'Hàng đã chọn' });

const of = (shows: string | undefined, status = 'Đã chọn 1 hàng') => (
  <SelectionBar shows={shows} label="Hàng đã chọn" status={status} onFocusLost={onFocusLost}>
    <Button>{shows}</Button>
  </SelectionBar>
);

async function show(): Promise<RenderResult> {
  onFocusLost.mockReset();
  return render(of('Gỡ'));
}

const room = () => document.documentElement.style.getPropertyValue('--bottom-bar');

describe('SelectionBar', () => {
  test('nothing selected: shows no bar, but has the region that announces the selection', async () => {
    await render(of(undefined));
    await expect.element(bar()).not.toBeInTheDocument();
    await expect.element(page.getByRole('status')).toBeInTheDocument();
  });

  test('selected: says how many; another number is announced by the same element', async () => {
    const screen = await show();
    const status = page.getByRole('status').element();
    await screen.rerender(of('Gỡ', 'Đã chọn 2 hàng'));
    await expect.element(page.getByRole('status')).toHaveTextContent('Đã chọn 2 hàng');
    expect(page.getByRole('status').element()).toBe(status);
  });

  test('while it is shown: reserves its height for toasts', async () => {
    const screen = await show();
    await expect.poll(room).toBe(`${bar().element().getBoundingClientRect().height + 16}px`);
    await screen.rerender(of(undefined));
    await expect.poll(room).toBe('');
  });

  test('the focused control goes away with the bar: the caller places the focus', async () => {
    const screen = await show();
    await page.getByRole('button', { name: 'Gỡ' }).click();
    await screen.rerender(of(undefined));
    expect(onFocusLost).toHaveBeenCalledTimes(1);
  });

  test('the focus is elsewhere when the bar goes away: it stays', async () => {
    const screen = await render(
      <>
        <button type="button">Hàng</button>
        {of('Gỡ')}
      </>,
    );
    onFocusLost.mockReset();
    await page.getByRole('button', { name: 'Hàng' }).click();
    await screen.rerender(
      <>
        <button type="button">Hàng</button>
        {of(undefined)}
      </>,
    );
    await expect.element(page.getByRole('button', { name: 'Hàng' })).toHaveFocus();
    expect(onFocusLost).not.toHaveBeenCalled();
  });
});
