import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPanel } from '../testing/render-panel.tsx';
import { createOverlay, type OverlayProps } from './overlay.tsx';

function Sheet({ request, onClose }: OverlayProps<string>) {
  return (
    <button type="button" onClick={onClose}>
      {request}
    </button>
  );
}
const shown = (request: string) => page.getByRole('button', { name: request });

describe('createOverlay', () => {
  test('opened before its code is there: appears once it is loaded; a later open loads nothing', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof Sheet>();
    const load = vi.fn(() => promise);
    const overlay = createOverlay<string>(load);
    await renderPanel(null);
    expect(load).not.toHaveBeenCalled();
    overlay.open('một');
    await expect.poll(() => load.mock.calls.length).toBe(1);
    await expect.element(shown('một')).not.toBeInTheDocument();
    resolve(Sheet);
    await expect.element(shown('một')).toBeVisible();
    await shown('một').click();
    await expect.element(shown('một')).not.toBeInTheDocument();
    overlay.open('hai');
    await expect.element(shown('hai')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('opened while it is open: shows the other request', async () => {
    const overlay = createOverlay<string>(async () => Sheet);
    await renderPanel(null);
    overlay.open('một');
    await expect.element(shown('một')).toBeVisible();
    overlay.open('hai');
    await expect.element(shown('hai')).toBeVisible();
    await expect.element(shown('một')).not.toBeInTheDocument();
  });

  test('closed: calls onClosed with the request once, and a second close does nothing', async () => {
    const onClosed = vi.fn();
    const overlay = createOverlay<string>(async () => Sheet, onClosed);
    await renderPanel(null);
    overlay.open('một');
    await shown('một').click();
    overlay.close();
    expect(onClosed.mock.calls).toEqual([['một']]);
    expect(overlay.opened.get()).toBeUndefined();
  });

  test('the end of the session: closes it', async () => {
    const onClosed = vi.fn();
    const overlay = createOverlay<string>(async () => Sheet, onClosed);
    const screen = await renderPanel(null);
    overlay.open('một');
    await expect.element(shown('một')).toBeVisible();
    await screen.unmount();
    expect(onClosed.mock.calls).toEqual([['một']]);
    await renderPanel(null);
    await expect.element(shown('một')).not.toBeInTheDocument();
  });

  test('code that cannot be loaded: a toast says so and it is closed; the next open succeeds', async () => {
    const load = vi.fn(async () => Sheet).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const overlay = createOverlay<string>(load);
    await renderPanel(null);
    overlay.open('một');
    await expect.element(page.getByText('Không thể mở, vui lòng thử lại')).toBeVisible();
    expect(overlay.opened.get()).toBeUndefined();
    overlay.open('hai');
    await expect.element(shown('hai')).toBeVisible();
  });
});
