import { type ReactNode, useEffect, useState } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { renderPanel } from '../testing/render-panel.tsx';
import { Button } from './button.tsx';
import { PlainToasts } from './plain-toasts.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { pendingToasts, type ToastOptions, toast } from './toast.ts';

const TONES = ['success', 'error', 'info'] as const;
/** Longer than a test takes. */
const LONG_MS = 60_000;

const shown = (text: string) => page.getByText(text, { exact: true });
const isGone = (text: string) => expect.element(shown(text)).not.toBeInTheDocument();
const front = () => document.querySelector<HTMLElement>('[data-sonner-toast][data-front="true"]');

async function show(text: string, options: ToastOptions = {}): Promise<void> {
  await renderPanel(null);
  toast.info(text, { durationMs: LONG_MS, ...options });
  await expect.element(shown(text)).toBeVisible();
}

describe('toast', () => {
  test.each(TONES)('%s: shows the text and its detail in the region of toasts, and passes axe', async (tone) => {
    await renderPanel(null);
    toast[tone]('Đã lưu', { detail: 'Bản mới', durationMs: LONG_MS });
    const region = page.getByRole('region', { name: /^Thông báo(?! mới)/ });
    await expect.element(region.getByText('Đã lưu')).toBeVisible();
    await expect.element(region.getByText('Bản mới')).toBeVisible();
    await expectAccessible(`a toast, ${tone}`);
  });

  test('several before the toaster is rendered: all are shown, and none waits any more', async () => {
    toast.success('Một', { durationMs: LONG_MS });
    toast.success('Hai', { durationMs: LONG_MS });
    await renderPanel(null);
    await expect.element(shown('Một')).toBeInTheDocument();
    await expect.element(shown('Hai')).toBeVisible();
    expect(pendingToasts.get()).toEqual([]);
  });

  test('the end of the session: the next one shows neither what was shown nor what was waiting', async () => {
    const first = await renderPanel(null);
    toast.success('Một', { durationMs: LONG_MS });
    await expect.element(shown('Một')).toBeVisible();
    toast.success('Hai', { durationMs: LONG_MS });
    await first.unmount();
    await renderPanel(null);
    toast.success('Ba', { durationMs: LONG_MS });
    await expect.element(shown('Ba')).toBeVisible();
    await expect.element(shown('Một')).not.toBeInTheDocument();
    await expect.element(shown('Hai')).not.toBeInTheDocument();
  });

  test('its time is over: it closes and calls onClose once', async () => {
    const onClose = vi.fn();
    await show('Đã lưu', { durationMs: 300, onClose });
    expect(onClose).not.toHaveBeenCalled();
    await isGone('Đã lưu');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('the pointer on it: it stays until the pointer has left', async () => {
    await show('Đã lưu', { durationMs: 600 });
    await userEvent.hover(shown('Đã lưu'));
    await new Promise((resolve) => setTimeout(resolve, 900));
    await expect.element(shown('Đã lưu')).toBeVisible();
    await userEvent.unhover(shown('Đã lưu'));
    await isGone('Đã lưu');
  });

  test('action and second action: each runs its own and closes it', async () => {
    const actions = { action: vi.fn(), secondAction: vi.fn() };
    const options = {
      action: { label: 'Hoàn tác', onClick: actions.action },
      secondAction: { label: 'Xem', onClick: actions.secondAction },
    };
    await show('Đã xóa', options);
    await expectAccessible('a toast with two buttons');
    await page.getByRole('button', { name: 'Hoàn tác' }).click();
    await isGone('Đã xóa');
    expect([actions.action.mock.calls.length, actions.secondAction.mock.calls.length]).toEqual([1, 0]);
    toast.info('Đã gỡ', { durationMs: LONG_MS, ...options });
    await page.getByRole('button', { name: 'Xem' }).click();
    await isGone('Đã gỡ');
    expect([actions.action.mock.calls.length, actions.secondAction.mock.calls.length]).toEqual([1, 1]);
  });

  test('by keyboard: Alt+T leads to it, Tab to its button, Enter presses it', async () => {
    const onClick = vi.fn();
    await show('Đã xóa', { action: { label: 'Hoàn tác', onClick } });
    await userEvent.keyboard('{Alt>}t{/Alt}');
    await expect.poll(() => document.activeElement?.closest('[data-sonner-toaster]')).not.toBeNull();
    for (let steps = 0; steps < 3 && document.activeElement?.localName !== 'button'; steps += 1) {
      await userEvent.keyboard('{Tab}');
    }
    await expect.element(page.getByRole('button', { name: 'Hoàn tác' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await isGone('Đã xóa');
    expect(onClick).toHaveBeenCalledTimes(1);
  });

  test('by keyboard: Alt+T while another one appears leads to them', async () => {
    const showAnother = ({ code }: KeyboardEvent) => code === 'KeyT' && toast.info('Hai', { durationMs: LONG_MS });
    document.addEventListener('keydown', showAnother);
    onTestFinished(() => document.removeEventListener('keydown', showAnother));
    await show('Một');
    await userEvent.keyboard('{Alt>}t{/Alt}');
    await expect.element(shown('Hai')).toBeVisible();
    await expect.poll(() => document.activeElement?.closest('[data-sonner-toaster]')).not.toBeNull();
  });

  test('the same key: the later one replaces the former', async () => {
    await show('1 tin nhắn mới', { key: 'chat' });
    toast.info('2 tin nhắn mới', { key: 'chat', durationMs: LONG_MS });
    await expect.element(shown('2 tin nhắn mới')).toBeVisible();
    await isGone('1 tin nhắn mới');
  });

  test('onPress: the whole toast is a button that closes it; it is not announced twice', async () => {
    const [onPress, onClose] = [vi.fn(), vi.fn()];
    await show('Lan', { detail: 'Xin chào', onPress, onClose, place: 'top' });
    const button = page.getByRole('button', { name: /Lan/ });
    await expect.element(button).toHaveAttribute('aria-live', 'off');
    await expectAccessible('a toast as a button');
    const { left, top, right, bottom } = front()?.getBoundingClientRect() ?? new DOMRect();
    for (const [x, y] of [
      [left + 4, top + 4],
      [right - 4, bottom - 4],
    ] as const) {
      expect(document.elementFromPoint(x, y)).toBe(button.element());
    }
    button.element().focus();
    await userEvent.keyboard('{Enter}');
    await isGone('Lan');
    expect([onPress.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
  });
});

/** A control at the right edge of the window, so far above its bottom. */
function Control({ bottom }: { readonly bottom: number }) {
  return (
    <div style={{ position: 'fixed', right: 16, bottom, width: 300 }}>
      <Button>Gửi</Button>
    </div>
  );
}

/** The same, after a toast has found its place. */
function Later() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), 700);
    return () => clearTimeout(timer);
  }, []);
  return isShown && <Control bottom={24} />;
}

describe('toast position', () => {
  const overlap = (name: string) => {
    const control = page.getByRole('button', { name }).element().getBoundingClientRect();
    const box = front()?.getBoundingClientRect() ?? new DOMRect();
    const isBeside = box.right <= control.left || box.left >= control.right;
    return isBeside ? 0 : Math.max(0, Math.min(box.bottom, control.bottom) - Math.max(box.top, control.top));
  };
  /** Where a toast is when it appears. */
  const firstBox = () =>
    new Promise<DOMRect>((resolve) => {
      const observer = new MutationObserver(() => {
        const box = front()?.getBoundingClientRect();
        if (box) resolve(box);
      });
      observer.observe(document.body, { childList: true, subtree: true });
      onTestFinished(() => observer.disconnect());
    });
  const isSettled = () => expect.poll(() => front()?.dataset['mounted']).toBe('true');

  async function showOver(part: ReactNode): Promise<void> {
    await renderPanel(part);
    toast.info('Đã lưu', { durationMs: LONG_MS });
    await expect.element(shown('Đã lưu')).toBeVisible();
    await isSettled();
  }

  test.each([1280, 320])('%i px: above a control at the bottom, and within the window', async (width) => {
    await page.viewport(width, 640);
    await showOver(<Control bottom={8} />);
    await expect.poll(() => overlap('Gửi')).toBe(0);
    const box = front()?.getBoundingClientRect();
    expect(box?.left).toBeGreaterThanOrEqual(0);
    expect(box?.right).toBeLessThanOrEqual(width);
    expect(box?.bottom).toBeGreaterThan(400);
    await page.viewport(1280, 800);
  });

  test('a control that appears below it later: the toast moves off it', async () => {
    await showOver(<Later />);
    await expect.element(page.getByRole('button', { name: 'Gửi' })).toBeVisible();
    await expect.poll(() => overlap('Gửi')).toBe(0);
  });

  test('the bar of a selection: the toast is above it', async () => {
    await showOver(
      <div style={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
        <SelectionBar shows="bar" label="Hàng đã chọn" status="Đã chọn 3 hàng" onFocusLost={vi.fn()}>
          <Button>Gỡ</Button>
        </SelectionBar>
      </div>,
    );
    const gap = () => {
      const bar = page.getByRole('region', { name: 'Hàng đã chọn' }).element().getBoundingClientRect();
      return bar.top - (front()?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY);
    };
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
  });

  test('place top: in the free part of the header, from its first frame on', async () => {
    await renderPanel(
      <header style={{ position: 'fixed', insetInline: 0, top: 0, display: 'flex', height: 56 }}>
        <Button>Menu</Button>
        <div data-toasts="" style={{ flex: 1 }} />
        <Button>Tài khoản</Button>
      </header>,
    );
    document.documentElement.removeAttribute('style');
    const first = firstBox();
    toast.info('Lan', { durationMs: LONG_MS, place: 'top', onPress: vi.fn() });
    expect((await first).right).toBeLessThanOrEqual(
      page.getByRole('button', { name: 'Tài khoản' }).element().getBoundingClientRect().left,
    );
    const region = page.getByRole('region', { name: /^Thông báo mới/ });
    await expect.element(region.getByRole('button', { name: 'Lan' })).toBeVisible();
    await isSettled();
    await expect.poll(() => overlap('Tài khoản')).toBe(0);
    expect(front()?.getBoundingClientRect().bottom).toBeLessThanOrEqual(56);
  });
});

describe('PlainToasts', () => {
  test('texts: are announced in one box, and pass axe', async () => {
    const { getByRole } = await render(
      <PlainToasts
        toasts={[
          { tone: 'error', text: 'Không thể lưu' },
          { tone: 'info', text: 'Mất kết nối' },
        ]}
      />,
    );
    await expect.element(getByRole('status')).toHaveTextContent('Không thể lưuMất kết nối');
    await expectAccessible('plain toasts');
  });

  test('none: shows no box', async () => {
    const { container } = await render(<PlainToasts toasts={[]} />);
    await expect.element(container.querySelector<HTMLElement>('[role=status]')).not.toBeVisible();
  });
});
