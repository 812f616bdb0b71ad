import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { BROKEN_IMAGE, imageOf } from '../testing/images.ts';
import { SafeImage } from './safe-image.tsx';
import { RefreshImage, useImageRefresh } from './use-image.ts';

const image = (name: string) => page.getByRole('img', { name, exact: true });
const isDrawn = (name: string) => {
  const element = image(name).element();
  return element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0;
};
const UNAVAILABLE = 'Ảnh của Lan (Không tải được ảnh)';

/** A part of a screen that refetches what contains the image. */
function Refreshing({ src, refetch }: { readonly src: string; readonly refetch: (url: string) => void }) {
  const refresh = useImageRefresh(refetch);
  return (
    <RefreshImage value={refresh}>
      <SafeImage key={src} src={src} alt="Ảnh của Lan" />
    </RefreshImage>
  );
}

describe('SafeImage', () => {
  test('a safe URL: is drawn, without a referrer', async () => {
    await render(<SafeImage src={imageOf('#285')} alt="Ảnh của Lan" />);
    await expect.poll(() => isDrawn('Ảnh của Lan')).toBe(true);
    await expect.element(image('Ảnh của Lan')).toHaveAttribute('referrerpolicy', 'no-referrer');
  });

  test.each([
    ['none', null],
    ['a script', 'javascript:alert(1)'],
    ['an SVG image with a script', 'data:image/svg+xml,<svg onload="alert(1)"/>'],
    ['an image that cannot be decoded', BROKEN_IMAGE],
  ])('%s: shows the placeholder of the same box', async (_, src) => {
    const { container } = await render(<SafeImage src={src} alt="Ảnh của Lan" className="size-9" />);
    await expect.element(image(UNAVAILABLE)).toBeVisible();
    expect(container.querySelector('img')).toBeNull();
    expect(image(UNAVAILABLE).element().className).toContain('size-9');
  });

  test('a decorative image that fails: the placeholder has a name', async () => {
    await render(<SafeImage src={BROKEN_IMAGE} alt="" />);
    await expect.element(image('Không tải được ảnh')).toBeVisible();
  });

  test('another URL after a failure: is tried anew', async () => {
    const screen = await render(<SafeImage src={BROKEN_IMAGE} alt="Ảnh của Lan" />);
    await expect.element(image(UNAVAILABLE)).toBeVisible();
    await screen.rerender(<SafeImage src={imageOf('#285')} alt="Ảnh của Lan" />);
    await expect.poll(() => isDrawn('Ảnh của Lan')).toBe(true);
  });

  test('an expired signature: refetches what contains it, once a minute at the most; an unsigned URL does not', async () => {
    const refetch = vi.fn();
    const screen = await render(<Refreshing src="/missing.png" refetch={refetch} />);
    await expect.element(image(UNAVAILABLE)).toBeVisible();
    expect(refetch).not.toHaveBeenCalled();
    for (const signature of ['1', '2']) {
      await screen.rerender(<Refreshing src={`/missing.png?signature=${signature}`} refetch={refetch} />);
      await expect.element(image(UNAVAILABLE)).toBeVisible();
    }
    expect(refetch.mock.calls).toEqual([['/missing.png?signature=1']]);
  });
});
